import { doubleMetaphone } from 'double-metaphone';

/** How a word sounds in English: one or two codes. */
export type Sound = readonly string[];

/**
 * The letters and digits of a text in lower case without accents, which is what sounds and spellings are compared by.
 */
export function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The codes of double metaphone; none for what has no Latin letters. */
export function soundOf(letters: string): Sound {
  if (!/^[a-z]+$/.test(letters)) return [];
  const [first, second] = doubleMetaphone(letters);
  if (first === '' || first === second) return second === '' ? [] : [second];
  return second === '' ? [first] : [first, second];
}

/** True when two texts may sound the same. */
export function soundsLike(first: Sound, second: Sound): boolean {
  return first.some((code) => second.includes(code));
}
