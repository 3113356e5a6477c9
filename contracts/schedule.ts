const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay before each attempt of an automatic delivery: none, then 5 seconds, … (about 28 hours in total). */
export const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];

export const MAX_ATTEMPTS = ATTEMPT_DELAYS_MS.length;

/** An endpoint that failed without a break for so long gets its user a warning, then is disabled. */
export const WARN_AFTER_MS = 24 * HOUR;
export const DISABLE_AFTER_MS = 72 * HOUR;

/** The delay after this attempt, or null when it was the last. Attempts count from 1. */
export function delayAfterMs(attempt: number): number | null {
  return ATTEMPT_DELAYS_MS[attempt] ?? null;
}

const FIRST_BUSY_WAIT_MS = SECOND;
const MAX_BUSY_WAIT_MS = 5 * MINUTE;

/**
 * How long to wait when an endpoint has reached its limit of open requests. The wait doubles and has jitter, so that
 * waiting attempts do not all return at once.
 * @param turn how often it was busy in a row, from 1
 * @param random from 0 to 1
 */
export function busyWaitMs(turn: number, random: number): number {
  const ceiling = Math.min(FIRST_BUSY_WAIT_MS * 2 ** (turn - 1), MAX_BUSY_WAIT_MS);
  return Math.round(ceiling * (0.5 + random / 2));
}

/** Formats a duration for the timeline of the Temporal Web UI. */
export function formatDuration(ms: number): string {
  const units: readonly [number, string][] = [
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
    [SECOND, 'second'],
  ];
  const parts: string[] = [];
  let rest = Math.round(ms / SECOND) * SECOND;
  for (const [size, name] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ') || '0 seconds';
}
