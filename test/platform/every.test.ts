import { expect, test } from 'bun:test';
import { every } from '../../platform/every.ts';
import { eventually } from '../support/eventually.ts';

test('every() starts at once, and starts again after each run', async () => {
  let begun = 0;
  const rounds = every(async () => {
    begun += 1;
  }, 1);
  expect(begun).toBe(1);
  await eventually('it has begun again', () => begun >= 3);
  await rounds.stop();
});

test('stop() waits for the current run, and no other follows', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const rounds = every(() => {
    begun += 1;
    return end;
  }, 1);
  let stopped = false;
  const stopping = rounds.stop().then(() => (stopped = true));
  await Promise.resolve();
  expect(stopped).toBe(false);
  resolve();
  await stopping;
  // A timer that is set now fires after every timer that the run could have left.
  await new Promise((done) => setTimeout(done, 2));
  expect(begun).toBe(1);
});
