import { writtenWords } from '../../speech/fit-words.ts';
import type { Segment, Word } from '../../speech/types.ts';

/** A segment as it is stored. The texts of its words are not stored again. */
export interface StoredSegment extends Omit<Segment, 'words'> {
  /**
   * For each word of the text, the time since the end of the word before (or the start of the segment), and its
   * length, in hundredths of a second.
   */
  readonly wordTimes?: readonly number[];
}

const PER_SECOND = 100;

/** Word times take two or three bytes a word in a stored note. Words that are not those of the text are left out. */
export function packSegment({ words, ...segment }: Segment): StoredSegment {
  const written = writtenWords(segment.text);
  const fits = words?.length === written.length && words.every(({ text }, at) => text === written[at]);
  if (words === undefined || !fits) return segment;
  let before = hundredths(segment.start);
  const wordTimes = words.flatMap(({ start, end }) => {
    const from = Math.max(before, hundredths(start));
    const to = Math.max(from, hundredths(end));
    const gap = from - before;
    before = to;
    return [gap, to - from];
  });
  return { ...segment, wordTimes };
}

/** The segment with the times of its words, to a hundredth of a second. */
export function unpackSegment({ wordTimes, ...segment }: StoredSegment): Segment {
  if (wordTimes === undefined) return segment;
  let before = hundredths(segment.start);
  const words = writtenWords(segment.text).map((text, at): Word => {
    const start = before + (wordTimes[2 * at] ?? 0);
    before = start + (wordTimes[2 * at + 1] ?? 0);
    return { text, start: start / PER_SECOND, end: before / PER_SECOND };
  });
  return { ...segment, words };
}

function hundredths(seconds: number): number {
  return Math.round(seconds * PER_SECOND);
}
