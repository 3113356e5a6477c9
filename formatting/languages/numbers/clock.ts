import type { Token } from '../../token.ts';
import type { NumberGrammar } from './grammar.ts';
import { closes, isInName, type Written } from './numeral.ts';
import { onlyPiece, type Piece, readRun } from './run.ts';

const LAST_HOUR = 24;
const LAST_MINUTE = 59;
/** "Las dos y tres" may be two numbers. */
const FIRST_MINUTE_AFTER_AND = 5;

/** Reads a time of day with its minutes: "las diez y media", "dix-neuf heures trente", "acht Uhr fünfzehn". */
export function readClock(tokens: readonly Token[], start: number, grammar: NumberGrammar): Written | undefined {
  const { clock } = grammar;
  const run = readRun(tokens, start, grammar.cardinals);
  const hour = run?.pieces?.[0];
  if (run === undefined || hour === undefined || hour.value > LAST_HOUR) return undefined;
  const minute = clock.hour.has(tokens[run.end]?.key ?? '')
    ? minuteAfterHour(tokens, run.end + 1, grammar)
    : minuteAfterArticle(tokens, start, grammar);
  if (minute === undefined) return undefined;
  const named = isInName(tokens, start, minute.end, { ...grammar, capitalNouns: true });
  const clear = minute.value !== undefined && closes(tokens, minute.end, grammar);
  if (!clear || (named && clock.hour.size === 0)) return { text: undefined, end: minute.end };
  return { text: clock.write(hour.value, String(minute.value).padStart(2, '0')), end: minute.end, unit: true };
}

interface Minute {
  /** Undefined if the words are no minutes. */
  readonly value: number | undefined;
  readonly end: number;
}

function minuteAfterHour(tokens: readonly Token[], at: number, { cardinals }: NumberGrammar): Minute | undefined {
  const run = readRun(tokens, at, cardinals);
  if (run === undefined) return undefined;
  const only = onlyPiece(run);
  // "Um acht Uhr vierhundert Milligramm": the next number has its own unit.
  if (only !== undefined && only.value > LAST_MINUTE) return undefined;
  return { value: only?.value === 0 ? undefined : only?.value, end: run.end };
}

function minuteAfterArticle(tokens: readonly Token[], start: number, grammar: NumberGrammar): Minute | undefined {
  const { clock, cardinals } = grammar;
  const run = readRun(tokens, start, cardinals);
  if (run?.pieces === undefined || !clock.articles.has(tokens[start - 1]?.key ?? '')) return undefined;
  const [, ...rest] = run.pieces;
  if (rest.length > 0) return { value: minuteOf(rest), end: run.end };
  if (!clock.plus.has(tokens[run.end]?.key ?? '')) return undefined;
  const named = clock.minutes.get(tokens[run.end + 1]?.key ?? '');
  if (named !== undefined) return { value: named, end: run.end + 2 };
  const minutes = readRun(tokens, run.end + 1, cardinals);
  if (minutes === undefined) return undefined;
  const value = onlyPiece(minutes)?.value ?? 0;
  return { value: value >= FIRST_MINUTE_AFTER_AND && value <= LAST_MINUTE ? value : undefined, end: minutes.end };
}

/** "Cuarenta y cinco", "cero cinco". */
function minuteOf([first, second, ...rest]: readonly Piece[]): number | undefined {
  if (first === undefined || rest.length > 0) return undefined;
  if (second === undefined) return first.value >= 10 && first.value <= LAST_MINUTE ? first.value : undefined;
  return first.value === 0 && second.value > 0 && second.value < 10 ? second.value : undefined;
}
