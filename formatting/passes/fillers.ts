import type { Token } from '../token.ts';
import { isTerminal, type Pass, startsSentence } from './pass.ts';

/** Hesitations in every supported language. */
const UNIVERSAL = /^(?:u+h+|u+h+m+|u+m{2,}|h+m{2,}|m{3,}|e+r+m+)$/u;
/**
 * Hesitations in English that are words in other languages ("um" in Portuguese and German, "er" in German, "ehm" in
 * Italian).
 */
const ENGLISH = new Set(['um', 'er', 'hm', 'ehm']);
/** Words before "ER" as an emergency room. */
const DETERMINERS = new Set(['the', 'an', 'a', 'this', 'that', 'our', 'their', 'your', 'my', 'his', 'her']);
/** Words that make a sound an answer: "uh huh", "uh oh". */
const ANSWERS = new Set(['huh', 'oh', 'uh', 'hmm', 'mm']);
/** Words that no comma follows, so a comma after one of them belongs to the hesitation. */
const OPEN_ENDED = new Set(
  'i you he she it we they the a an my your his her its our their this that these those to of in on at for with by from and or but so if when as than is are was were be been am will would can could should may might must do does did have has had not very really think guess know believe mean want need like'.split(
    ' ',
  ),
);

/** Removes hesitations (uh, um, er, hmm) with the comma or full stop that the recognizer put around them. */
export const removeFillers: Pass = (tokens, { language, dictionary }) => {
  const named = new Set(dictionary.entries.map(({ spoken }) => spoken.toLowerCase()));
  const silent = !(language.chosen && !language.english) && tokens.every(isHesitation);
  const english = silent || (language.english && language.certain);
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    if (!isFiller(tokens, index, english) || named.has(current.key)) {
      out.push(current);
      continue;
    }
    const next = tokens[index + 1];
    if (next !== undefined && isOwnMark(out, next, tokens[index + 3]?.text === ',')) index += 1;
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

/** Verbs of speech, after which a hesitation may be quoted. */
const SAYING = new Set(['said', 'say', 'says', 'saying', 'word']);
/** Words that show it: "he said um and sat down". */
const QUOTED_BEFORE = new Set(['and', 'is', 'was', 'means']);
/** Second words of names that start with "um". */
const NAMES = new Set(['qasr', 'kulthum', 'kalsoum']);

/** Whether a hesitation is a word of the sentence: quoted, the subject of "is", or part of a name. */
function isMentioned(tokens: readonly Token[], index: number): boolean {
  const after = tokens[index + 1]?.key ?? '';
  if (SAYING.has(tokens[index - 1]?.key ?? '')) return QUOTED_BEFORE.has(after);
  return NAMES.has(after) || (startsSentence(tokens, index) && (after === 'is' || after === 'means'));
}

/**
 * Whether the mark after a hesitation is removed with it. @param parted a comma follows the next word, so the comma before
 * the hesitation begins a parenthesis ("the plan is, er, well, not a plan"). Also removes the comma before it if both belong to the pause.
 */
function isOwnMark(out: Token[], next: Token, parted: boolean): boolean {
  if (next.kind !== 'mark' || next.spaced) return false;
  const previous = out.at(-1);
  if (next.text === ',' && previous?.text === ',' && !parted && OPEN_ENDED.has(out.at(-2)?.key ?? '')) out.pop();
  if (next.text === ',' || next.text === '...' || next.text === '…') return true;
  return isTerminal(next) && startsSentence(out, out.length);
}
