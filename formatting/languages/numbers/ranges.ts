import type { Token } from '../../token.ts';
import type { NumberGrammar } from './grammar.ts';
import { type Numeral, readNumeral } from './numeral.ts';

/** More numbers than a range has. The limit keeps reading linear. */
const MAX_NUMBERS = 4;
/** The maximum number of words such as "etwa" before a number of a range. */
const MAX_APPROXIMATIONS = 2;
const HUNDRED = 100;
const THOUSAND = 1_000;
/** "Treinta a veinte mil" may both be thousands; in "ochenta a dos mil" they are not. */
const MAX_RATIO = 10;

/**
 * The token after a range whose first number may share the multiplier of the last one: "de diez a veinte mil",
 * "zwei- bis dreihundert". Such a range stays in words. Undefined if no such range starts here.
 */
export function endOfSharedRange(tokens: readonly Token[], start: number, grammar: NumberGrammar): number | undefined {
  const values: number[] = [];
  let shared: number | undefined;
  let at: number | undefined = start;
  while (at !== undefined && values.length < MAX_NUMBERS) {
    const read = readNumeral(tokens, at, grammar);
    if (read?.text === undefined) break;
    if (values.some((value) => mayShare(value, read, grammar))) shared = read.end;
    values.push(read.value);
    at = startOfNext(tokens, read.end, grammar);
  }
  return shared;
}

/** Whether a number may count the hundreds or thousands of a later one. */
function mayShare(value: number, { value: later, lastWord }: Numeral, { cardinals }: NumberGrammar): boolean {
  return mayShareValue(value, later / (cardinals.scales.get(lastWord) ?? 1));
}

/**
 * Whether the first value of a range may count the hundreds or thousands of the last: 10 and 20,000, 2 and 300. It does
 * not in 80 and 2,000.
 */
export function mayShareValue(value: number, later: number): boolean {
  const scale = later >= THOUSAND ? THOUSAND : HUNDRED;
  const count = Math.floor(later / scale);
  if (value < 1 || count < 2) return false;
  return scale === HUNDRED ? value < MAX_RATIO : value < THOUSAND && value <= count * MAX_RATIO;
}

/** The start of the next number of a range. Undefined if the number before it is the last. */
function startOfNext(tokens: readonly Token[], end: number, grammar: NumberGrammar): number | undefined {
  // The hyphen of "zehn- bis zwanzigtausend".
  const suspended = tokens[end]?.text === '-' && tokens[end]?.spaced === false;
  let at = suspended ? end + 1 : end;
  const paused = tokens[at]?.text === ',' && tokens[at]?.spoken !== true;
  if (paused) at += 1;
  const joined = tokens[at]?.spaced === true && grammar.ranges.has(tokens[at]?.key ?? '');
  if (joined) at += 1;
  if (!paused && !joined) return undefined;
  for (let skipped = 0; skipped < MAX_APPROXIMATIONS; skipped += 1)
    if (grammar.approximations.has(tokens[at]?.key ?? '')) at += 1;
  return tokens[at]?.spaced ? at : undefined;
}
