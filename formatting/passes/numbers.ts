import { readTypedAmount } from '../english/amounts.ts';
import { isMonth, readDayFirst, readMonthFirst, type WrittenDate } from '../english/calendar.ts';
import { readTyped } from '../english/identifiers.ts';
import { mayBegin, readNumber } from '../english/number-reading.ts';
import { isOrdinalWord, readPhrase } from '../english/number-run.ts';
import { isNumberWord, SCALE_WORDS } from '../english/number-words.ts';
import { readSlashed } from '../english/slashed.ts';
import { append, type Token, token } from '../token.ts';
import type { Pass } from './pass.ts';

/** What "+44" and "-5 degrees" begin with. */
const SIGNED: ReadonlyMap<string, string> = new Map([
  ['plus', '+'],
  ['minus', '-'],
  ['negative', '-'],
]);

const STARTS = new Set(['half', 'quarter', 'oh', 'double', 'triple', 'point', ...SIGNED.keys()]);
/** What "a" counts. */
const COUNTED = new Set(['hundred', 'quarter', ...SCALE_WORDS.keys()]);

/**
 * Writes numbers of ten and more, amounts, times, dates, years, telephone numbers and codes in digits; one to nine stay
 * words. A phrase that is not understood as a whole stays as it was said.
 */
export const writeNumbers: Pass = (tokens, { language, place }) => {
  if (!language.english) return tokens;
  const inCode = place.kind === 'code';
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const current = tokens[index];
    if (current === undefined) break;
    const read = readPlace(tokens, index, current, inCode);
    if (read === undefined) out.push(current);
    else append(out, read.written ?? tokens.slice(index, read.end));
    index = read?.end ?? index + 1;
  }
  return out;
};

function readPlace(tokens: readonly Token[], index: number, current: Token, inCode: boolean): Read | undefined {
  if (/^\d/u.test(current.text)) {
    const amount = readTypedAmount(tokens, index);
    if (amount?.text !== undefined) return { written: toTokens(amount.text, current), end: amount.end };
  }
  return startsPhrase(tokens, index) && mayBegin(tokens, index) ? readAt(tokens, index, current, inCode) : undefined;
}

/** Whether a word begins a number or date at all, which most words do not. */
function startsPhrase(tokens: readonly Token[], index: number): boolean {
  const key = tokens[index]?.key ?? '';
  if (key === 'a' || key === 'an') return COUNTED.has(tokens[index + 1]?.key ?? '');
  return isNumberWord(key) || STARTS.has(key) || isOrdinalWord(key) || isMonth(key) || /^\d$/u.test(key);
}

interface Read {
  /** Undefined leaves the tokens as they are. */
  readonly written: readonly Token[] | undefined;
  readonly end: number;
}

function readAt(tokens: readonly Token[], index: number, current: Token, inCode: boolean): Read | undefined {
  const dated = readMonthFirst(tokens, index);
  if (dated !== undefined) return { written: toDate(dated, current), end: dated.end };
  const sign = SIGNED.get(current.key);
  const start = sign === undefined ? index : index + 1;
  const slashed = sign === undefined ? readSlashed(tokens, index) : undefined;
  const phrase = slashed === undefined ? readPhrase(tokens, start) : undefined;
  const day = phrase === undefined || sign !== undefined ? undefined : readDayFirst(tokens, start, phrase);
  if (day !== undefined) return { written: toDate(day, current), end: day.end };
  const read = slashed ?? readTyped(tokens, start) ?? readNumber(tokens, start);
  if (read === undefined || (sign !== undefined && !read.text?.startsWith(sign))) return undefined;
  // Code has no commas in its numbers: "port 8080".
  const text = inCode ? read.text?.replaceAll(',', '') : read.text;
  return { written: text === undefined ? undefined : toTokens(text, current), end: read.end };
}

/** "$2 million" is two tokens, so that the next run sees what this one wrote. */
function toTokens(text: string, first: Token): Token[] {
  return text.split(' ').map((part, at) => token(/\d/u.test(part) ? 'atom' : 'word', part, at > 0 || first.spaced));
}

function toDate({ month, day, year, dayFirst }: WrittenDate, first: Token): Token[] {
  const name = (spaced: boolean) => token('word', month, spaced);
  const number = (text: string | undefined, spaced = true) =>
    text === undefined ? [] : toTokens(text, token('atom', text, spaced));
  if (dayFirst) return [...number(day, first.spaced), token('word', 'of'), name(true), ...number(year)];
  const comma = day === undefined || year === undefined ? [] : [token('mark', ',', false, true)];
  return [name(first.spaced), ...number(day), ...comma, ...number(year)];
}
