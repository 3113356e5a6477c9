import { DIGIT_WORDS, isNumberWord } from '../english/number-words.ts';
import { append, type Token, token } from '../token.ts';
import { isJoined, type Pass } from './pass.ts';

/** Digits that stand alone need to be as many; with a sign of an identifier fewer do. */
const ENOUGH = 4;
const ENOUGH_WITH_SIGN = 3;
const ENOUGH_FOR_OH_FIRST = 6;
const ENOUGH_WITH_PAUSES = 7;
/** Words that announce an identifier. */
const ANNOUNCING = new Set(
  'number code pin id extension ext room flight call dial zip postcode postal account order ticket invoice case serial phone cell mobile fax gate bus route area password passcode reference ref'.split(
    ' ',
  ),
);
const TIMES: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);

interface Run {
  readonly digits: string;
  readonly end: number;
  /** It has "oh", "zero", "double" or "triple", which only identifiers have. */
  readonly sure: boolean;
}

/** Joins digits that are said one by one: phone numbers, codes. "oh" is zero inside such a run, "double five" is 55. */
export const joinDigits: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const run = readRuns(tokens, index, out);
    const current = tokens[index];
    if (current === undefined) break;
    if (run === undefined) {
      out.push(current);
      index += 1;
      continue;
    }
    out.push(run.digits === '' ? current : token('atom', run.digits, current.spaced));
    if (run.digits === '') append(out, tokens.slice(index + 1, run.end));
    index = run.end;
  }
  return out;
};

/** Reads runs that only the recognizer's commas part; an empty text means: leave all of it as it is. */
function readRuns(tokens: readonly Token[], start: number, out: readonly Token[]) {
  const first = readRun(tokens, start);
  if (first === undefined) return undefined;
  const groups = [first];
  for (;;) {
    const end = groups.at(-1)?.end ?? start;
    const pause = tokens[end];
    if (pause?.text !== ',' || pause.spoken) break;
    const next = readRun(tokens, end + 1);
    if (next === undefined || next.digits.length < 2) break;
    groups.push(next);
  }
  const total = groups.reduce((sum, { digits }) => sum + digits.length, 0);
  const grouped = groups.length > 1 && first.digits.length > 1 && total >= ENOUGH_WITH_PAUSES;
  const end = grouped ? (groups.at(-1)?.end ?? first.end) : first.end;
  const leave = { digits: '', end: first.end };
  if (isPartOfNumber(out.at(-1)) || isPartOfNumber(tokens[end]) || isJoined(tokens, start) || isTime(tokens, end))
    return leave;
  if (grouped) return { digits: groups.map(({ digits }) => digits).join('-'), end };
  return isEnough(first, tokens[start]?.key, out.at(-1)?.key) ? { digits: first.digits, end } : leave;
}

function readRun(tokens: readonly Token[], start: number): Run | undefined {
  let digits = '';
  let sure = false;
  let index = start;
  for (;;) {
    const { key, spaced } = tokens[index] ?? { key: '', spaced: true };
    if (index > start && !spaced) break;
    const times = TIMES.get(key);
    const digit = digitOf(tokens[index + (times === undefined ? 0 : 1)]?.key);
    if (digit === undefined) break;
    // "oh" opens nothing: "oh two of them came".
    sure ||= times !== undefined || digit === '0';
    digits += digit.repeat(times ?? 1);
    index += times === undefined ? 1 : 2;
  }
  return digits.length > 1 ? { digits, end: index, sure } : undefined;
}

function digitOf(key: string | undefined): string | undefined {
  if (key === undefined || key === '') return undefined;
  if (key === 'oh' || key === 'o') return '0';
  if (/^\d$/u.test(key)) return key;
  return DIGIT_WORDS.get(key)?.toString();
}

function isEnough(run: Run, first: string | undefined, before: string | undefined): boolean {
  const length = run.digits.length;
  if (first === 'oh' || first === 'o') return length >= ENOUGH_FOR_OH_FIRST;
  if (length >= ENOUGH) return true;
  return length >= ENOUGH_WITH_SIGN && (run.sure || ANNOUNCING.has(before ?? ''));
}

/** "twenty one two three", "one two hundred", "three point one four one five": parts of other numbers. */
function isPartOfNumber(of: Token | undefined): boolean {
  return of !== undefined && (of.key === 'point' || (isNumberWord(of.key) && !DIGIT_WORDS.has(of.key)));
}

/** "six oh five a m" is a time. */
function isTime(tokens: readonly Token[], end: number): boolean {
  const [next = '', following = ''] = [tokens[end]?.key, tokens[end + 1]?.key];
  return (
    /^(?:[ap]m|o'clock)$/u.test(next) ||
    (/^[ap]$/u.test(next) && following === 'm') ||
    /^[ap]\.m\.$/iu.test(tokens[end]?.text ?? '')
  );
}
