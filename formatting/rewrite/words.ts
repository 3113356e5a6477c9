import { distance } from 'fastest-levenshtein';
import { lettersOf, soundOf } from '../dictionary/sound.ts';
import { UNSPACED } from '../unspaced.ts';
import { fullForm } from './contractions.ts';

/** Homophones that are too short to be compared by their sound codes. */
const HOMOPHONES: readonly (readonly string[])[] = [
  ['by', 'buy', 'bye'],
  ['to', 'too', 'two'],
  ['no', 'know'],
  ['new', 'knew'],
  ['see', 'sea'],
  ['our', 'are', 'hour'],
  ['for', 'four'],
  ['won', 'one'],
  ['ate', 'eight'],
];
const RUN = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * The words of a text in a common form: lower case, contractions and informal forms expanded. "'s" is dropped, because a
 * recognizer may leave it out.
 * Scripts without spaces give one word per character.
 */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().replaceAll('’', "'").match(RUN) ?? []).flatMap((word) =>
    UNSPACED.test(word) ? [...word] : fullForm(word).filter((part) => part !== "'s"),
  );
}

/** Checks whether a word of a rewrite was said: itself, inflected, misspelled, or by sound over one to three words. */
export function createSupport(said: readonly string[]): (word: string) => boolean {
  const exact = new Set(said.map(lettersOf));
  const sounds = new Set<string>();
  const byStart = Map.groupBy(exact, (letters) => letters.slice(0, 1));
  for (let at = 0; at < said.length; at += 1) {
    let joined = '';
    for (let size = 1; size <= 3 && at + size <= said.length; size += 1) {
      joined += lettersOf(said[at + size - 1] ?? '');
      if (size > 1) exact.add(joined);
      for (const code of soundOf(joined)) if (code.length > 1) sounds.add(code);
    }
  }
  return (word) => {
    const letters = lettersOf(word);
    if (letters === '' || exact.has(letters)) return true;
    if (HOMOPHONES.some((group) => group.includes(letters) && group.some((other) => exact.has(other)))) return true;
    if (letters.length < 3) return false;
    const close = byStart.get(letters.slice(0, 1))?.some((other) => isClose(letters, other)) ?? false;
    return close || soundOf(letters).some((code) => sounds.has(code));
  };
}

/**
 * Whether two words are close: "walk" and "walking", "recieve" and "receive"; not "car" and "cat", or "milligrams" and
 * "micrograms".
 */
function isClose(first: string, second: string): boolean {
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  if (long.length - short.length > 3) return false;
  if (short.length >= 4 && long.startsWith(short)) return true;
  const apart = long.length < 5 ? Number.POSITIVE_INFINITY : distance(first, second);
  return apart <= 2 && apart / long.length <= 0.34;
}
