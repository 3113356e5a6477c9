import { properForm } from '../english/proper-names.ts';
import { token } from '../token.ts';
import { isJoined, type Pass } from './pass.ts';

/**
 * Capitalizes well-known names and abbreviations that are no other word: NASA, PDF, Google, Peru. Words that the
 * recognizer capitalized stay.
 */
export const writeProperNames: Pass = (tokens, { language, place }) => {
  if (!language.english || place.kind === 'code') return tokens;
  return tokens.map((of, index) => {
    if (of.kind !== 'word' || of.text !== of.key || isJoined(tokens, index)) return of;
    const written = properForm(of.key);
    return written === undefined ? of : token('word', written, of.spaced);
  });
};
