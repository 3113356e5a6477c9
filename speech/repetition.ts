/** The maximum length of a repeated phrase, in words. */
const MAX_PHRASE = 12;

/**
 * Keeps one of the phrases that a text repeats at its end, even if the last one is incomplete. A decoder that is stuck
 * writes such loops until it is stopped.
 * @param minimum the number of repetitions that is a loop rather than emphasis
 */
export function collapseRepetition(text: string, minimum: number): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.slice(0, countUntilLoop(words, minimum)).join(' ');
}

/** The number of words that {@link collapseRepetition} keeps. */
export function countUntilLoop(words: readonly string[], minimum: number): number {
  const plain = words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, ''));
  for (let length = 1; length <= MAX_PHRASE; length++) {
    const start = loopStart(plain, length);
    if (words.length - start >= length * minimum) return start + length;
  }
  return words.length;
}

/** The index from which on each word equals the one `length` words before it. */
function loopStart(words: readonly string[], length: number): number {
  let start = words.length - length;
  while (start > 0 && words[start - 1] === words[start - 1 + length]) start--;
  return Math.max(0, start);
}
