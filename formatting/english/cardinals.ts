import { DIGIT_WORDS, ORDINAL_WORDS, SCALE_WORDS, TEEN_WORDS, TENS_WORDS } from './number-words.ts';

/** A spoken number: its value and the index of the word after it. */
export interface Spoken {
  readonly value: number;
  readonly end: number;
}

const MILLION = 1_000_000;

/** Reads 0 to 99: "twenty five", "seven". */
export function readSmall(words: readonly string[], start: number): Spoken | undefined {
  const word = words[start] ?? '';
  const single = DIGIT_WORDS.get(word) ?? TEEN_WORDS.get(word);
  if (single !== undefined) return { value: single, end: start + 1 };
  const tens = TENS_WORDS.get(word);
  if (tens === undefined) return undefined;
  const digit = DIGIT_WORDS.get(words[start + 1] ?? '') ?? 0;
  return digit > 0 ? { value: tens + digit, end: start + 2 } : { value: tens, end: start + 1 };
}

/** Reads the longest whole number: "one million two hundred thousand and five", "a hundred and twenty". */
export function readCardinal(words: readonly string[], start: number): Spoken | undefined {
  let part = readPart(words, start);
  if (part === undefined) return undefined;
  let total = 0;
  let limit = Number.POSITIVE_INFINITY;
  let end = start;
  while (part !== undefined) {
    const scale: number | undefined = SCALE_WORDS.get(words[part.end] ?? '');
    if (scale === undefined || part.value === 0 || part.value >= 1_000) {
      return { value: total + part.value, end: part.end };
    }
    total += part.value * scale;
    limit = scale;
    end = part.end + 1;
    part = readLowerPart(words, end, limit);
  }
  return { value: total, end };
}

/** Reads an ordinal: "third", "twenty first", "one hundred and fifth", "two thousandth". */
export function readOrdinal(words: readonly string[], start: number): Spoken | undefined {
  let at = start;
  while (at < words.length && !ORDINAL_STEMS.has(words[at] ?? '')) {
    if (!CARDINAL_PARTS.has(words[at] ?? '') || at - start > MAX_ORDINAL_WORDS) return undefined;
    at += 1;
  }
  const stem = ORDINAL_STEMS.get(words[at] ?? '');
  if (stem === undefined) return undefined;
  if (at === start) {
    const single = ORDINAL_WORDS.get(words[start] ?? '');
    return single === undefined ? undefined : { value: single, end: start + 1 };
  }
  const read = readCardinal([...words.slice(start, at), stem], 0);
  return read?.end === at - start + 1 ? { value: read.value, end: at + 1 } : undefined;
}

/** Longer than any spoken ordinal. */
const MAX_ORDINAL_WORDS = 16;

const CARDINAL_PARTS: ReadonlySet<string> = new Set([
  ...DIGIT_WORDS.keys(),
  ...TEEN_WORDS.keys(),
  ...TENS_WORDS.keys(),
  ...SCALE_WORDS.keys(),
  'hundred',
  'and',
  'a',
]);

/** The cardinal word for each ordinal word: "fifth" is "five". */
const ORDINAL_STEMS: ReadonlyMap<string, string> = new Map([
  ...[...ORDINAL_WORDS].map(([word, value]): [string, string] => [word, cardinalWord(value)]),
  ['hundredth', 'hundred'],
  ['thousandth', 'thousand'],
  ['millionth', 'million'],
  ['billionth', 'billion'],
]);

function cardinalWord(value: number): string {
  for (const table of [DIGIT_WORDS, TEEN_WORDS, TENS_WORDS]) {
    for (const [word, each] of table) if (each === value) return word;
  }
  return '';
}

/** Reads the count before a scale word: 1 to 999, or "a". */
function readPart(words: readonly string[], start: number): Spoken | undefined {
  const article = words[start] === 'a' || words[start] === 'an';
  if (article && SCALE_WORDS.has(words[start + 1] ?? '')) return { value: 1, end: start + 1 };
  return readHundreds(words, start);
}

/**
 * Reads the part below a scale: "two thousand | three hundred", "a million | two hundred thousand", "a thousand | and
 * five". "A million two" is ambiguous, so it is not read.
 */
function readLowerPart(words: readonly string[], start: number, limit: number): Spoken | undefined {
  const joined = words[start] === 'and';
  const part = readHundreds(words, joined ? start + 1 : start);
  if (part === undefined || part.value === 0 || words[joined ? start + 1 : start] === 'a') return undefined;
  const scale = SCALE_WORDS.get(words[part.end] ?? '');
  if (scale !== undefined) return scale < limit && !joined && part.value < 1_000 ? part : undefined;
  if (part.value >= limit || part.value >= 1_000) return undefined;
  if (joined) return part.value < 100 ? part : undefined;
  return limit >= MILLION && part.value < 100 ? undefined : part;
}

/** Reads up to 999, and 1,100 to 9,900 in hundreds ("fourteen hundred"). */
function readHundreds(words: readonly string[], start: number): Spoken | undefined {
  const article = words[start] === 'a' && words[start + 1] === 'hundred';
  const count = article ? { value: 1, end: start + 1 } : readSmall(words, start);
  if (count === undefined || count.value === 0 || words[count.end] !== 'hundred') return count;
  // "Twenty hundred" is a time of day, not a count.
  if (count.value % 10 === 0) return count;
  const value = count.value * 100;
  const after = count.end + 1;
  const rest = readSmall(words, words[after] === 'and' ? after + 1 : after);
  // "Two hundred three hundred" and "two hundred and three hundred" are two numbers each.
  if (rest === undefined || rest.value === 0 || words[rest.end] === 'hundred') return { value, end: after };
  return { value: value + rest.value, end: rest.end };
}
