import { expect, test } from 'bun:test';
import { createWaitingRoom } from '../../webhooks/waiting-room.ts';

test('wait() is called in turn, each endpoint apart', async () => {
  const room = createWaitingRoom({ maxWaitMs: 60_000 });
  const order: string[] = [];
  const waits = ['a1', 'a2', 'b1'].map(async (name) => {
    const called = await room.wait(name.slice(0, 1));
    order.push(`${name} ${called}`);
  });
  room.leave('a');
  await waits[0];
  room.leave('b');
  await waits[2];
  room.leave('a');
  await waits[1];
  expect(order).toEqual(['a1 true', 'b1 true', 'a2 true']);
});

test('wait() gives up after its time, and at once when too many wait', async () => {
  const room = createWaitingRoom({ maxWaiting: 2, maxWaitMs: 20 });
  const first = Promise.all([room.wait('a'), room.wait('a')]);
  expect(await room.wait('a')).toBe(false);
  expect(await first).toEqual([false, false]);
  const later = room.wait('a');
  room.leave('a');
  expect(await later).toBe(true);
  room.leave('a'); // nobody waits
});
