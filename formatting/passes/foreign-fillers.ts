import type { Language } from '../language.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { startsSentence } from './pass.ts';

/** Hesitations in French, German and Spanish, by language. */
const FOREIGN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['fr', new Set(['euh', 'heu', 'euhm', 'hum'])],
  ['de', new Set(['äh', 'ähm', 'öh', 'öhm', 'ähh', 'hm'])],
  ['es', new Set(['eh', 'ehm'])],
]);
/** Hesitations that are words too: "¡Eh, tú!", "¿verdad, eh?". */
const FOREIGN_WORDS = new Set(['eh', 'hum', 'heu']);
/** Verbs of speech and articles, after which a hesitation is quoted. */
const FOREIGN_MENTION = wordSet(
  'dit dis disait dire mot un le les des ses sagt sage sagen sagte wort ein das dein sein ihr kein dice dijo digo decir palabra ese tu su',
);
/** Verbs whose subject a mentioned hesitation is: "Äh ist kein Wort". */
const FOREIGN_COPULAS = new Set(['est', "n'est", 'ist', 'es', 'und', 'et', 'y']);

/**
 * Whether a token is a hesitation of another language: between two commas, said twice, or, unless it is a word too, at the
 * start of a sentence.
 */
export function isForeignFiller(
  tokens: readonly Token[],
  index: number,
  { code, english, certain }: Language,
): boolean {
  const words = english || !certain ? undefined : FOREIGN.get(code ?? '');
  const current = tokens[index];
  if (current?.kind !== 'word' || !current.spaced || words?.has(current.key) !== true) return false;
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (after?.kind === 'mark' && !/^(?:,|…|\.{2,})$/u.test(after.text)) return false;
  if (before?.text === ',' && after?.text === ',' && !before.spoken && !after.spoken) return true;
  if (FOREIGN_WORDS.has(current.key)) return false;
  if (before?.key === current.key || after?.key === current.key) return !FOREIGN_MENTION.has(before?.key ?? '');
  return startsSentence(tokens, index) && after !== undefined && !FOREIGN_COPULAS.has(after.key);
}
