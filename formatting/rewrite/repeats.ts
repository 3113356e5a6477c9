import { wordSet } from '../word-set.ts';
import type { Fact } from './fact.ts';

/** Removes immediate repetitions: "we should we should", "we need to um we need to". */
export function collapse(facts: readonly Fact[]): Fact[] {
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
    let same = facts[start]?.kind === 'number' ? isRestated(facts, start, next) : facts[start]?.kind !== 'hesitation';
    for (let offset = 0; same && offset < size; offset += 1)
      same = facts[next + offset] !== undefined && facts[start + offset]?.key === facts[next + offset]?.key;
    if (same) return next - start;
  }
  return 0;
}

const MAX_REPEAT = 4;

/** Sounds of hesitation, which are no words. */
const PAUSES = wordSet('um uh er erm ah hmm hm mm mhm äh ähm öh euh eh');

/** Whether a number is said again after a pause: "seventeen uh seventeen". Without one, it may be a part of a code. */
function isRestated(facts: readonly Fact[], start: number, next: number): boolean {
  const paused = facts.slice(start + 1, next).some(({ word }) => PAUSES.has(word));
  return paused && facts[start - 1]?.kind !== 'number' && facts[next + 1]?.kind !== 'number';
}

const CLOCK_END = /^(?:00|15|30|45)$/u;

/** Whether an hour is said again with its minutes: "nine er nine thirty". */
export function isHourRestated(facts: readonly Fact[], at: number): boolean {
  const [hour, again] = [facts[at], facts[at + 2]];
  if (hour?.kind !== 'number' || again?.kind !== 'number' || !PAUSES.has(facts[at + 1]?.word ?? '')) return false;
  const [value = ''] = hour.readings;
  return (
    Number(value) <= 24 &&
    again.readings.some((time) => time.startsWith(value) && CLOCK_END.test(time.slice(value.length)))
  );
}
