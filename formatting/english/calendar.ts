import { endsPhrase, startsLine } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { type Phrase, type Piece, readPhrase } from './number-run.ts';
import { ordinal } from './number-words.ts';
import { yearOf } from './years.ts';

const MONTHS = wordSet('january february march april may june july august september october november december');
/** Months that are also verbs count as months only after one of {@link DATE_BEFORE}. */
const VERBS = wordSet('march may');
const DATE_BEFORE = wordSet(
  'on by of until till since before after from to and is in the dated due between this next last was through monday tuesday wednesday thursday friday saturday sunday',
);
/** Nouns that an ordinal ranks: "August fifth graders". */
const RANKED = wordSet('grader graders grade graders floor row place base cousin degree');
const INDEPENDENCE_DAY = '4 july';
/** Words that may follow a day said as a cardinal: "january fifteen at noon". */
const AFTER_DAY = wordSet('at from to until till and or in for is was we i with through because so but if when');
const DAY_JOINTS = wordSet('to through and or until');
const FIRST_YEAR = 1_100;
const LAST_YEAR = 2_099;

/** The parts of a written date. A date that starts with its month has a comma before the year. */
export interface WrittenDate {
  readonly month: string;
  readonly day: string | undefined;
  readonly year: string | undefined;
  /** "January 15" or "the 15th of January". */
  readonly dayFirst: boolean;
  readonly end: number;
}

/** True for the name of a month. */
export function isMonth(key: string): boolean {
  return MONTHS.has(key);
}

/** Reads "january fifteenth twenty twenty six" and "march twenty twenty six". The month is at `start`. */
export function readMonthFirst(tokens: readonly Token[], start: number): WrittenDate | undefined {
  const month = tokens[start]?.key ?? '';
  if (tokens[start]?.kind !== 'word' || !MONTHS.has(month)) return undefined;
  const phrase = readPhrase(tokens, start + 1);
  const [day, ...rest] = phrase?.pieces ?? [];
  if (phrase === undefined || day === undefined || tokens[start + 1]?.spaced === false) return undefined;
  const before = tokens[start - 1];
  const dated = startsLine(tokens, start) || before?.kind === 'mark' || DATE_BEFORE.has(before?.key ?? '');
  const date = { month: capital(month), dayFirst: false };
  const alone = pieceYear(phrase.pieces ?? []);
  if (alone !== undefined && alone.length === 4 && Number(alone) > 1_500 && (dated || !VERBS.has(month))) {
    return { ...date, day: undefined, year: alone, end: phrase.end };
  }
  if (!isDay(day) || (day.kind === 'ordinal' && RANKED.has(tokens[phrase.end]?.key ?? ''))) return undefined;
  const year = rest.length > 0 ? { text: pieceYear(rest), end: phrase.end } : yearAfter(tokens, phrase);
  if (rest.length > 0 && year?.text === undefined) return undefined;
  if (VERBS.has(month) && year?.text === undefined && (!dated || tokens[phrase.end]?.key === 'of')) return undefined;
  const closed = endsPhrase(tokens, phrase.end) || AFTER_DAY.has(tokens[phrase.end]?.key ?? '');
  if (day.kind === 'number' && year?.text === undefined && !closed) return undefined;
  const last = year?.text === undefined && day.kind === 'ordinal' ? lastDay(tokens, phrase.end, day.value) : undefined;
  if (last !== undefined) return { ...date, day: `${day.value} ${last.text}`, year: undefined, end: last.end };
  return { ...date, day: String(day.value), year: year?.text, end: year?.end ?? phrase.end };
}

/** Reads "the third of may two thousand and five". The day is at `start`. */
export function readDayFirst(tokens: readonly Token[], start: number, phrase: Phrase): WrittenDate | undefined {
  const [day, ...rest] = phrase.pieces ?? [];
  const month = tokens[phrase.end + 1]?.key ?? '';
  if (day?.kind !== 'ordinal' || rest.length > 0 || day.value > 31 || tokens[start - 1]?.key === 'a') return undefined;
  if (tokens[phrase.end]?.key !== 'of' || !MONTHS.has(month)) return undefined;
  const year = yearAfter(tokens, { ...phrase, end: phrase.end + 2 });
  // "The Fourth of July" is a holiday.
  if (year === undefined && `${day.value} ${month}` === INDEPENDENCE_DAY) return undefined;
  return {
    month: capital(month),
    day: ordinal(day.value),
    year: year?.text,
    dayFirst: true,
    end: year?.end ?? phrase.end + 2,
  };
}

/** Reads the second day of "January first to third" and "May fifth and sixth". */
function lastDay(tokens: readonly Token[], start: number, first: number): { text: string; end: number } | undefined {
  const joint = tokens[start]?.key ?? '';
  const phrase = DAY_JOINTS.has(joint) ? readPhrase(tokens, start + 1) : undefined;
  const [only] = phrase?.pieces ?? [];
  if (phrase?.pieces?.length !== 1 || only?.kind !== 'ordinal' || only.value <= first || only.value > 31)
    return undefined;
  const closed = endsPhrase(tokens, phrase.end) || AFTER_DAY.has(tokens[phrase.end]?.key ?? '');
  return closed ? { text: `${joint} ${only.value}`, end: phrase.end } : undefined;
}

function isDay({ kind, value }: Piece): boolean {
  return (kind === 'ordinal' || kind === 'number') && value >= 1 && value <= 31;
}

function pieceYear(pieces: readonly Piece[]): string | undefined {
  const year = yearOf(pieces);
  return year !== undefined && year >= FIRST_YEAR && year <= LAST_YEAR ? String(year) : undefined;
}

/** Reads a year, also after a comma of the recognizer. */
function yearAfter(tokens: readonly Token[], { end }: Phrase): { text: string; end: number } | undefined {
  const phrase = readPhrase(tokens, tokens[end]?.text === ',' ? end + 1 : end);
  const text = phrase?.pieces === undefined || phrase.joined ? undefined : pieceYear(phrase.pieces);
  return text === undefined || phrase === undefined ? undefined : { text, end: phrase.end };
}

function capital(month: string): string {
  return month.charAt(0).toUpperCase() + month.slice(1);
}
