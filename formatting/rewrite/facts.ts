import { UNSPACED } from '../unspaced.ts';
import { wordSet } from '../word-set.ts';
import { classify, type FactKind } from './lexicon.ts';
import { readQuantity, spellForeignSigns, spellSigns } from './quantities.ts';

/** A word or a number, as the check of a rewrite compares it. */
export interface Fact {
  readonly kind: FactKind;
  /** The compared key: equal keys have the same meaning. */
  readonly key: string;
  /** The word itself, in lower case. */
  readonly word: string;
  /** For a number, every value that it may stand for. */
  readonly readings: readonly string[];
}

/** Informal forms and their full forms. */
const FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'got to',
    kinda: 'kind of',
    sorta: 'sort of',
    lemme: 'let me',
    gimme: 'give me',
    dunno: 'do not know',
    cuz: 'because',
    cause: 'because',
    cannot: 'can not',
    "can't": 'can not',
    cant: 'can not',
    "won't": 'will not',
    wont: 'will not',
    "shan't": 'shall not',
    "ain't": 'ain not',
    aint: 'ain not',
    "let's": 'let we',
    im: 'i am',
    ive: 'i have',
    // Speakers sound the same with either.
    youre: 'your',
    "you're": 'your',
    theyre: 'there',
    "they're": 'there',
    their: 'there',
    alot: 'a lot',
    "y'all": 'you all',
    noone: 'no one',
    incase: 'in case',
    infact: 'in fact',
    lets: 'let we',
  }),
);
const NOT_WITHOUT_APOSTROPHE = /^(do|did|does|is|are|was|were|has|have|had|could|would|should)nt$/u;
const CLITICS: readonly (readonly [string, string])[] = [
  ["n't", 'not'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'m", 'am'],
  ["'d", 'would'],
  ["'s", "'s"],
];
const RUN = /\d[\d.,:]*\d(?:s\b)?|\d(?:s\b)?|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
const MONTHS = wordSet('january february march april may june july august september october november december');
const DAYS = wordSet('monday tuesday wednesday thursday friday saturday sunday');
const DIVIDED = new Set(['dollar', 'euro', 'pound', 'meter']);

/** Reads a text as facts: numbers by value, units by name, pronouns by person, contractions in full. */
export function factsOf(text: string, english: boolean): Fact[] {
  const words = wordsIn(english ? spellSigns(text) : spellForeignSigns(text));
  const facts: Fact[] = [];
  for (let at = 0; at < words.length; ) {
    const quantity = english ? readQuantity(words, at) : undefined;
    if (quantity !== undefined) {
      facts.push({
        kind: 'number',
        key: `#${quantity.readings[0] ?? ''}`,
        word: (quantity.size === 1 ? words[at] : quantity.readings[0]) ?? '',
        readings: quantity.readings,
      });
      at += quantity.size;
    } else {
      facts.push(factOf(words[at] ?? '', english));
      at += 1;
    }
  }
  return collapse(english ? arrange(facts).map(inPlace) : facts);
}

/** Removes immediate repetitions: "we should we should", "we need to um we need to". */
function collapse(facts: readonly Fact[]): Fact[] {
  const out: Fact[] = [];
  for (let at = 0; at < facts.length; at += 1) {
    const size = repeatAt(facts, at);
    if (size === 0) out.push(facts[at] as Fact);
    else at += size - 1;
  }
  return out;
}

/** The number of facts that are repeated directly after a position, ignoring hesitations. */
function repeatAt(facts: readonly Fact[], start: number): number {
  for (let size = MAX_REPEAT; size > 0; size -= 1) {
    let next = start + size;
    while (facts[next]?.kind === 'hesitation' && facts[next]?.key !== facts[start]?.key) next += 1;
    let same = facts[start]?.kind !== 'number' && facts[start]?.kind !== 'hesitation';
    for (let offset = 0; same && offset < size; offset += 1)
      same = facts[next + offset] !== undefined && facts[start + offset]?.key === facts[next + offset]?.key;
    if (same) return next - start;
  }
  return 0;
}

const MAX_REPEAT = 4;

/** Corrects the kind of words that are hesitations only in some positions. */
function inPlace(fact: Fact, at: number, facts: readonly Fact[]): Fact {
  const { word } = fact;
  const before = facts[at - 1]?.word ?? '';
  const edge = at === 0 || at === facts.length - 1;
  if (word === 'like' && BEFORE_LIKE.has(before)) return { ...fact, kind: 'content' };
  if (word === 'right' && !edge) return { ...fact, kind: 'direction' };
  if (word === 'well' && BEFORE_WELL.has(before)) return { ...fact, kind: 'content' };
  return fact;
}

/** After these words, "like" is a verb or a comparison. */
const BEFORE_LIKE = wordSet(
  'i we you they he she would to not really also do does did more looks look sounds sound feels feel just anything something nothing',
);
const BEFORE_WELL = wordSet('is are was were went goes go feel feels very as not so pretty quite works worked');

function wordsIn(text: string): string[] {
  return (text.match(RUN) ?? []).flatMap((word) => (UNSPACED.test(word) ? [...word] : fullForm(word)));
}

function fullForm(word: string): readonly string[] {
  const form = FORMS.get(word);
  if (form !== undefined) return form.split(' ');
  const negated = NOT_WITHOUT_APOSTROPHE.exec(word)?.[1];
  if (negated !== undefined) return [negated, 'not'];
  const modal = /^(should|would|could|might|must)'?ve$/u.exec(word)?.[1];
  if (modal !== undefined) return [modal, 'have'];
  const clitic = CLITICS.find(([end]) => word.endsWith(end) && word.length > end.length);
  if (clitic !== undefined) return [...fullForm(word.slice(0, -clitic[0].length)), clitic[1]];
  // French: "l'idée".
  const elided = /^([cdjlmnst]|qu)'(.+)$/u.exec(word);
  return elided === null ? [word] : [elided[1] ?? '', elided[2] ?? ''];
}

function factOf(word: string, english: boolean): Fact {
  if (/^\d/u.test(word)) return { kind: 'number', key: `#${word}`, word, readings: [word] };
  return { ...classify(word, english), word, readings: [] };
}

/**
 * Brings equivalent orders into one: "the fourth of july" and "July 4", "me and my wife" and "my wife and I", "$1.20".
 */
function arrange(facts: readonly Fact[]): Fact[] {
  const out: Fact[] = [];
  for (let at = 0; at < facts.length; ) {
    const taken =
      dateAt(facts, at, out) ?? ownedByDay(facts, at, out) ?? pairAt(facts, at, out) ?? moneyAt(facts, at, out);
    // "You have got to" equals "you got to".
    const bare = facts[at]?.word === 'have' && facts[at + 1]?.word === 'got';
    // "On Friday" equals "Friday".
    const onDay = facts[at]?.word === 'on' && DAYS.has(facts[at + 1]?.word ?? '');
    if (taken === undefined && !bare && !onDay && !isMeasuring(facts, at)) out.push(facts[at] as Fact);
    at += taken ?? 1;
  }
  return out;
}

const MOVED = wordSet('back forward up down out');

/** Whether "by" is left out as often as said: "push it back (by) a week". */
function isMeasuring(facts: readonly Fact[], at: number): boolean {
  const [before, by, count, unit] = [facts[at - 1], facts[at], facts[at + 1], facts[at + 2]];
  if (by?.word !== 'by' || !MOVED.has(before?.word ?? '')) return false;
  const counted = count?.kind === 'number' || count?.word === 'a' || count?.word === 'an';
  return counted && (unit?.kind === 'unit' || unit?.word === 'week');
}

function dateAt(facts: readonly Fact[], at: number, out: Fact[]): number | undefined {
  const [day, of, month] = [facts[at], facts[at + 1], facts[at + 2]];
  if (day?.kind !== 'number' || of?.word !== 'of' || month === undefined || !MONTHS.has(month.word)) return undefined;
  if (out.at(-1)?.word === 'the') out.pop();
  out.push(month, day);
  return 3;
}

/** Reads "Thursday's rehearsal" as "rehearsal Thursday", like "the rehearsal on Thursday". */
function ownedByDay(facts: readonly Fact[], at: number, out: Fact[]): number | undefined {
  const [day, owner, noun] = [facts[at], facts[at + 1], facts[at + 2]];
  if (!DAYS.has(day?.word ?? '') || owner?.word !== "'s" || noun?.kind !== 'content') return undefined;
  if (day === undefined) return undefined;
  out.push(noun, day);
  return 3;
}

function pairAt(facts: readonly Fact[], at: number, out: Fact[]): number | undefined {
  const [first, and, ...rest] = facts.slice(at, at + 4);
  if (first?.key !== 'i' || and?.word !== 'and') return undefined;
  const other = rest[0]?.key === 'my' || rest[0]?.kind === 'light' ? rest.slice(0, 2) : rest.slice(0, 1);
  if (other[0] === undefined || (other[0].kind !== 'pronoun' && other.length < 2)) return undefined;
  out.push(...other, and, first);
  return 2 + other.length;
}

/** Reads "five dollars and fifty cents", "one pound twenty" and "two meters eighty" as one amount. */
function moneyAt(facts: readonly Fact[], at: number, out: Fact[]): number | undefined {
  const [whole, unit] = [facts[at], facts[at + 1]];
  if (whole?.kind !== 'number' || unit === undefined || !DIVIDED.has(unit.key)) return undefined;
  const joined = facts[at + 2]?.word === 'and' ? at + 3 : at + 2;
  const part = facts[joined];
  const named = facts[joined + 1]?.key === 'cent';
  if (part?.kind !== 'number' || !/^\d{1,2}$/u.test(part.readings[0] ?? '')) return undefined;
  if (!named && (joined > at + 2 || !/^\d{2}$/u.test(part.readings[0] ?? ''))) return undefined;
  const amount = String(Number(`${whole.readings[0]}.${(part.readings[0] ?? '').padStart(2, '0')}`));
  out.push({ kind: 'number', key: `#${amount}`, word: amount, readings: [amount] }, unit);
  return joined + (named ? 2 : 1) - at;
}
