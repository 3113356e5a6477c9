import { type ClauseWords, clauseWordsOf } from '../languages/clauses.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isForeignFiller } from './foreign-fillers.ts';
import { endsPhrase, isTerminal, type Pass, startsSentence } from './pass.ts';
import { isOnlyPause } from './pauses.ts';
import { countSaidAgain, isContractedAgain } from './restarts.ts';

/** Hesitations in every supported language. */
const UNIVERSAL = /^(?:u+h+|u+h+m+|u+m{2,}|h+m{2,}|m{3,}|e+r+m+)$/u;
/**
 * Hesitations in English that are words in other languages ("um" in Portuguese and German, "er" in German, "ehm" in
 * Italian).
 */
const ENGLISH = new Set(['um', 'er', 'hm', 'ehm']);
/** Words before "ER" as an emergency room. */
const DETERMINERS = new Set(['the', 'an', 'a', 'this', 'that', 'our', 'their', 'your', 'my', 'his', 'her']);
/** The number of tokens before a hesitation that show whether its comma is needed. */
const REACH = 16;
/** Words that make a sound an answer: "uh huh", "uh oh". */
const ANSWERS = new Set(['huh', 'oh', 'uh', 'hmm', 'mm']);
/**
 * Removes hesitations (uh, um, er, hmm) with the comma or full stop that the recognizer put around them, and the words
 * that are said again after one: "his, um, his blue shirt".
 */
export const removeFillers: Pass = (tokens, { language, dictionary, place }) => {
  const named = new Set(dictionary.entries.map(({ spoken }) => spoken.toLowerCase()));
  const silent = !(language.chosen && !language.english) && tokens.every(isHesitation);
  const english = silent || (language.english && language.certain);
  const words = clauseWordsOf(language);
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const filler = isFiller(tokens, index, english) || isForeignFiller(tokens, index, language);
    if (!filler || named.has(current.key)) {
      out.push(current);
      continue;
    }
    const next = tokens[index + 1];
    if (next !== undefined && isOwnMark(out, next)) index += 1;
    if (words !== undefined && place.kind !== 'code') index += closePause(out, tokens, index + 1, words);
  }
  return out;
};

/** Whether a token is a hesitation or a mark. A text of these alone does not show its language. */
function isHesitation({ kind, key }: Token): boolean {
  return kind === 'mark' || UNIVERSAL.test(key) || ENGLISH.has(key);
}

function isFiller(tokens: readonly Token[], index: number, english: boolean): boolean {
  const current = tokens[index];
  if (current?.kind !== 'word' || !current.spaced) return false;
  if (!UNIVERSAL.test(current.key) && !(english && ENGLISH.has(current.key))) return false;
  // ER, UM and UH are also names. In a text in capitals there is no way to tell.
  if (current.text.length > 1 && current.text === current.text.toUpperCase()) return false;
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  if (current.key === 'er' && before !== undefined && DETERMINERS.has(before.key)) return false;
  if (isMentioned(tokens, index)) return false;
  if (after !== undefined && ANSWERS.has(after.key) && !UNIVERSAL.test(after.key)) return false;
  return (
    after === undefined ||
    after.spaced ||
    after.kind === 'break' ||
    (after.kind === 'mark' && after.text !== '-' && after.text !== "'")
  );
}

/** Verbs of speech and nouns, after which a hesitation may be quoted. */
const SAYING = wordSet(
  'said say says saying write writes wrote typed heard hear word words sound sounds noise syllable filler fillers',
);
/** Words that show it: "he said um and sat down", "she says um a lot". */
const QUOTED_BEFORE = wordSet(
  'and or is was means too every all each constantly often always again twice instead whenever when before after between during more less',
);
/** Words after an article and a mentioned hesitation: "an um in every sentence", "the er at the end". */
const NOUN_FOLLOWED = wordSet('and or is was in at of every here there before after between');
/** Second words of names that start with "um". */
const NAMES = new Set(['qasr', 'kulthum', 'kalsoum']);

/** Whether a hesitation is a word of the sentence: quoted, the subject of "is", or part of a name. */
function isMentioned(tokens: readonly Token[], index: number): boolean {
  const after = tokens[index + 1]?.key ?? '';
  const [before, closes] = [tokens[index - 1], endsPhrase(tokens, index + 1) && tokens[index + 1]?.text !== ','];
  if (/^["“‘«]$/u.test(before?.text ?? '') || /^["”’»]$/u.test(tokens[index + 1]?.text ?? '')) return true;
  if (before?.key === 'say' && /^(?:when|if|whenever)$/u.test(tokens[index - 3]?.key ?? '')) return true;
  if (SAYING.has(before?.key ?? ''))
    return closes || QUOTED_BEFORE.has(after) || (after === 'a' && tokens[index + 2]?.key === 'lot');
  if (DETERMINERS.has(before?.key ?? '') || before?.key === 'every')
    return closes || NOUN_FOLLOWED.has(after) || (before?.key === 'an' && !/^[aeiou]/u.test(after));
  // "A long er".
  if (closes && DETERMINERS.has(tokens[index - 2]?.key ?? '')) return before?.kind === 'word';
  return NAMES.has(after) || (startsSentence(tokens, index) && (after === 'is' || after === 'means'));
}

/** Whether the mark after a hesitation is removed with it. */
function isOwnMark(out: readonly Token[], next: Token): boolean {
  if (next.kind !== 'mark' || next.spaced) return false;
  if (next.text === ',' || next.text === '...' || next.text === '…') return true;
  return isTerminal(next) && startsSentence(out, out.length);
}

/**
 * Removes the comma before a hesitation if it belongs to the pause. @returns the number of tokens to skip, because they
 * were said before it
 */
function closePause(out: Token[], tokens: readonly Token[], next: number, words: ClauseWords): number {
  const last = out.at(-1);
  const paused = last?.text === ',' && !last.spoken;
  const before = paused ? out.slice(-REACH, -1) : out.slice(-REACH);
  const again = countSaidAgain(before, tokens, next, words);
  const contracted = isContractedAgain(before, tokens[next], words);
  if (paused && (again > 0 || contracted || isOnlyPause(before, tokens, next, words))) out.pop();
  if (contracted) out.pop();
  return again;
}
