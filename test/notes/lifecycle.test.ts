import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNoteLifecycle, type NoteLifecycleDeps } from '../../notes/lifecycle.ts';
import { createNoteStore } from '../../notes/store/notes.ts';
import { createPieceStore } from '../../notes/store/pieces.ts';
import { createNoteTrash } from '../../notes/store/trash.ts';
import { createUnsettledRecordings } from '../../notes/store/unsettled-recordings.ts';
import { createLog } from '../../platform/log.ts';
import { createDiskRecordings } from '../../platform/recordings/disk.ts';
import { createLinkSigner } from '../../platform/recordings/links.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
let folder: string;
beforeAll(async () => {
  server = await startRedis();
  folder = await mkdtemp(join(tmpdir(), 'sotto-recordings-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const died = () => Promise.reject(new Error('The process has ended'));

/** A note with one transcribed piece, and a lifecycle over real stores. `broken` replaces parts of it. */
async function startNote(broken: (real: NoteLifecycleDeps) => Partial<NoteLifecycleDeps>) {
  const { redis } = server;
  const [userId, noteId] = [crypto.randomUUID(), crypto.randomUUID()];
  const pieces = createPieceStore(redis);
  const links = createLinkSigner({ secret: 'x'.repeat(32), baseUrl: 'http://localhost', now: Date.now });
  const real: NoteLifecycleDeps = {
    notes: createNoteStore(redis),
    recordings: createDiskRecordings({ folder, links }),
    unsettled: createUnsettledRecordings(redis),
    trash: createNoteTrash(redis),
    pieces,
    workflows: { start: async () => {}, restart: async () => true, cancel: async () => {} },
    uploadTimeoutMs: 1_000,
    now: Date.now,
    log: createLog('silent'),
  };
  const recording = { object: 'recording', contentType: 'audio/flac', bytes: 1 };
  await real.notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
  await pieces.add(userId, noteId, 1, { start: 0, end: 1, segments: [] });
  const lifecycle = createNoteLifecycle({ ...real, ...broken(real) });
  return {
    remove: () => lifecycle.remove(userId, noteId),
    note: () => real.notes.get(userId, noteId),
    pieces: () => pieces.list(userId, noteId, 1),
  };
}

test('remove() deletes the note and its transcribed pieces', async () => {
  const { remove, note, pieces } = await startNote(() => ({}));
  expect(await pieces()).toHaveLength(1);
  expect(await remove()).toBe(true);
  expect([await note(), await pieces()]).toEqual([null, []]);
  expect(await remove()).toBe(false);
});

// A second attempt finds no note, so it has no run whose pieces it could clear.
test('remove() leaves no transcribed piece when its process dies right after the note was deleted', async () => {
  const { remove, note, pieces } = await startNote(({ notes }) => ({
    notes: { ...notes, remove: (userId, noteId) => notes.remove(userId, noteId).then(died) },
  }));
  await expect(remove()).rejects.toThrow('has ended');
  expect([await note(), await pieces()]).toEqual([null, []]);
});

test('remove() leaves no transcribed piece while Temporal is unavailable', async () => {
  const { remove, note, pieces } = await startNote(({ workflows }) => ({ workflows: { ...workflows, cancel: died } }));
  await expect(remove()).rejects.toThrow('has ended');
  expect([await note(), await pieces()]).toEqual([null, []]);
});
