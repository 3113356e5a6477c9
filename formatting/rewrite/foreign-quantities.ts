import { readCardinal } from '../languages/numbers/cardinals.ts';
import type { NumberGrammar } from '../languages/numbers/grammar.ts';
import { numberGrammarOf } from '../languages/numbers/table.ts';
import { joinAmount } from './arrange.ts';
import type { Fact } from './fact.ts';
import { classify } from './lexicon.ts';
import type { Quantity } from './quantities.ts';
import { trimEnd } from './trim.ts';

type Reader = (words: readonly string[], at: number) => Quantity | undefined;

interface Whole {
  readonly value: string;
  readonly end: number;
}

/** A longer run of number words is not read as one number. */
const MAX_RUN_WORDS = 24;
const HOURS = /^(?:uhr|heures?)$/u;
const ARTICLE_OF_HOUR = /^las?$/u;
const HALVES: Readonly<Record<string, number>> = { media: 30, cuarto: 15, demie: 30, demi: 30, quart: 15 };
const GERMAN_TIMES = /^(?:viertel|halb|dreiviertel)$/u;
/** Times that German says before the hour, in minutes from that hour. */
const GERMAN_HALVES: Readonly<Record<string, number>> = { halb: -30, dreiviertel: -15 };

function grammarOf(language: string | undefined): NumberGrammar | undefined {
  return numberGrammarOf({ code: language, english: false, certain: true, chosen: true });
}

/** True if the numbers of a language other than English can be compared by value. */
export function hasNumberGrammar(language: string | undefined): boolean {
  return grammarOf(language) !== undefined;
}

/** Reads numbers and times of day of a language in words and digits. Undefined if it has no number grammar. */
export function foreignReader(language: string | undefined): Reader | undefined {
  const found = grammarOf(language);
  if (found === undefined) return undefined;
  const grammar = { ...found, cardinals: { ...found.cardinals, split: remember(found.cardinals.split) } };
  return (words, at) => {
    const word = words[at] ?? '';
    const ordinal = grammar.dates.ordinals.get(word);
    const begins = ordinal !== undefined || /^\d/u.test(word) || grammar.cardinals.split(word) !== undefined;
    if (!begins) return GERMAN_TIMES.test(word) ? readGermanClock(words, at, grammar) : undefined;
    if (ordinal !== undefined) return { readings: [trimEnd(ordinal, '.er')], size: 1 };
    const clock = readClock(words, at, grammar);
    if (clock !== undefined) return clock;
    const whole = readWhole(words, at, grammar);
    if (whole === undefined || isArticle(words, at, whole, grammar)) return undefined;
    const decimal = readDecimal(words, whole, grammar) ?? whole;
    return { readings: readingsOf(decimal.value), size: decimal.end - at };
  };
}

/** Reads each word once: a word is looked at for every number that it may belong to. */
function remember<T>(read: (word: string) => T): (word: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (word) => {
    const value = known.get(word) ?? { value: read(word) };
    known.set(word, value);
    return value.value;
  };
}

/** A whole number in words or digits, with a scale after it: "2 millones". */
function readWhole(words: readonly string[], at: number, { cardinals }: NumberGrammar): Whole | undefined {
  const word = words[at] ?? '';
  if (/^\d/u.test(word)) {
    const next = words[at + 1] ?? '';
    const scale = cardinals.thousand.has(next) ? 1_000 : cardinals.scales.get(next);
    const value = plainNumber(word);
    return scale === undefined
      ? { value, end: at + 1 }
      : { value: String(Math.round(Number(value) * scale)), end: at + 2 };
  }
  const parts: string[] = [];
  const ends: number[] = [];
  for (let index = at; ends.length < MAX_RUN_WORDS; index += 1) {
    const part = words[index] ?? '';
    const joins = cardinals.joins(parts.at(-1) ?? '', part, words[index + 1] ?? '');
    const split = joins ? [part] : cardinals.split(part);
    if (split === undefined) break;
    parts.push(...split);
    ends.push(parts.length);
  }
  const read = ends.length === 0 ? undefined : readCardinal(cardinals, parts, 0);
  const last = read === undefined ? -1 : ends.indexOf(read.end);
  return read === undefined || last < 0 ? undefined : { value: String(read.value), end: at + last + 1 };
}

/** Whether "un" is an article, and not the number of a unit: "un perro", "un metro". */
function isArticle(words: readonly string[], at: number, { end }: Whole, { articles }: NumberGrammar): boolean {
  if (end > at + 1 || !articles.has(words[at] ?? '') || words[at - 1] === 'la') return false;
  return classify(words[end] ?? '', false).kind !== 'unit';
}

function readDecimal(words: readonly string[], whole: Whole, grammar: NumberGrammar): Whole | undefined {
  if (!grammar.points.has(words[whole.end] ?? '')) return undefined;
  let digits = '';
  let end = whole.end + 1;
  for (;;) {
    const next = readWhole(words, end, grammar);
    if (next === undefined || !/^\d{1,3}$/u.test(next.value)) break;
    digits += next.value;
    end = next.end;
  }
  return digits === '' ? undefined : { value: `${whole.value}.${digits}`, end };
}

/** Reads "quatorze heures trente", "las cinco y media" and "14:30 Uhr" as digits of the time. */
function readClock(words: readonly string[], at: number, grammar: NumberGrammar): Quantity | undefined {
  const typed = /^(\d{1,2})[:.](\d\d)$/u.exec(words[at] ?? '');
  if (typed !== null && (words[at]?.includes(':') || HOURS.test(words[at + 1] ?? '')))
    return timeOf(Number(typed[1]), Number(typed[2]), HOURS.test(words[at + 1] ?? '') ? 2 : 1);
  const hour = readWhole(words, at, grammar);
  if (hour === undefined || !/^\d{1,2}$/u.test(hour.value) || Number(hour.value) > 24) return undefined;
  const word = words[hour.end] ?? '';
  const spanish = ARTICLE_OF_HOUR.test(words[at - 1] ?? '');
  if (!HOURS.test(word) && !spanish) return undefined;
  const from = HOURS.test(word) ? hour.end + 1 : hour.end;
  const joined = /^(?:y|et)$/u.test(words[from] ?? '');
  const less = /^(?:menos|moins)$/u.test(words[from] ?? '');
  if (spanish && !joined && !less) return undefined;
  const start = joined || less ? from + (words[from + 1] === 'le' ? 2 : 1) : from;
  const minutes = readMinutes(words, start, grammar);
  if (minutes !== undefined)
    return timeOf(Number(hour.value), less ? -Number(minutes.value) : Number(minutes.value), minutes.end - at);
  return word === 'uhr' ? timeOf(Number(hour.value), 0, from - at) : undefined;
}

function readMinutes(words: readonly string[], at: number, grammar: NumberGrammar): Whole | undefined {
  const named = HALVES[words[at] ?? ''];
  if (named !== undefined) return { value: String(named), end: at + 1 };
  const minutes = readWhole(words, at, grammar);
  if (minutes === undefined || !/^\d{1,2}$/u.test(minutes.value) || Number(minutes.value) > 59) return undefined;
  return classify(words[minutes.end] ?? '', false).kind === 'unit' ? undefined : minutes;
}

/** Reads "halb acht" and "viertel nach acht". */
function readGermanClock(words: readonly string[], at: number, grammar: NumberGrammar): Quantity | undefined {
  const word = words[at] ?? '';
  const quarter = word === 'viertel' && /^(?:vor|nach)$/u.test(words[at + 1] ?? '');
  const shift = quarter ? (words[at + 1] === 'vor' ? -15 : 15) : GERMAN_HALVES[word];
  if (shift === undefined || !grammar.clock.hour.has('uhr')) return undefined;
  const hour = readWhole(words, at + (quarter ? 2 : 1), grammar);
  if (hour === undefined || !/^\d{1,2}$/u.test(hour.value) || Number(hour.value) > 24) return undefined;
  const end = words[hour.end] === 'uhr' ? hour.end + 1 : hour.end;
  return timeOf(Number(hour.value), shift, end - at);
}

/** The digits of a time; a full hour may be said without its minutes. */
function timeOf(hour: number, minutes: number, size: number): Quantity {
  const total = (hour === 1 && minutes < 0 ? 13 : hour) * 60 + minutes;
  const written = `${Math.floor(total / 60)}${String(total % 60).padStart(2, '0')}`;
  return { readings: total % 60 === 0 ? [written, String(total / 60)] : [written], size };
}

/** Digits without separators of thousands, with a point for decimals. */
function plainNumber(word: string): string {
  const groups = /^\d{1,3}(?:[.,]\d{3}){1,4}(?!\d)/u.exec(word)?.[0] ?? '';
  const plain = groups.replaceAll(/[.,]/gu, '') + word.slice(groups.length);
  return plain.replace(',', '.');
}

/** "12,500" may be a decimal or thousands; "2,40" is 2.4. */
function readingsOf(value: string): readonly string[] {
  return [value.includes('.') && !value.includes(':') ? trimEnd(trimEnd(value, '0'), '.') : value];
}

/** Reads "tres metros ochenta" and "zwölf Euro fünfzig" as one amount. */
export function joinAmounts(facts: readonly Fact[], language: string | undefined): Fact[] {
  const out: Fact[] = [];
  const typed = hasNumberGrammar(language);
  for (let at = 0; at < facts.length; ) {
    const taken = typed ? joinAmount(facts, at, out) : undefined;
    if (taken === undefined) out.push(facts[at] as Fact);
    at += taken ?? 1;
  }
  return out;
}
