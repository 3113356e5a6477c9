import { FRAME_SECONDS } from '../../speech/voice/frame.ts';

/** When an utterance starts and ends. */
export interface TurnDetection {
  /** The probability of speech that starts an utterance, from 0 to 1. */
  readonly threshold: number;
  /** The padding before the first speech of an utterance, in seconds. */
  readonly prefixSeconds: number;
  /** The pause that ends an utterance, in seconds. */
  readonly silenceSeconds: number;
}

/** Times are seconds of the session. */
export type Boundary =
  /** Speech started. The utterance contains the audio from `at`. */
  | { readonly type: 'started'; readonly at: number }
  /** The utterance ended. It contains the audio before `at`. */
  | { readonly type: 'stopped'; readonly at: number };

/** Finds the start and end of utterances. */
export interface Splitter {
  /**
   * Handles the next frame.
   * @param end its end in seconds of the session
   * @param speech its probability of speech
   */
  push(end: number, speech: number): Boundary | undefined;
  /**
   * Ends the current utterance.
   * @param at seconds of the session
   */
  stop(at: number): Boundary | undefined;
}

/** How far below the threshold frames still continue an utterance: 0.5 starts one, 0.3 continues it. */
const HYSTERESIS = 0.2;
/** The minimum speech that starts an utterance. Shorter sounds are clicks: 96 ms. */
const MIN_FRAMES = 3;
/** In a longer utterance, a pause between two words ends it. At the maximum length it ends without a pause. */
const LONG_SECONDS = 18;
const SHORT_PAUSE_SECONDS = 0.25;
const MAX_SECONDS = 28;

/** Splits one voice, from its start. */
export function createSplitter(detection: TurnDetection): Splitter {
  const goesOn = Math.max(0.05, detection.threshold - HYSTERESIS);
  /** The number of consecutive frames of speech before an utterance. */
  let likely = 0;
  let startedAt: number | undefined;
  /** The end of the last utterance. The next one does not overlap it. */
  let endedAt = 0;
  /** The end of the last frame with speech. */
  let spokenUntil = 0;
  let now = 0;

  function push(end: number, speech: number): Boundary | undefined {
    now = end;
    return startedAt === undefined ? begin(speech) : goOn(startedAt, speech);
  }

  function begin(speech: number): Boundary | undefined {
    likely = speech >= detection.threshold ? likely + 1 : 0;
    if (likely < MIN_FRAMES) return undefined;
    const first = now - likely * FRAME_SECONDS;
    startedAt = Math.max(endedAt, first - detection.prefixSeconds, 0);
    spokenUntil = now;
    return { type: 'started', at: startedAt };
  }

  function goOn(begun: number, speech: number): Boundary | undefined {
    if (speech >= goesOn) spokenUntil = now;
    const silence = now - spokenUntil;
    const length = now - begun;
    const pause = length < LONG_SECONDS ? Number.POSITIVE_INFINITY : SHORT_PAUSE_SECONDS;
    return silence >= Math.min(detection.silenceSeconds, pause) || length >= MAX_SECONDS ? stop(now) : undefined;
  }

  function stop(at: number): Boundary | undefined {
    if (startedAt === undefined) return undefined;
    startedAt = undefined;
    likely = 0;
    endedAt = at;
    return { type: 'stopped', at };
  }

  return { push, stop };
}
