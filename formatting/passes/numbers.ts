import { readAmount } from '../english/amounts.ts';
import { readCardinal, readOrdinal, readYear, type Spoken } from '../english/number-grammar.ts';
import { DIGIT_WORDS, groupDigits, isNumberWord, ordinal } from '../english/number-words.ts';
import { readTime } from '../english/times.ts';
import { type Token, token } from '../token.ts';
import { type Pass, startsSentence } from './pass.ts';

/** From here on a number is written in digits; below it is a word. */
const FIRST_IN_DIGITS = 10;
/** "10-minute call": what may follow a hyphen after digits. */
const MEASURES = new Set(
  'year day month week hour minute second dollar euro percent mile foot meter metre pound page point degree person inch kilometer kilometre gigabyte megabyte watt volt gallon liter litre story storey man woman bed bedroom part step line word item'.split(
    ' ',
  ),
);
/** What stands before a year: "in nineteen eighty". */
const YEAR_BEFORE = new Set(
  'in since by of until till from year before after during circa early late mid summer spring fall autumn winter january february march april may june july august september october november december class season'.split(
    ' ',
  ),
);
/** "a tenth of it", "one twelfth": fractions. */
const FRACTION_BEFORE = new Set(['a', 'an', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']);
const ORDINAL_BEFORE = new Set(['the', 'my', 'your', 'his', 'her', 'our', 'their', 'its', 'this', 'every', 'on']);

/** Writes numbers of ten and more, amounts, times and years in digits; one to nine stay words. */
export const writeNumbers: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const current = tokens[index];
    if (current === undefined) break;
    const read = startsNumber(tokens, index) ? readNumber(tokens, index) : undefined;
    if (read === undefined) {
      out.push(current);
      index += 1;
    } else {
      out.push(...(read.text === undefined ? tokens.slice(index, read.end) : toTokens(read.text, current)));
      index = read.end;
    }
  }
  return out;
};

/** "$2 million" is two tokens, so that the next run sees what this one wrote. */
function toTokens(text: string, first: Token): Token[] {
  return text.split(' ').map((part, at) => token(/\d/u.test(part) ? 'atom' : 'word', part, at > 0 || first.spaced));
}

/** A part of a compound ("mid-twenty") or of a title ("Ocean's Eleven") is no number. */
function startsNumber(tokens: readonly Token[], index: number): boolean {
  const current = tokens[index];
  if (current?.kind !== 'word') return false;
  if (!isNumberWord(current.key) && readOrdinal(tokens, index) === undefined) return false;
  if (!current.spaced && index > 0) return tokens[index - 1]?.kind === 'break' || isOpening(tokens[index - 1]);
  return current.text === current.key || startsSentence(tokens, index);
}

function isOpening(of: Token | undefined): boolean {
  return of?.kind === 'mark' && /^["“«([¿¡–—]$/u.test(of.text);
}

interface Read {
  /** Undefined leaves the words up to `end` as they are. */
  readonly text: string | undefined;
  readonly end: number;
}

function readNumber(tokens: readonly Token[], start: number): Read | undefined {
  const time = readTime(tokens, start);
  if (time !== undefined) return time;
  const compound = readOrdinal(tokens, start);
  if (compound !== undefined) return readOrdinalText(tokens, start, compound);
  const amount = readAmount(tokens, start);
  if (amount !== undefined) return amount;
  const year = readYearText(tokens, start);
  if (year !== undefined) return year;
  const number = readCardinal(tokens, start);
  if (number === undefined) return undefined;
  const chain = endOfChain(tokens, number.end);
  // Two numbers in a row say nothing sure: "five thirty", "fifty-fifty".
  if (chain > number.end) return { text: undefined, end: chain };
  return { text: isWritten(tokens, start, number) ? writeCardinal(number.value) : undefined, end: number.end };
}

function isWritten(tokens: readonly Token[], start: number, number: Spoken): boolean {
  if (number.value < FIRST_IN_DIGITS) return false;
  const next = tokens[number.end];
  if (next?.kind === 'mark' && !next.spaced && /^[-/'’]$/u.test(next.text)) {
    return next.text === '-' && MEASURES.has(tokens[number.end + 1]?.key.replace(/s$/u, '') ?? '');
  }
  return tokens[start - 1]?.key !== 'catch' || number.value !== 22;
}

/** `2000000` as "2 million", `1200` as "1,200", `2026` as "2026". */
function writeCardinal(value: number): string {
  for (const [scale, name] of [
    [1_000_000_000_000, 'trillion'],
    [1_000_000_000, 'billion'],
    [1_000_000, 'million'],
  ] as const) {
    if (value >= scale && value % scale === 0) return `${groupDigits(value / scale)} ${name}`;
  }
  return value >= 1_900 && value < 2_100 && value !== 2_000 ? String(value) : groupDigits(value);
}

function readOrdinalText(tokens: readonly Token[], start: number, read: Spoken): Read {
  const before = tokens[start - 1]?.key ?? '';
  const leave = { text: undefined, end: read.end };
  const last = tokens[read.end - 1]?.key;
  // "thirty second" is mostly a length of time.
  if (read.value < FIRST_IN_DIGITS || last === 'second') return leave;
  if (FRACTION_BEFORE.has(before) || isNumberWord(tokens[read.end]?.key ?? '') || isNumberWord(before)) return leave;
  const next = tokens[read.end];
  if (next?.kind === 'mark' && next.text === '-' && !next.spaced) return leave;
  const single = read.end === start + 1;
  if (single && (!ORDINAL_BEFORE.has(before) || next?.key === 'hour')) return leave;
  return { text: ordinal(read.value), end: read.end };
}

/**
 * "nineteen eighty four" is a year anywhere, "nineteen eighty" and "twenty twenty" only after "in", "since" and such.
 */
function readYearText(tokens: readonly Token[], start: number): Read | undefined {
  const year = readYear(tokens, start);
  if (year === undefined || year.value >= 2_100 || year.value < 1_100) return undefined;
  const single = readCardinal(tokens, start);
  if (single !== undefined && single.end === year.end) return undefined;
  const next = tokens[year.end];
  if (isNumberWord(next?.key ?? '') || next?.key === 'percent' || next?.key === 'dollars') return undefined;
  const round = year.value % 10 === 0 || year.value % 100 < 20;
  const clear = !round || tokens[start + 1]?.key === 'oh';
  if (!clear && !YEAR_BEFORE.has(tokens[start - 1]?.key ?? '')) return undefined;
  return year.value >= 1_500 ? { text: String(year.value), end: year.end } : undefined;
}

/** The end of number words that follow without a pause, hyphens included. */
function endOfChain(tokens: readonly Token[], start: number): number {
  let end = start;
  for (;;) {
    const hyphen = tokens[end]?.text === '-' && tokens[end]?.spaced === false;
    const next = hyphen ? end + 1 : end;
    const key = tokens[next]?.key ?? '';
    if (!isNumberWord(key) && !(DIGIT_WORDS.has(tokens[next + 1]?.key ?? '') && (key === 'oh' || key === 'o')))
      return end;
    end = next + 1;
  }
}
