import { startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { closes, hasBefore, type NumberContext, type Written, wholeOf } from './number-context.ts';
import type { Piece } from './number-run.ts';
import { DECADE_WORDS, isNumberWord } from './number-words.ts';

/** Words before a year: "in nineteen eighty". */
const YEAR_BEFORE = wordSet(
  'between in since by of until till from year before after during circa early late mid summer spring fall autumn winter january february march april may june july august september october november december class season',
);
/** Words that make "nineteen ninety nine" a price. */
const COSTING = wordSet(
  'cost costs costing price priced prices pay paid pays paying charge charges charged only just fee rent subscription',
);
const RATES = wordSet(
  'month year week day hour night person piece pop head ticket unit user pound kilo gallon liter litre',
);
/** Typical last digits of prices. */
const PRICE_ENDS = wordSet('49 59 69 79 89 95 98 99');
/** The word of a century: "nineteen hundreds". */
const CENTURY = 'hundreds';
const FIRST_YEAR = 1_500;
const FIRST_YEAR_AFTER_IN = 1_100;
const RANGE_BEFORE = wordSet('to and through until or');
const LAST_YEAR = 2_099;

/** The value of pieces that form a year: "nineteen eighty four", "twenty oh five", "two thousand and eight". */
export function yearOf(pieces: readonly Piece[]): number | undefined {
  const [first, second, third] = pieces;
  if (first?.kind !== 'number') return undefined;
  if (pieces.length === 1) return first.value >= 1_100 && first.value <= LAST_YEAR ? first.value : undefined;
  if (first.value < 11 || first.value > 20) return undefined;
  if (pieces.length === 2 && second?.kind === 'number' && second.value >= 10 && second.value < 100) {
    return first.value * 100 + second.value;
  }
  const oh = second?.kind === 'zero' && third?.kind === 'number' && third.value > 0 && third.value < 10;
  return oh && pieces.length === 3 ? first.value * 100 + third.value : undefined;
}

/** Reads years and prices; "nineteen eighty four" is a year, "nineteen ninety nine a month" a price. */
export function readYear(context: NumberContext): Written | undefined {
  const { pieces, phrase, before, tokens } = context;
  const price = readPrice(context);
  if (price !== undefined) return price;
  const year = yearOf(pieces);
  const first = before === 'in' || before === 'since' ? FIRST_YEAR_AFTER_IN : FIRST_YEAR;
  if (year === undefined || year < first || year > LAST_YEAR) return undefined;
  // "From nineteen fourteen to nineteen eighteen".
  const ranged = RANGE_BEFORE.has(before) && isNumber(tokens[context.start - 2]);
  // "The twenty sixteen model".
  const named =
    before === 'the' &&
    year >= 2_010 &&
    year < 2_040 &&
    /^[a-z]+$/u.test(context.next) &&
    !isPlural(context.next) &&
    !closes(tokens, phrase.end);
  // "Twenty twenty was a bad year": the subject of its clause.
  const subject =
    context.next === 'was' &&
    year >= 2_010 &&
    (startsSentence(tokens, context.start) || tokens[context.start - 1]?.text === ',');
  const dated = ranged || named || subject || YEAR_BEFORE.has(before);
  const whole = wholeOf(pieces);
  if (whole !== undefined) {
    if (!dated) return undefined;
    if (closes(tokens, phrase.end)) return { text: String(year), end: phrase.end };
    // "In two thousand cases" is a count. Before any other word the meaning is unknown.
    return isPlural(context.next) ? undefined : { text: undefined, end: phrase.end };
  }
  const round = year % 10 === 0 || year % 100 < 20;
  // "In twenty ten boxes came" has two numbers; "at sixteen twenty two" is a time.
  if ((round && !subject && isPlural(context.next)) || (before === 'at' && !ranged))
    return { text: undefined, end: phrase.end };
  const clear = dated || !round || pieces.length > 2;
  // "For nineteen ninety nine" may be a price.
  if (!clear || (isPriceEnd(pieces) && !dated && (before === 'for' || before === 'at'))) return undefined;
  return { text: String(year), end: phrase.end };
}

/** Reads "nineteen nineties", "twenty twenties", "eighteen hundreds", "the early two thousands". */
export function readDecade({ pieces, phrase, next, before }: NumberContext): Written | undefined {
  const [first] = pieces;
  if (pieces.length !== 1 || first?.kind !== 'number') return undefined;
  const end = phrase.end + 1;
  if (first.value >= 11 && first.value <= 20 && first.words.length === 1) {
    const decade = DECADE_WORDS.get(next);
    if (decade !== undefined) return { text: `${first.value}${decade}s`, end };
    if (next === CENTURY && first.value < 20) return { text: `${first.value}00s`, end };
  }
  const opens = before === 'the' || before === 'early' || before === 'late' || before === 'mid';
  return first.value === 2 && next === 'thousands' && opens ? { text: '2000s', end } : undefined;
}

/** Reads a price without a currency: "nineteen ninety nine a month", "it costs five ninety five". */
function readPrice({ tokens, start, pieces, phrase, next, afterNext, before }: NumberContext): Written | undefined {
  const [first, second] = pieces;
  if (pieces.length !== 2 || first?.kind !== 'number' || second?.kind !== 'number' || !isPriceEnd(pieces))
    return undefined;
  if (first.value < 1 || first.value > 99) return undefined;
  const rate = ((next === 'a' || next === 'per') && RATES.has(afterNext)) || next === 'each' || next === 'plus';
  const costs = hasBefore(tokens, start, COSTING, 3) && !YEAR_BEFORE.has(before) && closes(tokens, phrase.end);
  return rate || costs ? { text: `${first.value}.${second.value}`, end: phrase.end } : undefined;
}

function isNumber(of: Token | undefined): boolean {
  return of !== undefined && (isNumberWord(of.key) || /^\d{4}$/u.test(of.text));
}

function isPriceEnd(pieces: readonly Piece[]): boolean {
  return PRICE_ENDS.has(pieces[1]?.digits ?? '');
}

function isPlural(word: string): boolean {
  return word === 'people' || (/[a-z]{2}s$/u.test(word) && !/(?:ss|us|is)$/u.test(word));
}
