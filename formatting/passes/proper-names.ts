import { isEnglishWord, isNamePair, properForm } from '../english/proper-names.ts';
import { isDescribedThing } from '../english/things.ts';
import { type Token, token } from '../token.ts';
import { isJoined, type Pass } from './pass.ts';

/**
 * Capitalizes well-known names and abbreviations that are no other word: NASA, PDF, Google, Peru, New York. Words that
 * the recognizer capitalized stay.
 */
export const writeProperNames: Pass = (tokens, { language, place }) => {
  if (!language.english || place.kind === 'code') return tokens;
  return tokens.map((of, index) => {
    if (of.kind !== 'word' || of.text !== of.key || isJoined(tokens, index)) return of;
    if (isEnglishWord(of.key) && isDescribedThing(tokens, index)) return of;
    const paired = isPaired(tokens, index) || (index > 0 && isPaired(tokens, index - 1));
    const written = paired ? of.key.charAt(0).toUpperCase() + of.key.slice(1) : properForm(of.key);
    return written === undefined ? of : token('word', written, of.spaced);
  });
};

function isPaired(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  return next?.spaced === true && isNamePair(tokens[index]?.key ?? '', next.key);
}
