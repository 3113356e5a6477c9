import { toCardinal as german, toOrdinal as germanOrdinal } from 'n2words/de-DE';
import { toCardinal as english, toOrdinal as englishOrdinal } from 'n2words/en-US';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as finnish } from 'n2words/fi-FI';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as italian } from 'n2words/it-IT';
import { toCardinal as japanese } from 'n2words/ja-JP';
import { toCardinal as korean } from 'n2words/ko-KR';
import { toCardinal as norwegian } from 'n2words/nb-NO';
import { toCardinal as dutch } from 'n2words/nl-NL';
import { toCardinal as polish } from 'n2words/pl-PL';
import { toCardinal as portuguese } from 'n2words/pt-PT';
import { toCardinal as russian } from 'n2words/ru-RU';
import { toCardinal as swedish } from 'n2words/sv-SE';
import { toCardinal as turkish } from 'n2words/tr-TR';
import { toCardinal as ukrainian } from 'n2words/uk-UA';
import { toCardinal as chinese } from 'n2words/zh-Hans-CN';

type Speller = (value: number) => string;

const SPELLERS: ReadonlyMap<string, readonly Speller[]> = new Map<string, readonly Speller[]>([
  ['en', [english, positive(englishOrdinal)]],
  ['de', [german, shortGerman, positive(germanOrdinal), germanYear]],
  ['es', [spanish]],
  ['fr', [french]],
  ['it', [italian]],
  ['pt', [portuguese]],
  ['nl', [dutch]],
  ['pl', [polish]],
  ['sv', [swedish]],
  ['no', [norwegian]],
  ['nb', [norwegian]],
  ['fi', [finnish]],
  ['ru', [russian]],
  ['uk', [ukrainian]],
  ['tr', [turkish]],
  ['ja', [japanese]],
  ['ko', [korean]],
  ['zh', [chinese]],
]);

/** Words other than number words that stand for numbers. */
const IDIOMS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/half|halb|media|demie|mezza|halv/iu, ['30', '5', '50']],
  [/quarter|viertel|cuarto|quart\b|quarto/iu, ['15', '45', '25']],
  [/noon|midday|midi\b|mittag|mediod[ií]a|midnight|mitternacht|minuit|medianoche/iu, ['12', '0', '24']],
  [/dozen|dutzend|docena|douzaine/iu, ['12']],
  [/\bhundred|hundert|\bcent\b|\bcien/iu, ['100']],
  [/\bthousand|\bgrand\b|\bk\b|tausend|\bmil(?:le)?\b/iu, ['1000', '000']],
  [/\bfirst|erste|premi|primer|prim[oa]|eerste/iu, ['1']],
  [/\bcouple|paar/iu, ['2']],
  [/\b(?:eine?[nmrs]?|une?|una)\b/iu, ['1']],
];
/** Words before the next hour: "quarter to six" is 5:45. */
const BACKWARDS = /\b(?:to|vor|moins|menos|meno|voor|of)\b/iu;

/**
 * Checks whether a number of a rewrite was said: in digits, or in words of the language, also in parts ("2:30", "5.50",
 * "2026" as "twenty twenty six").
 */
export function createNumberSupport(
  said: readonly string[],
  language: string | undefined,
): (number: string) => boolean {
  const digits = new Set<string>();
  for (const text of said) for (const number of numbersOf(text)) for (const part of partsOf(number)) digits.add(part);
  const words = spread(said.join(' '));
  for (const [shape, values] of IDIOMS)
    if (said.some((text) => shape.test(text))) for (const value of values) digits.add(value);
  const backwards = said.some((text) => BACKWARDS.test(text));
  const spellers = [
    ...(SPELLERS.get(language ?? 'en') ?? []),
    ...(language === 'en' ? [] : (SPELLERS.get('en') ?? [])),
  ];
  const isSaid = (part: string): boolean => {
    if (digits.has(part) || /^0+$/u.test(part)) return true;
    const value = Number(part);
    if (!Number.isSafeInteger(value) || value > 1e12) return false;
    return spellers.some((spell) => isSpelled(words, spell, value, part, COMPOUNDING.has(language ?? '')));
  };
  return (number) => {
    const parts = partsOf(number);
    const [whole = '', ...rest] = parts;
    if (isSaid(whole) || (rest.length > 0 && rest.every(isSaid))) return true;
    // 5:45 for "quarter to six".
    return backwards && rest.length === 2 && rest[1] === '45' && isSaid(String(Number(rest[0]) + 1));
  };
}

const MAX_DIGITS = 16;
const CJK = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** Languages that write numbers as one word, also inside other words ("fünfzehnten"). */
const COMPOUNDING = new Set(['de', 'nl', 'it', 'sv', 'nb', 'no', 'fi', 'ja', 'zh', 'ko']);

function isSpelled(words: string, spell: Speller, value: number, part: string, compounding: boolean): boolean {
  const found = (text: string) =>
    text !== '  ' &&
    (words.includes(text) || (compounding && (text.length > 4 || CJK.test(text)) && words.includes(text.trim())));
  if (found(spread(spell(value)))) return true;
  if (part.length > 1 && part.length <= MAX_DIGITS) {
    // Digit by digit: "one two three".
    const digits = spread([...part].map((digit) => spell(Number(digit))).join(' '));
    if (found(digits) || found(digits.replaceAll(' zero ', ' oh '))) return true;
  }
  // A year or a telephone number in pairs: "twenty" "twenty six".
  if (part.length !== 4) return false;
  return found(spread(`${spell(Number(part.slice(0, 2)))} ${spell(Number(part.slice(2)))}`));
}

/** How a whole number is said in a language, each with a space on both sides. */
export function spellingsOf(value: number, language: string | undefined): string[] {
  if (!Number.isSafeInteger(value) || value > 1e12) return [];
  return (SPELLERS.get(language ?? 'en') ?? []).map((spell) => spread(spell(value)));
}

/** The words without accents and marks, with one space around each. */
export function spread(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

/** Spells ordinals from 1, as there is no zeroth. */
function positive(ordinal: Speller): Speller {
  return (value) => (value > 0 ? ordinal(value) : '');
}

/** "Hundertzwanzig" for "einhundertzwanzig". */
function shortGerman(value: number): string {
  return german(value).replace(/^ein(?=hundert|tausend)/u, '');
}

function germanYear(value: number): string {
  if (value < 1100 || value > 1999) return german(value);
  return `${german(Math.floor(value / 100))}hundert${value % 100 === 0 ? '' : german(value % 100)}`;
}

/** Checks whether a word is part of a number that a text has in digits: "vinte" and "cinco" of 25. */
export function createNumeralWords(text: string, language: string | undefined): (word: string) => boolean {
  const spellers = [...(SPELLERS.get(language ?? 'en') ?? []), ...(SPELLERS.get('en') ?? [])];
  const values = numbersOf(text).flatMap(partsOf).map(Number);
  const spelled = values
    .filter((value) => Number.isSafeInteger(value) && value <= 1e12)
    .flatMap((value) => spellers.map((spell) => spread(spell(value))));
  const words = new Set(spelled.flatMap((text) => text.trim().split(' ')));
  return (word) => {
    const plain = spread(word).trim();
    return NUMERAL.test(plain) || words.has(plain) || spelled.some((text) => text.trim() === plain);
  };
}

/** Words of times and amounts that digits replace. */
const NUMERAL =
  /^(?:half|quarter|past|dozen|couple|hundred|thousand|million|billion|noon|midnight|oclock|point|uhr|halb|viertel|hundert|tausend|heures?|demie|quart|cents?|mille|horas?|media|cuarto|cien|mil|ore|mezza|euros?|dollars?|percent|prozent|cent)$/u;

/** All numbers in digits, with separators: `1,200.50`, `14:30`. */
export function numbersOf(text: string): string[] {
  return text.normalize('NFKC').match(/\p{Nd}(?:[\p{Nd}.,:'’\u00A0/-]*\p{Nd})?/gu) ?? [];
}

/** The number without separators, then the parts between them, all without leading zeros. */
export function partsOf(number: string): string[] {
  const parts = number.split(/[^\p{Nd}]+/u).map(plain);
  return parts.length > 1 ? [plain(number.replace(/[^\p{Nd}]/gu, '')), ...parts] : parts;
}

function plain(digits: string): string {
  return digits.replace(/^0+(?=.)/u, '');
}
