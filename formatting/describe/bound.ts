import { wordSet } from '../word-set.ts';
import type { Word } from './word.ts';

/** Negations and sides, without which the noun after them means something else. */
const BOUND: ReadonlySet<string> = wordSet(
  'no not never without left right kein keine keinen keiner nicht ohne linke linken linker rechte rechten rechter pas sans ni sin ningún ninguna',
);

/**
 * The index from which a title has to keep the words before a noun: "no bags", "left knee", "two windows".
 * @param start the index of the first word of the noun's phrase
 */
export function boundStart(words: readonly Word[], start: number): number {
  let at = start;
  while (at > 0 && words[at]?.opens === false && isBound(words[at - 1])) at -= 1;
  return at;
}

function isBound(word: Word | undefined): boolean {
  return word !== undefined && (word.part === 'number' || BOUND.has(word.text.toLowerCase()));
}
