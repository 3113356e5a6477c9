import { wordSet } from '../word-set.ts';
import type { Fact } from './fact.ts';

const MONTHS = wordSet('january february march april may june july august september october november december');
const DAYS = wordSet('monday tuesday wednesday thursday friday saturday sunday');
const AND = wordSet('and und y con et');
const DIVIDED = new Set(['dollar', 'euro', 'pound', 'meter']);

/**
 * Brings equivalent orders into one: "the fourth of july" and "July 4", "me and my wife" and "my wife and I", "$1.20".
 */
export function arrange(facts: readonly Fact[]): Fact[] {
  const out: Fact[] = [];
  for (let at = 0; at < facts.length; ) {
    const taken =
      dateAt(facts, at, out) ?? ownedByDay(facts, at, out) ?? pairAt(facts, at, out) ?? joinAmount(facts, at, out);
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
  if (other[0] === undefined || (other.length < 2 && other[0].kind !== 'pronoun' && other[0].kind !== 'content'))
    return undefined;
  out.push(...other, and, first);
  return 2 + other.length;
}

/** Reads "five dollars and fifty cents", "one pound twenty" and "two meters eighty" as one amount. */
export function joinAmount(facts: readonly Fact[], at: number, out: Fact[]): number | undefined {
  const [whole, unit] = [facts[at], facts[at + 1]];
  if (whole?.kind !== 'number' || unit === undefined || !DIVIDED.has(unit.key)) return undefined;
  const joined = AND.has(facts[at + 2]?.word ?? '') ? at + 3 : at + 2;
  const part = facts[joined];
  const named = facts[joined + 1]?.key === (unit.key === 'meter' ? 'cm' : 'cent');
  if (part?.kind !== 'number' || !/^\d{1,2}$/u.test(part.readings[0] ?? '')) return undefined;
  if (!named && (joined > at + 2 || !/^\d{2}$/u.test(part.readings[0] ?? ''))) return undefined;
  const amount = String(Number(`${whole.readings[0]}.${(part.readings[0] ?? '').padStart(2, '0')}`));
  out.push({ ...whole, key: `#${amount}`, word: amount, readings: [amount] }, unit);
  return joined + (named ? 2 : 1) - at;
}
