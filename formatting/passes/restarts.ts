import { DIGIT_WORDS, isNumberWord } from '../english/number-words.ts';
import type { ClauseWords } from '../languages/clauses.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isJoined, isTerminal, startsSentence } from './pass.ts';
import { isStranded } from './repeats.ts';

const MAX_WORDS = 4;
/** So many words are seldom said twice on purpose. */
const SAID_AGAIN = 3;
const DETERMINERS = wordSet('the a an my your his its our their');
/** Words that are said again for emphasis, also after a pause. */
const EMPHATIC = wordSet(
  'no yes yeah yep nope ha haha ho la na blah yada knock bla tick tock bye very really far again please never ever nein ja doch sí non oui si muy très sehr',
);
/** Words that end a clause and start another one: "I saw it, um, it was red". */
const PRONOUNS = wordSet('you it her this that these those there here');
/** Pronouns that are never an object. */
const SUBJECTS = wordSet('i he she we they');
/** Prepositions that may belong to a verb: "log on, um, on Monday". */
const PARTICLES = wordSet('on in up over off out down through along around about by with for to');
/** Words before a particle that belongs to them. */
const PARTICLE_VERB =
  /^(?:com|go|mov|tak|mak|giv|driv)(?:e|es|ing)?$|^(?:log|sign|turn|put|get|drop|pull|hold|carr|keep|check|fill|hand|join|call|start|stay|liv|work|walk|run|look|stop|pass|step|send|set|stand|sit|switch|pick|show|break|phon|plugg?|rely|depend|wait|hang)(?:s|y|ies|ied|ed|e|es|in|ing|ned|ning|ged|ging)?$|^(?:came|went|gone|got|ran|drove|took|kept|flew|held|gave|stood|sat|broke|sent)$/u;
/** Words before a noun or verb that goes on. */
const BEFORE_NOUN = wordSet('the a an my your his its our their some any no every each another with of for from at to');
const BEFORE_VERB = wordSet('i he she we they can could will would should may might must to');
const OPENING = wordSet('the a an my your his her its our their this that some in on at for with from to of by about');
const AFTER_NOUN = wordSet('of from');

/**
 * The number of words that a speaker says again after a hesitation: "a bit, um, a bit vague". 0 if they may be meant
 * twice: numbers, emphasis, or a word that ends a clause and starts another one.
 * @param before the written tokens, without the comma of the pause @param next the index of the first token after it
 */
export function countSaidAgain(
  before: readonly Token[],
  tokens: readonly Token[],
  next: number,
  words: ClauseWords,
): number {
  for (let size = MAX_WORDS; size > 0; size -= 1) {
    if (!isSame(before, tokens, next, size)) continue;
    return isRestart(before, tokens, next, size, words) ? size : 0;
  }
  return 0;
}

/** Whether a pronoun is said again with its verb: "I, uh, I'm going". */
export function isContractedAgain(
  before: readonly Token[],
  again: Token | undefined,
  { subjects, joins }: ClauseWords,
): boolean {
  const key = before.at(-1)?.key ?? '';
  if (!subjects.has(key) || again?.key.startsWith(`${key}'`) !== true) return false;
  const previous = before.at(-2);
  return SUBJECTS.has(key) || startsSentence(before, before.length - 1) || joins.has(previous?.key ?? '');
}

function isSame(before: readonly Token[], tokens: readonly Token[], next: number, size: number): boolean {
  if (size > before.length) return false;
  for (let at = 0; at < size; at += 1) {
    const [first, again] = [before[before.length - size + at], tokens[next + at]];
    if (first?.kind !== 'word' || again?.kind !== 'word' || first.key !== again.key || !again.spaced) return false;
    // "If May, um, may come": only the first word of a sentence may differ by its capital.
    if (first.text !== again.text && (at > 0 || !startsSentence(before, before.length - size))) return false;
  }
  return true;
}

function isRestart(
  before: readonly Token[],
  tokens: readonly Token[],
  next: number,
  size: number,
  words: ClauseWords,
): boolean {
  const keys = tokens.slice(next, next + size).map(({ key }) => key);
  const [first = '', last = ''] = [keys[0], keys.at(-1)];
  if (keys.every(isCounted) || keys.every((key) => EMPHATIC.has(key)) || isJoined(tokens, next + size - 1))
    return false;
  const after = tokens[next + size];
  // "Over and, um, over and over".
  if (size > 1 && (last === 'and' || last === 'or') && after?.key === first) return false;
  const start = before.length - size;
  const previous = before[start - 1];
  // "The faith he had had, um, had no effect."
  if (previous?.key === first && size === 1) return false;
  const opens = startsSentence(before, start) || previous?.text === ',' || words.joins.has(previous?.key ?? '');
  // "The kids, um, kids ran": the words before are the subject.
  if (opens || (DETERMINERS.has(previous?.key ?? '') && startsSentence(before, start - 1))) return true;
  if (size > 1 && words.subjects.has(first)) return true;
  if (size === 1 && PARTICLES.has(first)) return !PARTICLE_VERB.test(previous?.key ?? '') && !isStranded(before, start);
  if (words.open.has(last) && last !== 'his') return true;
  if (words.finite.has(after?.key ?? '')) return false;
  if (size === 1 && (PRONOUNS.has(first) || words.closing.has(first)))
    return BEFORE_NOUN.has(previous?.key ?? '') || /^\p{Lu}/u.test(after?.text ?? '');
  if (last === 'his') return true;
  return (
    !words.subjects.has(after?.key ?? '') && !/[a-z]{2}ed$/u.test(after?.key ?? '') && goesOn(previous, keys, after)
  );
}

/** Numbers and letters are said again on purpose. */
function isCounted(key: string): boolean {
  return (
    isNumberWord(key) || DIGIT_WORDS.has(key) || /\d/u.test(key) || (key.length === 1 && key !== 'i' && key !== 'a')
  );
}

/** Whether a phrase that could end its clause goes on after it was said again. */
function goesOn(previous: Token | undefined, keys: readonly string[], after: Token | undefined): boolean {
  if (keys.length >= SAID_AGAIN || (keys.length > 1 && OPENING.has(keys[0] ?? ''))) return true;
  if (BEFORE_NOUN.has(previous?.key ?? '') || BEFORE_VERB.has(previous?.key ?? '')) return true;
  return after === undefined || isTerminal(after) || AFTER_NOUN.has(after.key);
}
