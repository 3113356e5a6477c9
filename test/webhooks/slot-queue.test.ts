import { expect, test } from 'bun:test';
import { createSlotQueue } from '../../webhooks/slot-queue.ts';

test('wait() is called in turn, each endpoint apart', async () => {
  const slots = createSlotQueue({ maxWaitMs: 60_000 });
  const order: string[] = [];
  const waits = ['a1', 'a2', 'b1'].map(async (name) => {
    const called = await slots.wait(name.slice(0, 1));
    order.push(`${name} ${called}`);
  });
  slots.release('a');
  await waits[0];
  slots.release('b');
  await waits[2];
  slots.release('a');
  await waits[1];
  expect(order).toEqual(['a1 true', 'b1 true', 'a2 true']);
});

test('wait() gives up after its time, and at once when too many wait', async () => {
  const slots = createSlotQueue({ maxWaiting: 2, maxWaitMs: 20 });
  const first = Promise.all([slots.wait('a'), slots.wait('a')]);
  expect(await slots.wait('a')).toBe(false);
  expect(await first).toEqual([false, false]);
  const later = slots.wait('a');
  slots.release('a');
  expect(await later).toBe(true);
  slots.release('a'); // nobody waits
});
