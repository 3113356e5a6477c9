import { DIGIT_WORDS } from '../english/number-words.ts';
import type { Token } from '../token.ts';
import type { Pass } from './pass.ts';

/** Sounds and set phrases that are meant to repeat. */
const MEANT = new Set([
  'ha',
  'haha',
  'he',
  'ho',
  'la',
  'na',
  'blah',
  'yada',
  'knock',
  'cha',
  'bla',
  'tick',
  'tock',
  'dot',
]);
/** Twice is a word on purpose ("had had", "very very"); from three times on it is a stutter. */
const STUTTER = 3;

/** Makes one of a word, or of a pair of words, that is said three times or more in a row. */
export const collapseRepeats: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  return collapse(collapse(tokens, 1), 2);
};

function collapse(tokens: readonly Token[], size: 1 | 2): readonly Token[] {
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const times = countRepeats(tokens, index, size);
    if (times >= STUTTER) {
      out.push(...tokens.slice(index, index + size));
      index += times * size;
    } else {
      const current = tokens[index];
      if (current !== undefined) out.push(current);
      index += 1;
    }
  }
  return out;
}

function countRepeats(tokens: readonly Token[], start: number, size: number): number {
  for (let offset = 0; offset < size; offset += 1) {
    if (!mayStutter(tokens[start + offset])) return 1;
  }
  let times = 1;
  while (isSame(tokens, start, start + times * size, size)) times += 1;
  return times;
}

function isSame(tokens: readonly Token[], first: number, second: number, size: number): boolean {
  for (let offset = 0; offset < size; offset += 1) {
    const other = tokens[second + offset];
    if (other === undefined || other.key === '' || !other.spaced) return false;
    if (other.key !== tokens[first + offset]?.key) return false;
  }
  return true;
}

/** Numbers, spelled letters and sounds repeat for a reason. */
function mayStutter(of: Token | undefined): boolean {
  if (of?.kind !== 'word' || MEANT.has(of.key) || DIGIT_WORDS.has(of.key) || /\d/u.test(of.key)) return false;
  return of.key.length > 1 || of.key === 'i' || of.key === 'a';
}
