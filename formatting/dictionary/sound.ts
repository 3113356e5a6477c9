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
  if (!/^[a-z]+$/u.test(letters)) return [];
  return [...new Set(doubleMetaphone(letters))].filter((code) => code !== '');
}

/** True when two texts may sound the same. */
export function soundsLike(first: Sound, second: Sound): boolean {
  return first.some((code) => second.includes(code));
}
