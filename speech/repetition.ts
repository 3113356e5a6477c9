/** Words of the longest phrase that is looked for: a sentence. */
const MAX_PHRASE = 12;

/**
 * Leaves one of the phrases that a text repeats at its end, also when the last one is incomplete: what a decoder
 * writes that has lost its way until it is stopped.
 * @param minimum repetitions from which on it is a loop and no emphasis
 */
export function collapseRepetition(text: string, minimum: number): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.slice(0, countUntilLoop(words, minimum)).join(' ');
}

/** How many of the words {@link collapseRepetition} leaves. */
export function countUntilLoop(words: readonly string[], minimum: number): number {
  const plain = words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, ''));
  for (let length = 1; length <= MAX_PHRASE; length++) {
    const start = loopStart(plain, length);
    if (words.length - start >= length * minimum) return start + length;
  }
  return words.length;
}

/** Where the words begin from which on each equals the one `length` before it. */
function loopStart(words: readonly string[], length: number): number {
  let start = words.length - length;
  while (start > 0 && words[start - 1] === words[start - 1 + length]) start--;
  return Math.max(0, start);
}
