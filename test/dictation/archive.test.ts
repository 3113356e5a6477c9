import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Readable } from 'node:stream';
import { createDictationArchive } from '../../dictation/archive.ts';
import { createRecordingExpiries } from '../../platform/recordings/expiries.ts';
import { arrived } from '../support/arrived.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const DAY = 24 * 60 * 60 * 1000;
const dictation = { request: { source: 'smart' }, response: { text: 'Hello.', raw_text: 'hello' } };
const audio = arrived(new TextEncoder().encode('audio'));

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => server.redis.flushall());
afterAll(() => server.stop());

test('save() stores a dictation with its audio, and both expire together', async () => {
  const put: string[] = [];
  const sink = { put: async (_: unknown, { object }: { object: string }) => put.push(object) };
  const archive = createDictationArchive(server.redis, sink, { retentionMs: 90 * DAY });
  await archive.save('org', 'kept', dictation, audio, Date.now() + 90 * DAY);
  expect(await archive.get('org', 'kept')).toEqual({ ...dictation, audio: put[0] ?? '' });
  const expiries = createRecordingExpiries(server.redis);
  expect(await expiries.due(Date.now() + 89 * DAY, { skip: 0, count: 10 })).toEqual([]);
  expect(await expiries.due(Date.now() + 91 * DAY, { skip: 0, count: 10 })).toEqual(put);
});

test('save() that is killed while it stores the audio leaves nothing for more than an hour', async () => {
  const { promise: killed, resolve } = Promise.withResolvers<string>();
  const sink = { put: (_: unknown, { object }: { object: string }) => new Promise(() => resolve(object)) };
  const archive = createDictationArchive(server.redis, sink, { retentionMs: 90 * DAY });
  void archive.save('org', 'killed', dictation, audio, Date.now() + 90 * DAY);
  const object = await killed;
  expect(await archive.get('org', 'killed')).toBeNull();
  expect(
    await createRecordingExpiries(server.redis).due(Date.now() + DAY / 24 + 1_000, { skip: 0, count: 10 }),
  ).toEqual([object]);
});

test('save() under the same id schedules the earlier audio for deletion', async () => {
  const put: string[] = [];
  const sink = { put: async (_: unknown, { object }: { object: string }) => put.push(object) };
  const archive = createDictationArchive(server.redis, sink, { retentionMs: 90 * DAY });
  for (const _ of [1, 2]) await archive.save('org', 'twice', dictation, audio, Date.now() + 90 * DAY);
  expect(await archive.get('org', 'twice')).toEqual({ ...dictation, audio: put[1] ?? '' });
  const due = await createRecordingExpiries(server.redis).due(Date.now(), { skip: 0, count: 10 });
  expect(due).toEqual([put[0] ?? '']);
});

test('save() keeps the audio until the store has taken it, even if its memory is freed meanwhile', async () => {
  const bytes = new Uint8Array(64 * 1024).fill(7);
  const upload = arrived(bytes);
  const [begun, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stored: Buffer[] = [];
  const sink = {
    put: async (stream: Readable) => {
      begun.resolve();
      await freed.promise;
      for await (const chunk of stream) stored.push(Buffer.from(chunk));
    },
  };
  const archive = createDictationArchive(server.redis, sink, { retentionMs: 90 * DAY });
  const saving = archive.save('org', 'freed', dictation, upload, Date.now() + 90 * DAY);
  await begun.promise;
  upload.free();
  freed.resolve();
  await saving;
  expect(Buffer.concat(stored).equals(Buffer.alloc(64 * 1024, 7))).toBe(true);
  expect(bytes.length).toBe(0);
});
