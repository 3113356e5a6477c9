import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore, type NoteStoreOptions } from '../../../notes/store/notes.ts';
import { NoteQuotaError } from '../../../notes/store/quota.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

const HOUR = 60 * 60 * 1000;

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

function setUp(options: NoteStoreOptions) {
  const userId = crypto.randomUUID();
  const store = createNoteStore(server.redis, options);
  const make = (bytes = 1, noteId: string = crypto.randomUUID(), by = store) => {
    const recording = { object: 'recording', contentType: null, bytes };
    return by.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
  };
  return { userId, store, make };
}

/** Redis' own time, which is that of this machine. */
const timeOfRedis = async () => {
  const [seconds = 0, micros = 0] = (await server.redis.time()).map(Number);
  return seconds * 1000 + Math.floor(micros / 1000);
};

test('create() and change() keep the time of a clock that runs fast within the bound, and say so', async () => {
  let told = 0;
  const { userId, store, make } = setUp({
    now: () => Date.now() + HOUR,
    maxClockAheadMs: 5_000,
    onClockAhead: () => (told += 1),
  });
  const note = await make();
  expect(note.createdAt).toBeLessThanOrEqual((await timeOfRedis()) + 5_000);
  expect(told).toBe(1);
  const changed = await store.change(userId, note.noteId, () => ({ title: 'Later' }));
  expect(changed?.updatedAt).toBeLessThanOrEqual((await timeOfRedis()) + 5_000);
});

test('create() uses a correct clock again soon after one that ran fast', async () => {
  const { make } = setUp({ now: () => Date.now() + HOUR, maxClockAheadMs: 0 });
  await make();
  const right = createNoteStore(server.redis, { maxClockAheadMs: 0 });
  const note = await make(1, crypto.randomUUID(), right);
  expect(note.createdAt).toBeLessThanOrEqual((await timeOfRedis()) + 1);
});

test('create() accepts a clock within the bound, and one that runs slow', async () => {
  let told = 0;
  const options = { maxClockAheadMs: 2 * HOUR, onClockAhead: () => (told += 1) };
  const ahead = Date.now() + HOUR;
  expect((await setUp({ ...options, now: () => ahead }).make()).createdAt).toBe(ahead);
  expect((await setUp({ ...options, now: () => 1_000 }).make()).createdAt).toBe(1_000);
  expect(told).toBe(0);
});

test('create() refuses a note over the quota of notes, until one is removed', async () => {
  const { userId, store, make } = setUp({ quota: { maxNotes: 2, maxBytes: 100 } });
  const [first] = [await make(), await make()];
  await expect(make()).rejects.toThrow(NoteQuotaError);
  await expect(store.checkQuota(userId)).rejects.toThrow('A user may have at most 2 notes');
  expect((await make(1, first.noteId)).noteId).toBe(first.noteId); // a repeated call makes none
  await store.remove(userId, first.noteId);
  await store.checkQuota(userId);
  await make();
});

test('create() refuses a recording over the quota of bytes, until bytes are freed', async () => {
  const { userId, store, make } = setUp({ quota: { maxNotes: 10, maxBytes: 100 } });
  const first = await make(60);
  await expect(make(41)).rejects.toThrow('The recordings of a user may have at most 100 bytes together');
  await make(40);
  await expect(store.checkQuota(userId)).rejects.toThrow(NoteQuotaError);
  await store.remove(userId, first.noteId);
  await make(60);
});

test('create() accepts exactly as many concurrent notes as the quota allows', async () => {
  const { make } = setUp({ quota: { maxNotes: 5, maxBytes: 100 } });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => make()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});
