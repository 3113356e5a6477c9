import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';

/** Adjectives of things, which no person has: a "young brad" may be a man. */
const ADJECTIVES = wordSet(
  'rusty rusted bent broken loose sharp blunt wooden metal steel brass copper iron plastic leather rubber cracked chipped dented torn galvanized threaded hollow spare stray',
);

/** Whether a word names a thing: an article and an adjective of things precede it, as in "a rusty brad". */
export function isDescribedThing(tokens: readonly Token[], index: number): boolean {
  const [article, adjective] = [tokens[index - 2]?.key, tokens[index - 1]];
  if (article !== 'a' && article !== 'an') return false;
  return adjective?.kind === 'word' && adjective.text === adjective.key && ADJECTIVES.has(adjective.key);
}
