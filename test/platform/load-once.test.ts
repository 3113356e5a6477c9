import { expect, test } from 'bun:test';
import { loadOnce } from '../../platform/load-once.ts';

test('loadOnce() loads once for concurrent and later calls', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    return loads;
  });
  expect(loads).toBe(0);
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test('loadOnce() tries again after a failure', async () => {
  const outcomes = ['no file descriptor', undefined];
  const load = loadOnce(async () => {
    const failure = outcomes.shift();
    if (failure !== undefined) throw new Error(failure);
    return 'loaded';
  });
  const failed = await Promise.allSettled([load(), load()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']); // both of the same attempt
  expect(await load()).toBe('loaded');
  expect(await load()).toBe('loaded');
});
