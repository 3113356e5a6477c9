import {
  DECADE_WORDS,
  DIGIT_WORDS,
  ORDINAL_WORDS,
  SCALE_WORDS,
  TEEN_WORDS,
  TENS_WORDS,
} from '../english/number-words.ts';
import { trimEnd } from './trim.ts';

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
  '₹': 'rupees',
};
const SCALES: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', bn: 'billion' };

/** Replaces signs by the words for them, so that the dictation and the rewrite have the same words. */
export function spellSigns(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’ʼ]/gu, "'")
    .replaceAll(/(\d)?\s?½/gu, (_, whole: string | undefined) => (whole === undefined ? ' half ' : `${whole}.5`))
    .normalize('NFKC')
    .replaceAll(/([$€£¥₹])\s?(\d[\d.,]{0,30})\s?(thousand|million|billion|trillion|k|m|bn)?\b/gu, spellMoney)
    .replaceAll(/(\d[\d.,]{0,30})\s?([$€£¥₹])/gu, (_, number: string, sign: string) => `${number} ${CURRENCIES[sign]}`)
    .replaceAll(/(\d)'\s?(\d{1,2})"?/gu, '$1 foot $2 ')
    .replaceAll(/'(\d0)s\b/gu, '$1s')
    .replaceAll(/%/gu, ' percent ')
    .replaceAll(/°\s?([cf])\b/gu, (_, scale: string) => ` degrees ${scale === 'c' ? 'celsius' : 'fahrenheit'} `)
    .replaceAll(/°/gu, ' degrees ')
    .replaceAll(/(\d\s?)(mm|cm|km|m|ft|mi)2\b/gu, '$1 square $2')
    .replaceAll(/\b([ap])\.?\s?m\b\.?/gu, '$1m')
    .replaceAll(/(\d)\s?([ap]m)\b/gu, '$1 $2')
    .replaceAll(/(\d)(st|nd|rd|th)\b/gu, '$1')
    .replaceAll(/(\d)(?!s\b)([a-zµ]+)/gu, '$1 $2')
    .replaceAll(/(^|[\s(])[-−](\d)/gu, '$1minus $2')
    .replaceAll(/(^|[\s(])\+(\d)/gu, '$1plus $2')
    .replaceAll(/\bchf\s?(\d[\d.,]{0,30})/gu, '$1 swiss francs ')
    .replaceAll(/(\d)\s?[–—-]\s?(\d)/gu, '$1 $2')
    .replaceAll(/\b(?:miles per hour|miles an hour)\b/gu, 'mph')
    .replaceAll(/\b(?:kilometers per hour|kilometres per hour|km\/h)\b/gu, 'kmh')
    .replaceAll(/[×]/gu, ' by ')
    .replaceAll(/#(?=\p{L})/gu, 'hashtag ')
    .replaceAll(/&/gu, ' and ')
    .replaceAll(/@/gu, ' at ')
    .replaceAll(/(?<=\p{L})_(?=\p{L})/gu, ' underscore ')
    .replaceAll(
      /(?<!\b(?:this|that|the|a|at|one|some|which|no|what) )\bpoint (?=(?:one|two|three|four|five|six|seven|eight|nine) (?:mil|mic|gra|kil|met|cent|per|inch|mile|lit|oun|pou|sec|hou)|\d)/gu,
      'zero point ',
    )
    .replaceAll(/\ba dozen\b/gu, '12')
    .replaceAll(/\bo'?clock\b/gu, ' ')
    .replaceAll(/(?<=\d[^a-z]{0,3})\bin the (morning)\b/gu, 'am')
    .replaceAll(/\b(seven|eight|nine|ten|eleven|twelve|one|two|three|four|five|six) in the morning\b/gu, '$1 am')
    .replaceAll(
      /(\d|\b(?:seven|eight|nine|ten|eleven|twelve|one|two|three|four|five|six|thirty|fifteen)) (?:in the (?:evening|afternoon)|at night)\b/gu,
      '$1 pm',
    );
}

/** The same for other languages, in which numbers are compared by their words. */
export function spellForeignSigns(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’ʼ]/gu, "'")
    .normalize('NFKC')
    .replaceAll(/(?<![\d.,])\d{1,3}(?:[ \u00A0\u202F]\d{3}){1,4}(?!\d)/gu, (digits) => digits.replaceAll(/\s/gu, ''))
    .replaceAll(/(\d)(?:er|re|ère|e|ème|o|a)\b/gu, '$1')
    .replaceAll(/(\d)([a-zµ]{1,2})\b/gu, '$1 $2')
    .replaceAll(/(\d)\s?h\s?(\d\d)\b/gu, '$1:$2')
    .replaceAll(/(\d)\s?h\b/gu, '$1 heures')
    .replaceAll(/€/gu, ' euro ')
    .replaceAll(/\$/gu, ' dollar ')
    .replaceAll(/%|\b(?:por ciento|pour cent|prozent)\b/gu, ' percent ');
}

function spellMoney(_: string, sign: string, amount: string, scale: string | undefined): string {
  const number = trimEnd(amount, '.,');
  const rest = amount.slice(number.length);
  return `${number} ${scale === undefined ? '' : `${SCALES[scale] ?? scale} `}${CURRENCIES[sign]}${rest} `;
}

/** A run of number words and digits. */
export interface Quantity {
  /** Every number that the run may stand for: `999` and `9.99` for "nine ninety nine". */
  readonly readings: readonly string[];
  readonly size: number;
}

/** Reads a number at a position, in words, digits or both ("2 million"). */
export function readQuantity(words: readonly string[], start: number): Quantity | undefined {
  const clock = readClock(words, start);
  if (clock !== undefined) return clock;
  const decade =
    DECADE_WORDS.get(words[start] ?? '') ?? Number(/^(\d0)s$/u.exec(words[start] ?? '')?.[1] ?? Number.NaN);
  if (!Number.isNaN(decade)) return { readings: [`${decade}s`], size: 1 };
  const ordinal = ORDINAL_WORDS.get(words[start] ?? '');
  if (ordinal !== undefined) return { readings: [String(ordinal)], size: 1 };
  return readRun(words, start);
}

/** Reads "half past five" and "ten to eight". */
function readClock(words: readonly string[], start: number): Quantity | undefined {
  const at = words[start] === 'a' ? start + 1 : start;
  const minutes = words[at] === 'half' ? 30 : words[at] === 'quarter' ? 15 : smallNumber(words[at]);
  if (words[at] === 'half' && (smallNumber(words[at + 1]) ?? 13) <= 12)
    return { readings: [`${smallNumber(words[at + 1])}30`], size: at + 2 - start };
  const side = words[at + 1];
  const hour = smallNumber(words[at + 2]);
  const spoken = words[at] === 'half' || words[at] === 'quarter';
  if (minutes === undefined || hour === undefined || hour > 12 || minutes > 59) return undefined;
  if (side !== 'past' && !(side === 'to' && spoken)) return undefined;
  const clock = side === 'past' ? hour * 100 + minutes : (hour === 1 ? 12 : hour - 1) * 100 + 60 - minutes;
  return { readings: [String(clock)], size: at + 3 - start };
}

function smallNumber(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,2}$/u.test(word)) return Number(word);
  return DIGIT_WORDS.get(word) ?? TEEN_WORDS.get(word) ?? TENS_WORDS.get(word);
}

function readRun(words: readonly string[], start: number): Quantity | undefined {
  const groups: string[] = [];
  let [total, current, fraction, at] = [0, 0, '', start];
  let [open, seen, arithmetic] = [false, false, true];
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    const digits = /^\d/u.test(word) ? plainNumber(word) : undefined;
    const small = DIGIT_WORDS.get(word) ?? TEEN_WORDS.get(word) ?? TENS_WORDS.get(word);
    const scale = SCALE_WORDS.get(word);
    if (word === 'half' && words[at - 1] === 'a' && words[at - 2] === 'and' && seen) {
      fraction = '5';
      continue;
    }
    if (digits !== undefined) {
      if (seen) break;
      if (digits.includes('.') || digits.includes(':') || digits.length > 12)
        return withScale(words, at, digits, start);
      current = Number(digits);
      groups.push(digits);
    } else if (small !== undefined) {
      if (fraction !== '' || (open && fraction === '')) {
        if (small > 9 && fraction !== '') break;
        fraction += String(small);
        seen = true;
        continue;
      }
      const fits = small < 10 ? current % 10 === 0 && current % 100 !== 10 : current % 100 === 0;
      if (seen && current > 0 && !fits) arithmetic = false;
      const last = groups.at(-1);
      if (last !== undefined && small < 10 && /[2-9]0$/u.test(last) && TENS_WORDS.has(words[at - 1] ?? ''))
        groups[groups.length - 1] = String(Number(last) + small);
      else groups.push(String(small));
      current += small;
    } else if (word === 'hundred' && (seen || words[at - 1] === 'a')) {
      current = Math.max(1, current) * 100;
    } else if (scale !== undefined && (seen || words[at - 1] === 'a')) {
      total += Number(`${Math.max(1, current)}${fraction === '' ? '' : `.${fraction}`}`) * scale;
      [current, fraction, open] = [0, '', false];
    } else if (word === 'a' && (next === 'hundred' || SCALE_WORDS.has(next)) && !seen) continue;
    else if (word === 'point' && seen && smallNumber(next) !== undefined) {
      open = true;
      continue;
    } else if (word === 'oh' && seen && smallNumber(next) !== undefined) {
      groups.push('0');
      arithmetic = false;
      continue;
    } else if (word === 'and' && seen && (continues(words, at) || (next === 'a' && words[at + 2] === 'half'))) continue;
    else if (word === 'a' && next === 'half' && words[at - 1] === 'and' && seen) continue;
    else break;
    seen = true;
  }
  if (!seen) return undefined;
  const size = at - start;
  const value = `${Math.round(total + current)}${fraction === '' ? '' : `.${fraction}`}`;
  const plain = total + current + Number(`0.${fraction || '0'}`);
  const readings = arithmetic ? [fraction === '' ? trim(String(plain)) : trim(value)] : [];
  if (groups.length > 1 && total === 0) {
    const joined = groups.join('');
    readings.push(joined, `${groups.slice(0, -1).join('')}.${(groups.at(-1) ?? '').padStart(2, '0')}`);
  }
  return { readings: readings.length > 0 ? readings : [groups.join('')], size };
}

function withScale(words: readonly string[], at: number, digits: string, start: number): Quantity {
  const scale = SCALE_WORDS.get(words[at + 1] ?? '');
  if (scale !== undefined) return { readings: [trim(String(Number(digits) * scale))], size: at + 2 - start };
  if (digits.includes(':')) {
    // A time, or digits in pairs ("twenty one forty"). A full hour may be said without minutes.
    const full = /^(\d+):00$/u.exec(digits)?.[1];
    return { readings: [digits.replace(':', ''), ...(full === undefined ? [] : [full])], size: at + 1 - start };
  }
  return { readings: [trim(digits)], size: at + 1 - start };
}

/** Whether "and" continues a number: "one hundred and five", not "five and six". */
function continues(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  return (before === 'hundred' || SCALE_WORDS.has(before)) && smallNumber(words[at + 1]) !== undefined;
}

function plainNumber(word: string): string {
  const thousands = /^\d{1,3}(?:,\d{3})+/u.test(word) ? word.replaceAll(',', '') : word;
  return trimEnd(thousands.replaceAll(/[^\d.:]/gu, ''), '.:');
}

function trim(number: string): string {
  const short = number.includes('.') ? trimEnd(trimEnd(number, '0'), '.') : number;
  return short.replace(/^0+(?=\d)/u, '');
}
