import { expect, test } from 'bun:test';
import {
  ATTEMPT_DELAYS_MS,
  busyWaitMs,
  DISABLE_AFTER_MS,
  delayAfterMs,
  formatDuration,
  MAX_ATTEMPTS,
  WARN_AFTER_MS,
} from '../../contracts/schedule.ts';

const HOUR = 60 * 60 * 1000;

test('the schedule is the contract: 8 attempts over about 28 hours', () => {
  expect(MAX_ATTEMPTS).toBe(8);
  expect(ATTEMPT_DELAYS_MS.map(formatDuration)).toEqual([
    ...['0 seconds', '5 seconds', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '10 hours'],
  ]);
  expect(ATTEMPT_DELAYS_MS.reduce((sum, ms) => sum + ms)).toBe(27 * HOUR + 35 * 60_000 + 5_000);
  expect([WARN_AFTER_MS, DISABLE_AFTER_MS]).toEqual([24 * HOUR, 72 * HOUR]);
});

test('delayAfterMs() returns the wait before the next attempt, and none after the last', () => {
  expect([1, 2, 7, 8].map(delayAfterMs)).toEqual([5_000, 300_000, 10 * HOUR, null]);
});

test('busyWaitMs() doubles up to 5 minutes, with jitter downwards', () => {
  expect([1, 2, 3, 9, 10, 1_000].map((turn) => busyWaitMs(turn, 1))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ]);
  expect([1, 2, 10].map((turn) => busyWaitMs(turn, 0))).toEqual([500, 1_000, 150_000]);
});

test('formatDuration() prints hours, minutes and seconds', () => {
  expect([0, 400, 1_000, 61_000, 3_600_000, 3_661_000].map(formatDuration)).toEqual([
    ...['0 seconds', '0 seconds', '1 second', '1 minute 1 second', '1 hour', '1 hour 1 minute 1 second'],
  ]);
});
