import { doubleMetaphone } from 'double-metaphone';

/** The sound of a word in English: one or two codes. */
export type Sound = readonly string[];

/** The letters and digits of a text in lower case without accents, for comparing sounds and spellings. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The double metaphone codes, or none for a text without Latin letters. */
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
