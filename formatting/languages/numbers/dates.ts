import { startsLine } from '../../passes/pass.ts';
import { type Token, token } from '../../token.ts';
import type { NumberGrammar } from './grammar.ts';
import { endOfPhrase } from './numeral.ts';
import { onlyPiece, readRun } from './run.ts';

const LAST_DAY = 31;
const FIRST_YEAR = 1_100;
const LAST_YEAR = 2_099;

/** The tokens of a written date and the token after it. */
export interface WrittenDate {
  readonly tokens: readonly Token[];
  readonly end: number;
}

interface Part {
  readonly text: string;
  readonly end: number;
}

/** Reads "el tres de mayo de dos mil veinte", "du trois au cinq mai", "am dritten Mai". The first day is at `start`. */
export function readDate(tokens: readonly Token[], start: number, grammar: NumberGrammar): WrittenDate | undefined {
  const { dates } = grammar;
  const first = readDay(tokens, start, grammar);
  if (first === undefined) return undefined;
  const joint = endOfPhrase(tokens, first.end, dates.joints);
  const second = joint === undefined ? undefined : readDay(tokens, joint, grammar);
  const lastDay = second ?? first;
  const monthAt = monthAfter(tokens, lastDay.end, grammar);
  const month = monthAt === undefined ? undefined : dates.months.get(tokens[monthAt]?.key ?? '');
  if (monthAt === undefined || month === undefined) return undefined;
  const year = readYear(tokens, monthAt + 1, grammar);
  const dated = dates.before.has(tokens[start - 1]?.key ?? '') || year !== undefined;
  // "3. Mai" at the start of a line would be an item of a list.
  if (!dated || (startsLine(tokens, start) && first.text.endsWith('.'))) return undefined;
  const out: Token[] = [token('atom', first.text, tokens[start]?.spaced)];
  if (second !== undefined && joint !== undefined)
    out.push(...tokens.slice(first.end, joint), token('atom', second.text));
  out.push(...tokens.slice(lastDay.end, monthAt), token('word', month));
  if (year !== undefined) out.push(...tokens.slice(monthAt + 1, year.at), token('atom', year.text));
  return { tokens: out, end: year?.end ?? monthAt + 1 };
}

function readDay(
  tokens: readonly Token[],
  at: number,
  { dates, cardinals, articles }: NumberGrammar,
): Part | undefined {
  const current = tokens[at];
  if (current?.kind !== 'word' || current.text !== current.key) return undefined;
  const ordinal = dates.ordinals.get(current.key);
  if (ordinal !== undefined) return { text: ordinal, end: at + 1 };
  const day = dates.cardinal ? onlyPiece(readRun(tokens, at, cardinals)) : undefined;
  if (day === undefined || day.value < 1 || day.value > LAST_DAY || articles.has(current.key)) return undefined;
  return { text: String(day.value), end: day.end };
}

/** The index of a month. Where months have a small letter, a capital shows a name: "Mars". */
function monthAfter(tokens: readonly Token[], at: number, { dates, capitalNouns }: NumberGrammar): number | undefined {
  const index = dates.of.size === 0 ? at : at + 1;
  if (dates.of.size > 0 && !dates.of.has(tokens[at]?.key ?? '')) return undefined;
  const month = tokens[index];
  return month?.kind === 'word' && month.spaced && (capitalNouns || month.text === month.key) ? index : undefined;
}

function readYear(
  tokens: readonly Token[],
  start: number,
  { dates, cardinals }: NumberGrammar,
): (Part & { readonly at: number }) | undefined {
  const of = dates.of.has(tokens[start]?.key ?? '');
  if (dates.of.size > 0 && !of) return undefined;
  const at = of ? start + 1 : start;
  const year = tokens[at]?.spaced ? onlyPiece(readRun(tokens, at, cardinals)) : undefined;
  if (year === undefined || year.value < FIRST_YEAR || year.value > LAST_YEAR) return undefined;
  return { text: String(year.value), end: year.end, at };
}
