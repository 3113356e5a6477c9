import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { closes, hasBefore, type NumberContext, type Written } from './number-context.ts';
import { type Piece, readPhrase } from './number-run.ts';
import { groupDigits, isNumberWord, SCALE_WORDS } from './number-words.ts';

/** Units before which every number is written in digits. */
const UNITS = wordSet(
  'kilometers kilometer kilometres kilometre miles mile meters metres metre meter centimeters centimeter centimetres centimetre millimeters millimeter millimetres millimetre inches inch feet foot yards kilograms kilogram kilos kilo grams gram milligrams milligram micrograms liters liter litres litre milliliters milliliter millilitres ounces ounce pounds gallons gallon degrees degree gigabytes gigabyte megabytes megabyte terabytes terabyte kilobytes gb mb tb kb km kg mg ml cm mm mph kph hertz kilohertz megahertz gigahertz watts watt kilowatts megawatts volts volt amps pixels calories acres hectares decibels francs pesos yuan rubles won kroner kronor zloty cents pence',
);
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['dollars', '$'],
  ['dollar', '$'],
  ['euros', '€'],
  ['euro', '€'],
  ['yen', '¥'],
  ['rupees', '₹'],
  ['rupee', '₹'],
]);
/** Words before an amount that make pounds money; "sterling" and pence do so too. Otherwise pounds are a weight. */
const COSTING = wordSet(
  'cost costs costing price priced pay paid pays paying charge charged charges spend spent spending worth owe owes owed earn earns earned budget salary rent fee fees bill deposit donate donated save saved fine fined bonus refund loan invoice sell sold buy bought',
);
const RATES = wordSet('month year week night person ticket');
/** After "a hundred percent", these words show that the article belongs to the number: "a hundred percent sure". */
const AFTER_PERCENT = wordSet(
  'sure certain right correct true positive ready safe committed focused honest sold behind',
);
const BEFORE_POINT = wordSet(
  'this that one a the some no what which your my his her our their at to same any every each',
);
/** Words before "point five milligrams" that show a decimal: a place ("the meeting point") ends with a noun. */
const MEASURING = wordSet('is was of about only by take takes give gives gave add adds weighs measures');
const FEET = wordSet('foot feet');
/** The smallest number of coins that is said without "cents": "five dollars ten". */
const FIRST_COINS = 10;
const SIGNS = wordSet('minus negative');
/** Nouns that are singular after a number if another noun follows: "a twenty year lease". */
const SINGULAR_MEASURES = wordSet(
  'year day month week hour minute second dollar euro pound mile foot meter metre page point degree person inch kilometer kilometre gigabyte megabyte watt volt gallon liter litre story storey man woman bed bedroom part step line word item seat room acre car plus',
);

/** A whole number, a decimal or a half, without its unit. */
interface Numeral {
  readonly text: string;
  readonly value: number;
  readonly decimal: boolean;
  /** The words start with "a", which may belong to the noun instead: "a hundred dollar bill". */
  readonly article: boolean;
  /** "a hundred", "a million": an approximation that stays in words. */
  readonly vague: boolean;
  /** The words start with "point": "point five". */
  readonly pointFirst: boolean;
}

/** Reads decimals, percentages, money and measures: "two point five million dollars" is "$2.5 million". */
export function readAmount(context: NumberContext): Written | undefined {
  const { tokens, start, phrase, next, afterNext } = context;
  const numeral = numeralOf(context.pieces);
  if (numeral === undefined) return undefined;
  const halved =
    context.pieces.some(({ kind }) => kind === 'half') && !context.pieces.some(({ kind }) => kind === 'scale');
  const leave = { text: undefined, end: phrase.end };
  if (next === 'percent' || (next === 'per' && afterNext === 'cent')) return readPercent(context, numeral);
  const sign = signOf(context, numeral);
  if (sign !== undefined) return readMoney(context, numeral, sign);
  if (halved) return leave;
  const inches = FEET.has(context.before) && isHeight(context, numeral);
  const unit = inches || UNITS.has(next) || (UNITS.has(afterNext) && (next === 'square' || next === 'cubic'));
  if (numeral.decimal) return isPointInTime(context, numeral) ? leave : { text: numeral.text, end: phrase.end };
  if (!unit || numeral.value === 1) return undefined;
  if (numeral.vague) return leave;
  const degrees = next === 'degrees' && SIGNS.has(context.before) && !isNumber(tokens[start - 2]);
  return { text: `${degrees ? '-' : ''}${numeral.text}`, end: phrase.end };
}

/** The text of a number. The scale of millions and more stays a word: "2 million". */
export function numeralOf(pieces: readonly Piece[]): Numeral | undefined {
  const [first, second, third] = pieces;
  if (first === undefined) return undefined;
  const article = first.words[0] === 'a' || first.words[0] === 'an';
  const pointFirst = first.kind === 'fraction';
  const rest = { article, vague: article && first.words.length === 2 && pieces.length === 1, pointFirst };
  if (pointFirst)
    return pieces.length === 1 ? { text: `0.${first.digits}`, value: 0, decimal: true, ...rest } : undefined;
  if (first.kind !== 'number') return undefined;
  if (pieces.length === 1) return { text: wholeText(first), value: first.value, decimal: false, ...rest };
  if (second?.kind === 'half') return halfOf(first, third, pieces.length, rest);
  const fractions = pieces.slice(1).filter(({ kind }) => kind === 'fraction');
  const scale = pieces.at(-1)?.kind === 'scale' ? pieces.at(-1) : undefined;
  if (fractions.length + (scale === undefined ? 1 : 2) !== pieces.length || fractions.length === 0) return undefined;
  const text = [groupDigits(first.value), ...fractions.map(({ digits }) => digits)].join('.');
  return { text: scale === undefined ? text : `${text} ${scale.words[0]}`, value: first.value, decimal: true, ...rest };
}

/** "two and a half million" is 2.5 million, "a million and a half" 1.5 million, "two and a half" 2.5. */
function halfOf(
  first: Piece,
  scale: Piece | undefined,
  length: number,
  rest: Pick<Numeral, 'article' | 'vague' | 'pointFirst'>,
): Numeral | undefined {
  if (scale !== undefined && (scale.kind !== 'scale' || length > 3)) return undefined;
  const own = SCALE_WORDS.get(first.words.at(-1) ?? '');
  if (own !== undefined && scale === undefined) {
    return {
      text: `${groupDigits(first.value / own)}.5 ${first.words.at(-1)}`,
      value: first.value,
      decimal: true,
      ...rest,
      vague: false,
    };
  }
  if (own !== undefined || first.value >= 1_000 || first.words.at(-1) === 'hundred') return undefined;
  const text = `${first.value}.5`;
  return { text: scale === undefined ? text : `${text} ${scale.words[0]}`, value: first.value, decimal: true, ...rest };
}

function wholeText(piece: Piece): string {
  const last = piece.words.at(-1) ?? '';
  const scale = SCALE_WORDS.get(last) ?? 0;
  return scale >= 1_000_000 && piece.value % scale === 0
    ? `${groupDigits(piece.value / scale)} ${last}`
    : groupDigits(piece.value);
}

/** Whether the number is the inches of a height: "five foot six". */
function isHeight({ tokens, start, phrase }: NumberContext, numeral: Numeral): boolean {
  const feet = tokens[start - 2];
  return numeral.value < 12 && (isNumberWord(feet?.key ?? '') || isNumber(feet)) && closes(tokens, phrase.end);
}

function readPercent({ tokens, start, phrase, next, before }: NumberContext, numeral: Numeral): Written | undefined {
  const end = phrase.end + (next === 'percent' ? 1 : 2);
  // "At this point five percent is fine".
  if (numeral.pointFirst && BEFORE_POINT.has(before)) return { text: undefined, end };
  // "A hundred percent increase" needs its article, "a hundred percent sure" has none.
  if (numeral.article && !closes(tokens, end) && !AFTER_PERCENT.has(tokens[end]?.key ?? ''))
    return { text: undefined, end };
  const negative = SIGNS.has(before) && !isNumber(tokens[start - 2]);
  return { text: `${negative ? '-' : ''}${numeral.text}%`, end, unit: 'percent' };
}

function signOf({ tokens, start, phrase, next, afterNext }: NumberContext, numeral: Numeral): string | undefined {
  const sign = CURRENCIES.get(next);
  if (sign !== undefined) return sign;
  if (next !== 'pounds' && next !== 'pound') return undefined;
  if (afterNext === 'sterling' || readCoins(tokens, phrase.end + 1, numeral) !== undefined) return '£';
  const rate = (afterNext === 'a' || afterNext === 'per') && RATES.has(tokens[phrase.end + 2]?.key ?? '');
  const costs = next === 'pounds' && hasBefore(tokens, start, COSTING, 4) && afterNext !== 'of';
  return rate || costs ? '£' : undefined;
}

function readMoney(
  { tokens, phrase, next, afterNext }: NumberContext,
  numeral: Numeral,
  sign: string,
): Written | undefined {
  const end = phrase.end + 1;
  const countsNoun = tokens[end]?.kind === 'word' && !closes(tokens, end);
  // "A hundred yen today": without a plural, nothing shows whether the article belongs to the number.
  if (next === 'yen' && numeral.vague && countsNoun) return { text: undefined, end };
  const adjective = next !== 'yen' && !next.endsWith('s') && countsNoun;
  // "A hundred dollar bill" is one bill; "a million dollar question" is an idiom.
  if (adjective && numeral.article)
    return numeral.value >= 1_000_000 ? { text: undefined, end } : { text: `a ${sign}${numeral.text}`, end };
  const coins = readCoins(tokens, end, numeral);
  const text = numeral.decimal && /\.\d$/u.test(numeral.text) ? `${numeral.text}0` : numeral.text;
  if (coins !== undefined) return { text: `${sign}${numeral.text}.${coins.text}`, end: coins.end, unit: 'money' };
  return { text: `${sign}${text}`, end: sign === '£' && afterNext === 'sterling' ? end + 1 : end, unit: 'money' };
}

/** Reads "20 dollars" and "12 percent": some recognizers write the number in digits. */
export function readTypedAmount(tokens: readonly Token[], start: number): Written | undefined {
  const number = tokens[start]?.text ?? '';
  if (!/^\d[\d,]*(?:\.\d{1,2})?$/u.test(number) || isNumberWord(tokens[start - 1]?.key ?? '')) return undefined;
  const scale = SCALE_WORDS.has(tokens[start + 1]?.key ?? '') ? (tokens[start + 1]?.key ?? '') : '';
  const end = scale === '' ? start + 2 : start + 3;
  const unit = tokens[end - 1];
  if (unit?.kind !== 'word' || !unit.spaced || tokens[end]?.key === 'and') return undefined;
  const amount = scale === '' ? number : `${number} ${scale}`;
  if (unit.key === 'percent') return { text: `${amount}%`, end };
  const sign = CURRENCIES.get(unit.key);
  return sign === undefined ? undefined : { text: `${sign}${amount}`, end };
}

/** Reads "and fifty cents", "fifty cents", and "fifty" if no noun follows that it could count. */
function readCoins(
  tokens: readonly Token[],
  start: number,
  numeral: Numeral,
): { text: string; end: number } | undefined {
  if (/[. ]/u.test(numeral.text)) return undefined;
  const joined = tokens[start]?.key === 'and';
  const coins = readPhrase(tokens, joined ? start + 1 : start);
  const [only] = coins?.pieces ?? [];
  if (coins?.pieces?.length !== 1 || coins.joined || only?.kind !== 'number' || only.value > 99) return undefined;
  const text = String(only.value).padStart(2, '0');
  if (/^(?:cents?|pence|p)$/u.test(tokens[coins.end]?.key ?? '')) return { text, end: coins.end + 1 };
  return !joined && only.value >= FIRST_COINS && closes(tokens, coins.end) ? { text, end: coins.end } : undefined;
}

/** Whether "point" is a noun: "at one point five of us left", "from that point two roads lead on". */
function isPointInTime({ before, next }: NumberContext, numeral: Numeral): boolean {
  const measured = UNITS.has(next) && MEASURING.has(before);
  return (
    (numeral.value === 1 && before === 'at' && next !== 'bar' && !UNITS.has(next)) || (numeral.pointFirst && !measured)
  );
}

function isNumber(of: Token | undefined): boolean {
  return of !== undefined && /\d/u.test(of.text);
}

/** True for a noun that is singular between a number and another noun: "a hundred and fifty year old house". */
export function isSingularMeasure(word: string): boolean {
  return SINGULAR_MEASURES.has(word);
}
