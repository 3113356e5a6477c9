import { distance } from 'fastest-levenshtein';
import { isCommonEnglish } from '../english/common-words.ts';

/** Longest texts that are compared: what one dictation gives, with room. */
const MAX_WORDS = 2_000;
/** A name is rarely more words than this, and a longer difference is a new thought. */
const MAX_TERM_WORDS = 3;
const MAX_OFFERS = 10;
/** What was heard and what was meant sound alike; above this part of other letters it is another word. */
const MAX_DIFFERENCE = 0.6;

/**
 * The words that a person's own correction is worth a line in the dictionary for: names and terms that were misheard,
 * in the order of the text. Other words, other punctuation and whole new thoughts are none.
 * @param formatted the text as it was given
 * @param corrected the same text as the person left it
 */
export function offerTerms(formatted: string, corrected: string): string[] {
  const [before, after] = [wordsOf(formatted), wordsOf(corrected)];
  if (before.length > MAX_WORDS || after.length > MAX_WORDS) return [];
  const offers = new Set<string>();
  for (const { heard, meant, beginsSentence } of differences(before, after)) {
    if (isTerm(heard, meant, beginsSentence)) offers.add(meant.join(' '));
  }
  return [...offers].slice(0, MAX_OFFERS);
}

interface Difference {
  readonly heard: readonly string[];
  readonly meant: readonly string[];
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

/** Where the texts differ between words that both have (longest common subsequence). */
function differences(before: readonly TextWord[], after: readonly TextWord[]): Difference[] {
  const found: Difference[] = [];
  let [heard, meant]: [string[], TextWord[]] = [[], []];
  const end = () => {
    const [first] = meant;
    if (first && heard.length > 0) {
      found.push({ heard, meant: meant.map(({ word }) => word), beginsSentence: first.beginsSentence });
    }
    [heard, meant] = [[], []];
  };
  const common = commonLengths(before, after);
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, own] = [before[left], after[right]];
    if (old && own && old.word === own.word) {
      end();
      [left, right] = [left + 1, right + 1];
    } else if (own && (!old || (common[left]?.[right + 1] ?? 0) >= (common[left + 1]?.[right] ?? 0))) {
      meant.push(own);
      right += 1;
    } else if (old) {
      heard.push(old.word);
      left += 1;
    }
  }
  end();
  return found;
}

/** For each pair of places: how many words the rests of both texts have in common, in order. */
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

function isTerm(heard: readonly string[], meant: readonly string[], beginsSentence: boolean): boolean {
  if (meant.length > MAX_TERM_WORDS || heard.length > MAX_TERM_WORDS + 1) return false;
  if (!meant.some((word) => isName(word, beginsSentence && word === meant[0]))) return false;
  const [old, own] = [heard, meant].map((words) => words.join('').toLowerCase());
  if (old === undefined || own === undefined) return false;
  return distance(old, own) / Math.max(old.length, own.length) <= MAX_DIFFERENCE;
}

/** A word that a dictionary of names would have: no common one, or written in a way of its own. */
function isName(word: string, beginsSentence: boolean): boolean {
  if (!/\p{L}/u.test(word) || word.length < 2) return false;
  const ownCase = beginsSentence ? /.\p{Lu}/u.test(word) : /\p{Lu}/u.test(word);
  return ownCase || /\d/u.test(word) || !isCommonEnglish(word.toLowerCase());
}
