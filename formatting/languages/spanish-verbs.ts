import { startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';

/** Words before a clause whose verb may be "coma". */
const JOINS = wordSet('que ojalá cuando aunque quien');
const DETERMINERS = wordSet('el la los las un una mi tu su este esta ese esa nuestro nuestra cada');
const AMOUNTS = wordSet('menos más mucho mucha poco poca');
/** Words after "más" or "menos" that make it an adverb: "coma más tarde te llamo". */
const ADVERBS = wordSet('tarde temprano adelante bien mal o allá aún aun vale que de y abajo arriba lejos cerca');

/**
 * Whether "coma" is a verb: its subject stands between "que" and it ("quiere que mi padre coma"), or starts the sentence
 * before an amount ("mi padre coma menos sal").
 */
export function isSpanishVerb(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.key !== 'coma' || tokens[index - 1]?.kind !== 'word') return false;
  if (!DETERMINERS.has(tokens[index - 2]?.key ?? '')) return false;
  if (JOINS.has(tokens[index - 3]?.key ?? '')) return true;
  const [amount, noun] = [tokens[index + 1], tokens[index + 2]];
  return (
    startsSentence(tokens, index - 2) &&
    AMOUNTS.has(amount?.key ?? '') &&
    noun?.kind === 'word' &&
    !ADVERBS.has(noun.key)
  );
}
