import type { DecodeWindow, LiveWord } from '../../speech/types.ts';
import type { Agreement } from './agreement.ts';

/** The maximum length of a window. A longer one takes too long for one step. */
export const MAX_WINDOW_SECONDS = 8;
/** The length of a window after it was cut. Words need others before them to be understood. */
const KEPT_SECONDS = 4;
/** The maximum length of audio without words, such as music, in a window. */
const LONGEST_SECONDS = 2 * MAX_WINDOW_SECONDS;

/**
 * The part of an utterance to decode next, usually at most {@link MAX_WINDOW_SECONDS}. It is cut between committed
 * words, and the words that stay in it are forced as its prefix. The provisional words are its draft.
 * @param from the start of the last window, in seconds of the session
 * @param to the end of the audio
 */
export function nextWindow({ committed, provisional }: Agreement, from: number, to: number): DecodeWindow {
  const start = to - from <= MAX_WINDOW_SECONDS ? from : Math.max(cut(committed, from, to), to - LONGEST_SECONDS);
  const prefix = committed.filter((word) => word.start >= start).flatMap(({ tokens }) => [...tokens]);
  return { from: start, to, prefix, draft: provisional.flatMap(({ tokens }) => [...tokens]) };
}

/** A position between two committed words near the desired start. Audio without committed words stays in the window. */
function cut(committed: readonly LiveWord[], from: number, to: number): number {
  const wanted = to - KEPT_SECONDS;
  const first = committed.findIndex(({ start }) => start >= wanted);
  const [before, after] = first < 0 ? [committed.at(-1), undefined] : [committed[first - 1], committed[first]];
  if (before === undefined) return from;
  const gap = after === undefined ? before.end : (before.end + after.start) / 2;
  // The times of words are estimates. A word in the window must start in it.
  return Math.max(from, after === undefined ? gap : Math.min(gap, after.start));
}
