import { mayShareValue } from '../languages/numbers/ranges.ts';
import { wordSet } from '../word-set.ts';
import type { Fact } from './fact.ts';

const JOINTS = wordSet('to or a o u y hasta à ou et bis oder und auf');

/**
 * Reads a range that is said in words by its shared multiplier: "two to three hundred" is 200 to 300. If the first
 * number may have its own value, no number in digits equals it.
 */
export function shareMultipliers(facts: readonly Fact[]): Fact[] {
  return facts.map((fact, at) => {
    const [joint, later] = [facts[at + 1], facts[at + 2]];
    if (fact.kind !== 'number' || later?.kind !== 'number' || /^\d/u.test(fact.word)) return fact;
    const [value, last] = [Number(fact.readings[0]), Number(later.readings[0])];
    if (!JOINTS.has(joint?.word ?? '') || last >= 1_000_000 || !mayShareValue(value, last)) return fact;
    const scale = last >= 1_000 ? 1_000 : 100;
    const text = value < last / scale ? String(value * scale) : `${value}?`;
    return { ...fact, key: `#${text}`, word: text, readings: [text] };
  });
}
