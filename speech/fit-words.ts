import type { Word } from './types.ts';

/** The words of a text as it writes them: split at white space, each with its punctuation. */
export function writtenWords(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/**
 * Gives the words of a text the times of the words that a recognizer returned, which may lack punctuation or be divided
 * differently. A text without white space keeps the recognizer's words.
 * @returns undefined unless both have the same letters and digits
 */
export function fitWords(text: string, words: readonly Word[]): Word[] | undefined {
  const letters = words.map((word) => lettersOf(word.text));
  const written = writtenWords(text);
  if (words.length === 0 || letters.join('') !== written.map(lettersOf).join('')) return undefined;
  if (written.length === 1 && words.length > 1) return [...words];
  const timeAt = timesOfLetters(words, letters);
  let at = 0;
  return written.map((piece) => {
    const start = timeAt(at, 'start');
    at += lettersOf(piece).length;
    return { text: piece, start, end: Math.max(start, timeAt(at, 'end')) };
  });
}

/** The time at which a letter starts, or at which the letter before it ends, counted over all words. */
function timesOfLetters(words: readonly Word[], letters: readonly string[]) {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [index, { start, end }] of words.entries()) {
    const count = letters[index]?.length ?? 0;
    for (let letter = 0; letter < count; letter += 1) {
      starts.push(start + ((end - start) * letter) / count);
      ends.push(letter + 1 === count ? end : start + ((end - start) * (letter + 1)) / count);
    }
  }
  const last = words.at(-1)?.end ?? 0;
  return (letter: number, edge: 'start' | 'end') =>
    edge === 'start' ? (starts[letter] ?? last) : (ends[letter - 1] ?? words[0]?.start ?? last);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
