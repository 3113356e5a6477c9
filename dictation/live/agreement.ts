import type { LiveWord } from '../../speech/types.ts';

/** The state of the words of an utterance. */
export interface Agreement {
  /** Committed words, which never change. */
  readonly committed: readonly LiveWord[];
  /** Provisional words of the last decode after them, which may change. */
  readonly provisional: readonly LiveWord[];
}

/** The silence after which a word is complete. */
const PAUSE_SECONDS = 0.3;

export const NOTHING_RECOGNIZED: Agreement = { committed: [], provisional: [] };

/**
 * Commits the words on which two successive decodes agree (LocalAgreement-2: Macháček et al., "Turning Whisper into
 * Real-Time Transcription System", 2023). The last word of a decode is not committed, because more audio often changes
 * it or its punctuation.
 * @param recognized the words after the committed ones, from a decode of all audio so far
 */
export function agree({ committed, provisional }: Agreement, recognized: readonly LiveWord[]): Agreement {
  const limit = Math.min(recognized.length - 1, provisional.length);
  let agreed = 0;
  while (agreed < limit && isSame(recognized[agreed], provisional[agreed])) agreed++;
  return { committed: [...committed, ...recognized.slice(0, agreed)], provisional: recognized.slice(agreed) };
}

/**
 * Commits the provisional words that a decode of the whole utterance confirms. The speaker pauses after them, so that the
 * last one is complete too.
 * @param text the words of the whole utterance
 */
export function confirm({ committed, provisional }: Agreement, text: readonly string[]): Agreement {
  const rest = wordsAfter(
    committed.map((word) => word.text),
    text,
  );
  const differs = provisional.findIndex((word, index) => bare(word.text) !== bare(rest[index] ?? ''));
  const count = differs < 0 ? provisional.length : differs;
  return { committed: [...committed, ...provisional.slice(0, count)], provisional: provisional.slice(count) };
}

/**
 * Commits all words before a time, so that a window of limited length can move on.
 * @param until seconds of the session
 */
export function commitUntil({ committed, provisional }: Agreement, until: number): Agreement {
  const later = provisional.findIndex(({ end }) => end > until);
  const count = later < 0 ? provisional.length : later;
  return { committed: [...committed, ...provisional.slice(0, count)], provisional: provisional.slice(count) };
}

/**
 * The provisional words to show. The last one is often half a word while it is spoken. It is shown once a second decode
 * has it too, or after a pause; the first word of an utterance is shown at once.
 * @param before the provisional words of the previous decode
 * @param until the end of the decoded audio, in seconds of the session
 */
export function steadyWords(
  { committed, provisional }: Agreement,
  before: readonly LiveWord[],
  until: number,
): readonly LiveWord[] {
  const last = provisional.at(-1);
  if (last === undefined || committed.length + provisional.length === 1 || until - last.end >= PAUSE_SECONDS) {
    return provisional;
  }
  return before.some((word) => isSame(word, last)) ? provisional : provisional.slice(0, -1);
}

/** The number of positions at which two lists of provisional words differ. */
export function changedWords(before: readonly string[], after: readonly string[]): number {
  return before.filter((word, index) => after[index] !== undefined && bare(after[index]) !== bare(word)).length;
}

/**
 * The words of a text after the committed ones. The text is a later decode of the same audio and may have other words
 * in their place, so the shortest edit distance decides where they end.
 */
export function wordsAfter(committed: readonly string[], text: readonly string[]): readonly string[] {
  const wanted = committed.map(bare);
  const found = text.map(bare);
  // distances[k] is the edit distance between the committed words so far and the first k words of the text.
  let distances = found.map((_, index) => index);
  distances.push(found.length);
  for (const [row, word] of wanted.entries()) {
    const next = [row + 1];
    for (let k = 1; k <= found.length; k++) {
      const replaced = (distances[k - 1] ?? 0) + (found[k - 1] === word ? 0 : 1);
      next.push(Math.min(replaced, (distances[k] ?? 0) + 1, (next[k - 1] ?? 0) + 1));
    }
    distances = next;
  }
  const least = Math.min(...distances);
  return text.slice(distances.lastIndexOf(least));
}

function isSame(one: LiveWord | undefined, other: LiveWord | undefined): boolean {
  return one !== undefined && other !== undefined && bare(one.text) === bare(other.text);
}

/** A word without case and punctuation. A word of punctuation only stays. */
function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || word;
}
