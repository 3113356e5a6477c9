import type { Token } from '../token.ts';
import { readCardinal } from './number-grammar.ts';
import { DIGIT_WORDS, groupDigits, SCALE_WORDS } from './number-words.ts';

/** Measures that take digits whatever the number. */
const UNITS = new Set(
  'kilometers kilometer kilometres kilometre miles mile meters metres centimeters centimetres millimeters millimetres inches inch feet kilograms kilogram kilos kilo grams milligrams liters liter litres litre milliliters millilitres ounces ounce pounds gallons gallon degrees degree gigabytes gigabyte megabytes megabyte terabytes terabyte kilobytes gb mb tb kb km kg mg ml cm mm hertz kilohertz megahertz gigahertz watts kilowatts megawatts volts amps pixels calories yen rupees francs pesos cents'.split(
    ' ',
  ),
);
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['dollars', '$'],
  ['dollar', '$'],
  ['euros', '€'],
  ['euro', '€'],
]);

interface Amount {
  readonly text: string;
  readonly end: number;
}

/** Reads decimals, percentages, money and measures: "two point five million dollars" is "$2.5 million". */
export function readAmount(tokens: readonly Token[], start: number): Amount | undefined {
  const number = readDecimal(tokens, start) ?? readWhole(tokens, start);
  if (number === undefined) return undefined;
  const unit = tokens[number.end];
  if (unit?.kind !== 'word' || !unit.spaced) return number.decimal ? number : undefined;
  if (unit.key === 'percent') return { text: `${number.text}%`, end: number.end + 1 };
  if (unit.key === 'per' && tokens[number.end + 1]?.key === 'cent') {
    return { text: `${number.text}%`, end: number.end + 2 };
  }
  const sign = CURRENCIES.get(unit.key);
  if (sign !== undefined) return readMoney(tokens, number, sign);
  const one = number.text === '1';
  return number.decimal || (UNITS.has(unit.key) && !one) ? number : undefined;
}

interface Numeral extends Amount {
  readonly decimal: boolean;
}

function readMoney(tokens: readonly Token[], number: Numeral, sign: string): Amount {
  const end = number.end + 1;
  const cents = tokens[end]?.key === 'and' ? readCardinal(tokens, end + 1) : undefined;
  const small = cents !== undefined && cents.value > 0 && cents.value < 100 && !/[. ]/u.test(number.text);
  if (small && /^cents?$/u.test(tokens[cents.end]?.key ?? '')) {
    return { text: `${sign}${number.text}.${String(cents.value).padStart(2, '0')}`, end: cents.end + 1 };
  }
  return { text: `${sign}${number.text}`, end };
}

/** A whole number; of millions and more the scale stays a word. */
function readWhole(tokens: readonly Token[], start: number): Numeral | undefined {
  const number = readCardinal(tokens, start);
  if (number === undefined) return undefined;
  const last = tokens[number.end - 1]?.key ?? '';
  const scale = SCALE_WORDS.get(last) ?? 0;
  const text =
    scale >= 1_000_000 && number.value % scale === 0
      ? `${groupDigits(number.value / scale)} ${last}`
      : groupDigits(number.value);
  return { text, end: number.end, decimal: false };
}

/** "three point one four", "two point one point three", "one point five million"; not "at one point five of us". */
function readDecimal(tokens: readonly Token[], start: number): Numeral | undefined {
  const whole = readCardinal(tokens, start);
  if (whole === undefined || tokens[whole.end]?.key !== 'point') return undefined;
  if (whole.value === 1 && tokens[start - 1]?.key === 'at') return undefined;
  let text = groupDigits(whole.value);
  let end = whole.end;
  while (tokens[end]?.key === 'point') {
    const digits = readDigits(tokens, end + 1);
    if (digits === undefined) break;
    text += `.${digits.text}`;
    end = digits.end;
  }
  if (end === whole.end) return undefined;
  const scale = tokens[end]?.key ?? '';
  const scaled = (SCALE_WORDS.get(scale) ?? 0) >= 1_000;
  return { text: scaled ? `${text} ${scale}` : text, end: scaled ? end + 1 : end, decimal: true };
}

function readDigits(tokens: readonly Token[], start: number): Amount | undefined {
  let text = '';
  let end = start;
  for (;;) {
    const key = tokens[end]?.key ?? '';
    const digit = key === 'oh' ? 0 : DIGIT_WORDS.get(key);
    if (digit === undefined || tokens[end]?.spaced === false) break;
    text += digit;
    end += 1;
  }
  if (text !== '') return { text, end };
  // "two point twenty five" is 2.25.
  const whole = readCardinal(tokens, start);
  return whole !== undefined && whole.value >= 10 && whole.value < 100
    ? { text: String(whole.value), end: whole.end }
    : undefined;
}
