import { FRAME_SECONDS } from '../../speech/voice/frame.ts';

/** When an utterance begins and ends. */
export interface TurnDetection {
  /** How likely a frame must hold speech for an utterance to begin, from 0 to 1. */
  readonly threshold: number;
  /** What an utterance keeps before its first speech, in seconds. */
  readonly prefixSeconds: number;
  /** The pause that ends an utterance, in seconds. */
  readonly silenceSeconds: number;
}

/** Times are seconds of the session. */
export type Boundary =
  /** Speech began; the utterance holds the audio from `at`. */
  | { readonly type: 'started'; readonly at: number }
  /** The utterance ended; it holds the audio before `at`. */
  | { readonly type: 'stopped'; readonly at: number };

/** Finds where utterances begin and end. */
export interface Splitter {
  /**
   * Takes the next frame.
   * @param end where it ends, in seconds of the session
   * @param speech how likely it holds speech
   */
  push(end: number, speech: number): Boundary | undefined;
  /** Ends an utterance that goes on. @param at seconds of the session */
  stop(at: number): Boundary | undefined;
}

/** An utterance goes on while frames are this much below the threshold: 0.5 begins, 0.3 goes on. */
const HYSTERESIS = 0.2;
/** Shorter sounds are clicks: 96 ms. */
const MIN_FRAMES = 3;
/** From this length on, a pause between two words ends an utterance. At the maximum it ends without a pause. */
const LONG_SECONDS = 18;
const SHORT_PAUSE_SECONDS = 0.25;
const MAX_SECONDS = 28;

/** Follows one voice from its beginning. */
export function createSplitter(detection: TurnDetection): Splitter {
  const goesOn = Math.max(0.05, detection.threshold - HYSTERESIS);
  /** Frames in a row that may begin an utterance. */
  let likely = 0;
  let startedAt: number | undefined;
  /** Where the last utterance ended: the next one does not reach into it. */
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
