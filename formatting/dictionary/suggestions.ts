import { distance } from 'fastest-levenshtein';
import { isCommonEnglish } from '../english/common-words.ts';

/** The maximum length of the compared texts, more than one dictation has. */
const MAX_WORDS = 2_000;
/** The maximum number of words of a term. A longer difference is a new sentence. */
const MAX_TERM_WORDS = 3;
const MAX_SUGGESTIONS = 10;
/** The maximum share of different letters between a misheard term and its correction. */
const MAX_DIFFERENCE = 0.6;

/**
 * Finds terms for the dictionary in a person's correction: misheard names and terms, in the order of the text. Other
 * words, punctuation and new sentences are ignored.
 * @param formatted the text as it was returned
 * @param corrected the same text as the person left it
 */
export function suggestTerms(formatted: string, corrected: string): string[] {
  const [before, after] = [wordsOf(formatted), wordsOf(corrected)];
  if (before.length > MAX_WORDS || after.length > MAX_WORDS) return [];
  const suggestions = new Set<string>();
  for (const { recognized, intended, beginsSentence } of differences(before, after)) {
    if (isTerm(recognized, intended, beginsSentence)) suggestions.add(intended.join(' '));
  }
  return [...suggestions].slice(0, MAX_SUGGESTIONS);
}

interface Difference {
  readonly recognized: readonly string[];
  readonly intended: readonly string[];
  readonly beginsSentence: boolean;
}

interface TextWord {
  readonly word: string;
  readonly beginsSentence: boolean;
}

function wordsOf(text: string): TextWord[] {
  let beginsSentence = true;
  return text.split(/\s+/u).flatMap((token) => {
    const word = /[\p{L}\p{N}](?:.*[\p{L}\p{N}+#])?/su.exec(token)?.[0] ?? '';
    if (word === '') return [];
    const found = { word, beginsSentence };
    beginsSentence = /[.!?…:]["'”’)]*$/u.test(token);
    return [found];
  });
}

/** The differences between the texts (longest common subsequence). */
function differences(before: readonly TextWord[], after: readonly TextWord[]): Difference[] {
  const found: Difference[] = [];
  let [recognized, intended]: [string[], TextWord[]] = [[], []];
  const end = () => {
    const [first] = intended;
    if (first && recognized.length > 0) {
      found.push({ recognized, intended: intended.map(({ word }) => word), beginsSentence: first.beginsSentence });
    }
    [recognized, intended] = [[], []];
  };
  const common = commonLengths(before, after);
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, own] = [before[left], after[right]];
    if (old && own && old.word === own.word) {
      end();
      [left, right] = [left + 1, right + 1];
    } else if (own && (!old || (common[left]?.[right + 1] ?? 0) >= (common[left + 1]?.[right] ?? 0))) {
      intended.push(own);
      right += 1;
    } else if (old) {
      recognized.push(old.word);
      left += 1;
    }
  }
  end();
  return found;
}

/** For each pair of positions, the number of words that the rests of both texts have in common, in order. */
function commonLengths(before: readonly TextWord[], after: readonly TextWord[]): Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left -= 1) {
    const [row, below] = [lengths[left], lengths[left + 1]];
    for (let right = after.length - 1; row && below && right >= 0; right -= 1) {
      const same = before[left]?.word === after[right]?.word;
      row[right] = same ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return lengths;
}

function isTerm(recognized: readonly string[], intended: readonly string[], beginsSentence: boolean): boolean {
  if (intended.length > MAX_TERM_WORDS || recognized.length > MAX_TERM_WORDS + 1) return false;
  if (!intended.some((word) => isName(word, beginsSentence && word === intended[0]))) return false;
  const [old, own] = [recognized, intended].map((words) => words.join('').toLowerCase());
  if (old === undefined || own === undefined) return false;
  return distance(old, own) / Math.max(old.length, own.length) <= MAX_DIFFERENCE;
}

/** Whether a word belongs in a dictionary: uncommon, or with unusual capitals or digits. */
function isName(word: string, beginsSentence: boolean): boolean {
  if (!/\p{L}/u.test(word) || word.length < 2) return false;
  const ownCase = beginsSentence ? /.\p{Lu}/u.test(word) : /\p{Lu}/u.test(word);
  return ownCase || /\d/u.test(word) || !isCommonEnglish(word.toLowerCase());
}
