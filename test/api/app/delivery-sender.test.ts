import { expect, test } from 'bun:test';
import { type Sending, sendDeliveries } from '../../../api/app/delivery-sender.ts';
import type { AttemptEntry } from '../../../webhooks/store/attempt-entry.ts';
import { eventually } from '../../support/eventually.ts';

const COUNT = 40;

/** A stream of {@link COUNT} deliveries that nobody has read yet. `signed` are those whose notes were read. */
function startStream(options: Partial<Sending> = {}) {
  const entries = Array.from({ length: COUNT }, (_, at) => ({ attemptId: `${at}` }) as AttemptEntry);
  const signed: string[] = [];
  const wakes = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('retry: 2000\n\n'));
      controller.close();
    },
  });
  const stream = wakes.pipeThrough(
    sendDeliveries({
      from: { last: COUNT, after: null },
      log: { begin: async () => entries, next: async () => [] },
      sign: async ({ attemptId }) => {
        signed.push(attemptId);
        return { attemptId };
      },
      cursorNow: () => 'now',
      mayContinue: async () => true,
      ...options,
    }),
  );
  const reader = stream.getReader();
  const readAll = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
    }
  };
  return { reader, signed, readAll };
}

/** Lets the stream continue until it waits. */
async function settled(signed: readonly string[]) {
  let before = -1;
  await eventually(
    'the stream waits',
    () => {
      const same = signed.length === before;
      before = signed.length;
      return same && before > 0;
    },
    { intervalMs: 200 },
  );
}

const deliveries = (text: string) => [...text.matchAll(/"attemptId":"(\d+)"/g)].map(([, id]) => id);

test('sendDeliveries() reads only a few notes for a reader that paused, and the others when it reads on', async () => {
  const { reader, signed, readAll } = startStream();
  await reader.read();
  await settled(signed);
  expect(signed.length).toBeLessThan(15);
  const text = await readAll();
  expect(deliveries(text)).toEqual(Array.from({ length: COUNT }, (_, at) => `${at}`));
  expect(text).toEndWith('event: open\ndata: {"cursor":"now"}\n\n');
});

test('sendDeliveries() reads no further note when the paused reader leaves', async () => {
  const { reader, signed } = startStream();
  await reader.read();
  await settled(signed);
  await reader.cancel();
  await settled(signed);
  expect(signed.length).toBeLessThan(15);
});

test('sendDeliveries() ends when the access ended during a pause', async () => {
  let allowed = true;
  const { reader, signed, readAll } = startStream({ mayContinue: async () => allowed });
  await reader.read();
  await settled(signed);
  allowed = false;
  expect(deliveries(await readAll())).toEqual(signed);
  expect(signed.length).toBeLessThan(15);
});

test('sendDeliveries() ends when nobody reads for `maxPauseMs`', async () => {
  let checks = 0;
  const mayContinue = async () => {
    checks += 1;
    return true;
  };
  const { reader, signed, readAll } = startStream({ maxPauseMs: 100, mayContinue });
  await reader.read();
  await settled(signed);
  expect(await readAll()).not.toContain('event: open');
  expect([signed.length < 15, checks]).toEqual([true, 1]);
});
