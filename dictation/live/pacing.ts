/** Decides how often the sessions of a process are decoded, and whether it accepts another one. */
export interface Pacing {
  /** Seconds from the start of a decode of a session to the next. */
  stepSeconds(): number;
  /** Records the duration of a decode, including its wait. */
  decoded(seconds: number): void;
  /** Whether work that only saves time later should not be done now. */
  isSlow(): boolean;
  /** The delay before a retry in seconds, if no other session can be accepted now; otherwise undefined. */
  busyFor(): number | undefined;
}

/** Decoding more often would not be noticed by a reader. */
const MIN_STEP_SECONDS = 0.3;
/**
 * The maximum share of its time that a session spends decoding, with its wait for others. With a smaller one, the model is
 * idle for a quarter of the time when three sessions start their decodes together.
 */
const MAX_DUTY = 0.7;
/** With a longer interval, words appear too late to accept another session. */
const BUSY_STEP_SECONDS = 1.5;
/** With a longer interval, the machine is slow. */
const SLOW_STEP_SECONDS = 1;
/** The weight of the newest decode in the moving average. */
const WEIGHT = 0.2;
/** Older measurements are ignored. */
const FORGET_SECONDS = 5;
/** The `Retry-After` of a rejected session. Some sentences have ended by then. */
const RETRY_SECONDS = 5;

/** @param nowSeconds a monotonic clock */
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
    isSlow: () => stepSeconds() > SLOW_STEP_SECONDS,
    busyFor: () => (stepSeconds() >= BUSY_STEP_SECONDS ? RETRY_SECONDS : undefined),
  };
}
