import type { DecodeWindow, LiveWord } from '../../speech/types.ts';

/** A longer window costs more than a step has time for. */
export const MAX_WINDOW_SECONDS = 8;
/** What is left of a window that was cut. Words need others before them to be understood. */
const KEPT_SECONDS = 4;
/** Audio without words, such as music, stays in the window up to this length. */
const LONGEST_SECONDS = 2 * MAX_WINDOW_SECONDS;

/**
 * The part of an utterance to decode next, commonly at most {@link MAX_WINDOW_SECONDS}: it is cut between committed words, and
 * the words that stay in it are forced as its prefix.
 * @param from where the last window began, in seconds of the session
 * @param to where the audio ends
 */
export function nextWindow(committed: readonly LiveWord[], from: number, to: number): DecodeWindow {
  const start = to - from <= MAX_WINDOW_SECONDS ? from : Math.max(cut(committed, from, to), to - LONGEST_SECONDS);
  const prefix = committed.filter((word) => word.start >= start).flatMap(({ tokens }) => [...tokens]);
  return { from: start, to, prefix };
}

/** Between two committed words, near the wanted start of the window. What no word is committed of stays in it. */
function cut(committed: readonly LiveWord[], from: number, to: number): number {
  const wanted = to - KEPT_SECONDS;
  const first = committed.findIndex(({ start }) => start >= wanted);
  const [before, after] = first < 0 ? [committed.at(-1), undefined] : [committed[first - 1], committed[first]];
  if (before === undefined) return from;
  const gap = after === undefined ? before.end : (before.end + after.start) / 2;
  // The times of words are estimates: a word that is in the window must begin in it.
  return Math.max(from, after === undefined ? gap : Math.min(gap, after.start));
}
