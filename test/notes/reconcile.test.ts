import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { createNoteLifecycle } from '../../notes/lifecycle.ts';
import { createNoteStore } from '../../notes/store/notes.ts';
import { createPieceStore } from '../../notes/store/pieces.ts';
import { createNoteTrash } from '../../notes/store/trash.ts';
import { createUnsettledRecordings } from '../../notes/store/unsettled-recordings.ts';
import { createLog } from '../../platform/log.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse('2026-03-01T12:00:00Z');

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => server.redis.flushall());
afterAll(() => server.stop());

/** A lifecycle over a real Redis, and the notes whose processing it started. Recordings cannot be deleted. */
function setUp(start: (noteId: string) => Promise<void> = async () => {}) {
  const { redis } = server;
  const started: string[] = [];
  const notes = createNoteStore(redis, { now: () => NOW });
  const lifecycle = createNoteLifecycle({
    notes,
    recordings: { delete: () => Promise.reject(new Error('The folder may not be written')) } as never,
    unsettled: createUnsettledRecordings(redis),
    trash: createNoteTrash(redis),
    pieces: createPieceStore(redis),
    workflows: {
      start: async ({ noteId }) => {
        await start(noteId);
        started.push(noteId);
      },
      restart: async () => true,
      cancel: async () => {},
    },
    uploadTimeoutMs: HOUR,
    now: () => NOW,
    log: createLog('silent'),
  });

  /** A note whose processing never started. */
  async function makeNote(since: number): Promise<string> {
    const [userId, noteId] = [crypto.randomUUID(), crypto.randomUUID()];
    const recording = { object: 'recording', contentType: 'audio/flac', bytes: 1 };
    await notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
    await redis.zadd('v1:unsettled-recordings', since, `${userId}/${noteId}`);
    return noteId;
  }

  /** Uploads of one user that are open or were never completed. */
  async function openUploads(count: number, since: (index: number) => number): Promise<void> {
    const userId = crypto.randomUUID();
    const rows = Array.from({ length: count }, (_, index) => [since(index), `${userId}/${crypto.randomUUID()}`]);
    await redis.zadd('v1:unsettled-recordings', ...rows.flat());
  }

  return { lifecycle, started, makeNote, openUploads };
}

test.each([
  ['at different times', (index: number) => NOW - HOUR / 2 + index],
  ['at the same time', () => NOW - HOUR / 2],
  ['that cannot be cleared away', (index: number) => NOW - 3 * HOUR + index],
])('reconcile() starts a note behind 2,500 open uploads of another user that began %s', async (_, since) => {
  const { lifecycle, started, makeNote, openUploads } = setUp();
  await openUploads(2_500, since);
  const noteId = await makeNote(NOW - 60_000);
  expect(await lifecycle.reconcile()).toBe(1);
  expect(started).toEqual([noteId]);
  expect(await server.redis.zcard('v1:unsettled-recordings')).toBe(2_500);
});

test('reconcile() settles more notes than fit on a page', async () => {
  const { lifecycle, started, makeNote } = setUp();
  const notes = await Promise.all(Array.from({ length: 250 }, (_, index) => makeNote(NOW - 60_000 - (index % 3))));
  expect(await lifecycle.reconcile()).toBe(250);
  expect(started.toSorted()).toEqual(notes.toSorted());
  expect(await lifecycle.reconcile()).toBe(0);
});

test('reconcile() starts the other notes when one cannot be started', async () => {
  let refused = '';
  const { lifecycle, started, makeNote } = setUp(async (noteId) => {
    if (noteId === refused) throw new Error('refused');
  });
  refused = await makeNote(NOW - 90_000);
  const other = await makeNote(NOW - 60_000);
  expect(await lifecycle.reconcile()).toBe(1);
  expect(started).toEqual([other]);
});

test('reconcile() ends its round while Temporal is unavailable', async () => {
  const { lifecycle, makeNote } = setUp(() =>
    Promise.reject(Object.assign(new Error('x'), { name: 'TransportError' })),
  );
  await makeNote(NOW - 90_000);
  await expect(lifecycle.reconcile()).rejects.toThrow('x');
});
