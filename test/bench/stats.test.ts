import { expect, test } from 'bun:test';
import { ratioOfMedians } from '../../bench/support/stats.ts';

test('ratioOfMedians() compares rounds, so that a load of both series does not widen the interval', () => {
  const load = Array.from({ length: 30 }, (_, round) => 100 + 10 * (round % 7));
  const { value, low, high } = ratioOfMedians(
    load.map((ms) => 1.2 * ms),
    load,
  );
  for (const ratio of [value, low, high]) expect(ratio).toBeCloseTo(1.2, 6);
});

test('ratioOfMedians() has a wide interval if the rounds differ', () => {
  const measured = Array.from({ length: 30 }, (_, round) => 100 + 10 * (round % 7));
  const compared = Array.from({ length: 30 }, (_, round) => 100 + 10 * (round % 5));
  const { value, low, high } = ratioOfMedians(measured, compared);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
});
