import { expect, test } from 'bun:test';
import { createShares, halfOfTheRest } from '../../api/shares.ts';

test('take() gives a holder half of what the others leave, with any number of holders', () => {
  const shares = createShares(16, halfOfTheRest);
  const takeAll = (holder: string) => {
    let taken = 0;
    while (shares.take(holder, 1)) taken += 1;
    return taken;
  };
  expect(['a', 'b', 'c', 'd'].map(takeAll)).toEqual([8, 4, 2, 1]);
});

test('take() takes nothing when it refuses, and release() gives back', () => {
  const shares = createShares(10, (left) => left);
  expect([shares.take('a', 6), shares.take('b', 5), shares.take('b', 4), shares.take('a', 1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  shares.release('a', 6);
  expect([shares.take('b', 7), shares.take('b', 6)]).toEqual([false, true]);
});
