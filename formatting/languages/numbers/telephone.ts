import { isTerminal } from '../../passes/pass.ts';
import type { Token } from '../../token.ts';
import type { NumberGrammar } from './grammar.ts';
import type { Written } from './numeral.ts';
import { type Piece, type Run, readRun } from './run.ts';

/** From this many digits on, a number said digit by digit is joined. */
const SURE_DIGITS = 7;
/** After a word such as "código" fewer digits are enough. */
const ANNOUNCED_DIGITS = 4;
const MOST_DIGITS = 15;
/** The number of words before the digits in which such a word is looked for. */
const REACH = 4;
const FRENCH_DIGITS = 10;
/** Longer lists are not read as one number. */
const MAX_GROUPS = 8;

/**
 * Reads a number that is said digit by digit, also in groups with commas between them, and a French telephone number in
 * pairs. Groups that are no number stay in words together.
 */
export function readDigits(tokens: readonly Token[], start: number, grammar: NumberGrammar): Written | undefined {
  const groups = readGroups(tokens, start, grammar);
  const end = groups.at(-1)?.end ?? start;
  const announced = isAnnounced(tokens, start, grammar);
  const pieces = groups.flatMap((group) => group.pieces ?? []);
  const paired = grammar.pairs ? pairedDigits(pieces) : undefined;
  if (paired !== undefined) return { text: paired.replace(/\d{2}(?=\d)/gu, '$& '), end };
  const texts = groups.map((group) => digitsOf(group, grammar, announced && groups.length > 1));
  const count = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const least = announced && groups.length === 1 ? ANNOUNCED_DIGITS : SURE_DIGITS;
  const known = texts.every((text) => text !== undefined) && count >= least && count <= MOST_DIGITS;
  if (known && (announced || groups.length === 1)) return { text: texts.join(' '), end };
  return announced && groups.length > 1 && pieces[0]?.value === 0 ? { text: undefined, end } : undefined;
}

/** The runs of number words that only commas separate. */
function readGroups(tokens: readonly Token[], start: number, { cardinals }: NumberGrammar): readonly Run[] {
  const groups: Run[] = [];
  let index = start;
  while (groups.length < MAX_GROUPS) {
    const run = readRun(tokens, index, cardinals);
    if (run?.pieces === undefined) break;
    groups.push(run);
    if (tokens[run.end]?.text !== ',') break;
    index = run.end + 1;
  }
  return groups;
}

/** "Seis uno dos" is 612, and so is "seiscientos doce" if `whole` numbers are known to be digits. */
function digitsOf({ pieces = [] }: Run, { articles }: NumberGrammar, whole: boolean): string | undefined {
  const single = pieces.every(({ value, words }) => value < 10 && !articles.has(words[0] ?? ''));
  if (single && pieces.length > 1) return pieces.map(({ value }) => value).join('');
  const [only] = pieces;
  const isGroup = whole && only !== undefined && pieces.length === 1 && only.value >= 10 && only.value < 1_000;
  return isGroup ? String(only.value) : undefined;
}

/** Whether a word before a number announces digits: "código". */
export function isAnnounced(tokens: readonly Token[], start: number, { announcing }: NumberGrammar): boolean {
  for (let at = start - 1; at >= Math.max(0, start - REACH) && !isTerminal(tokens[at]); at -= 1) {
    if (announcing.has(tokens[at]?.key ?? '')) return true;
  }
  return false;
}

/** The ten digits of "zéro six douze trente-quatre …". Undefined for any other sequence. */
function pairedDigits(pieces: readonly Piece[]): string | undefined {
  if (pieces[0]?.value !== 0) return undefined;
  let digits = '';
  let zero = false;
  for (const { value } of pieces) {
    if (value > 99 || (value > 0 && value < 10) !== zero) return undefined;
    zero = value === 0;
    digits += value;
  }
  return digits.length === FRENCH_DIGITS ? digits : undefined;
}
