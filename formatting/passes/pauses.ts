import { isNumberWord } from '../english/number-words.ts';
import type { ClauseWords } from '../languages/clauses.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { phraseAt, startsSentence } from './pass.ts';

const DETERMINERS = wordSet(
  'a an the my your his her its our their this that these those some any no every each another',
);
/** Prepositions that also end a clause ("I saw it before"). */
const PARTICLES = wordSet(
  'over under through before after since near behind across along inside outside above below up down off out within beside beyond',
);
/** Adverbs that a comma may follow at the start of a sentence only. */
const ADVERBS = wordSet(
  'usually often sometimes probably mostly already always never still normally generally currently definitely certainly possibly literally basically',
);
/** Verbs with an object. */
const TRANSITIVE = wordSet(
  'send sends sent take takes took taken needs needed get gets getting got buy buys bought bring brings brought make makes making made give gives gave put puts use uses used using find finds found show shows showed tell tells told order ordered include includes included add adds added adding contain contains cost costs require requires required prefer prefers own owns offer offers offered provide provides received called named wants wanted taking sending buying bringing having finding',
);
/** Words after which any verb follows: "to fix, um, the door". */
const GOVERNING = wordSet(
  "to can could will would should may might must don't didn't can't let's i'll we'll you'll gonna",
);
/** Adjectives between an article and its noun. */
const ADJECTIVES = wordSet(
  'new old big small little large red blue green black white grey gray brown yellow next last first second third other same whole good great nice long short few several many much different extra single main local better bigger smaller half',
);
/** Words that a comma on both sides makes a parenthesis: "the plan is, er, well, not a plan". */
const PARENTHESES: readonly (readonly string[])[] =
  "well|however|actually|frankly|honestly|perhaps|maybe|say|basically|obviously|apparently|arguably|yes|no|yeah|right|okay|ok|sorry|therefore|though|literally|again|of course|you know|i think|i guess|i mean|i suppose|i believe|let's say|for example|in fact|in short"
    .split('|')
    .map((phrase) => phrase.split(' '));

/**
 * Whether the commas before and after a removed hesitation mark its pause only: "about, um, twenty". Otherwise one of
 * them may be a comma of the sentence.
 * @param before the written tokens, without the comma @param next the index of the first token after both commas
 */
export function isOnlyPause(
  before: readonly Token[],
  tokens: readonly Token[],
  next: number,
  words: ClauseWords,
): boolean {
  const [last, after] = [before.at(-1), tokens[next]];
  if (last?.kind !== 'word' || after === undefined || after.kind === 'break' || after.key === last.key) return false;
  if (PARENTHESES.some((phrase) => tokens[next + phrase.length]?.text === ',' && phraseAt(tokens, next, phrase)))
    return false;
  if (words.open.has(last.key)) return true;
  if (words.subjects.has(after.key)) return false;
  if (words.closing.has(last.key)) return true;
  if (words.joins.has(after.key)) return false;
  return (
    expectsMore(before, after) || (isCount(before) && isNoun(after, words)) || isSubject(before, tokens, next, words)
  );
}

/** Nouns and prepositions before a number that is not an amount: "number one", "at three". */
const NUMBERED = wordSet(
  'number step chapter page room version part row at past to by around before after until till from',
);

/** Whether the last word is an amount. */
function isCount(before: readonly Token[]): boolean {
  return isNumberWord(before.at(-1)?.key ?? '') && !NUMBERED.has(before.at(-2)?.key ?? '');
}

/** Whether a word may be the noun of an amount. */
function isNoun({ kind, key }: Token, { open, closing, finite }: ClauseWords): boolean {
  return kind === 'word' && !isNumberWord(key) && ![open, closing, finite].some((set) => set.has(key));
}

/** Whether the last word modifies or governs the next one. */
function expectsMore(before: readonly Token[], after: Token): boolean {
  const [last = '', governor = ''] = [before.at(-1)?.key, before.at(-2)?.key];
  const noun = DETERMINERS.has(after.key) || isNumberWord(after.key);
  if (PARTICLES.has(last)) return noun;
  if (ADVERBS.has(last)) return !startsSentence(before, before.length - 1);
  if (TRANSITIVE.has(last)) return after.kind !== 'mark';
  if (GOVERNING.has(governor)) return noun;
  return ADJECTIVES.has(last) && DETERMINERS.has(governor) && after.kind === 'word' && !noun;
}

const MAX_SUBJECT_WORDS = 3;
const ARTICLES = wordSet('the my your our his her their its');
const VERBS = wordSet('is are was were has had will would can could should must');

/** Whether the words before are the whole subject of the next verb: "my brother, um, was there". */
function isSubject(before: readonly Token[], tokens: readonly Token[], next: number, words: ClauseWords): boolean {
  if (!VERBS.has(tokens[next]?.key ?? '') || words.subjects.has(tokens[next + 1]?.key ?? '')) return false;
  let start = before.length;
  while (start > 0 && before.length - start <= MAX_SUBJECT_WORDS && before[start - 1]?.kind === 'word') start -= 1;
  return startsSentence(before, start) && ARTICLES.has(before[start]?.key ?? '') && before.length - start > 1;
}
