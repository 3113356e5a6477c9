/** Decides how often the sessions of a process are decoded, and whether it takes another one. */
export interface Pacing {
  /** Seconds from the beginning of one decode of a session to that of its next. */
  stepSeconds(): number;
  /** Counts a decode that took this long, waiting included. */
  decoded(seconds: number): void;
  /** Seconds after which to try again when no other session can be taken now; undefined when one can. */
  busyFor(): number | undefined;
}

/** More often than this, words do not appear sooner to a reader. */
const MIN_STEP_SECONDS = 0.4;
/** A session decodes for at most this part of its time. */
const MAX_DUTY = 0.5;
/** From this step on, words appear too late for another session to be taken. */
const BUSY_STEP_SECONDS = 2;
/** Weight of the newest decode in the mean. */
const WEIGHT = 0.2;
/** What was measured longer ago says nothing about now. */
const FORGET_SECONDS = 5;
/** Sentences have ended by then. */
const RETRY_SECONDS = 5;

/** @param nowSeconds a clock that never goes back */
export function createPacing(nowSeconds: () => number): Pacing {
  let mean = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const current = () => (nowSeconds() - lastAt > FORGET_SECONDS ? 0 : mean);
  const stepSeconds = () => Math.max(MIN_STEP_SECONDS, current() / MAX_DUTY);
  return {
    stepSeconds,
    decoded: (seconds) => {
      mean = current() === 0 ? seconds : current() + WEIGHT * (seconds - current());
      lastAt = nowSeconds();
    },
    busyFor: () => (stepSeconds() >= BUSY_STEP_SECONDS ? RETRY_SECONDS : undefined),
  };
}
