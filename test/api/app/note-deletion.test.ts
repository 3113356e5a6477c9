import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { RESTORE_WINDOW_MS } from '../../../notes/store/trash.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startNoteUser } from '../../support/notes.ts';

const UPLOAD_TIMEOUT_MS = 10_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ noteUploadTimeoutMs: UPLOAD_TIMEOUT_MS });
}, 20_000);
afterAll(() => api.stop());

/** A user with three notes. The second one has words, a tag and a recording. */
async function startUser() {
  const user = await startNoteUser({ api });
  const { userId } = user;
  const tag = await api.tags.create(userId, { name: 'Work' });
  if (typeof tag === 'string') throw new Error(tag);
  const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
  for (const noteId of ids) {
    api.clock.ms += 1_000;
    const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 5 };
    await api.notes.create({ noteId, userId, title: 'Harbour', language: null, recordedAt: null, recording });
    await api.recordings.put(Readable.from([Buffer.from('audio')]), recording);
    const tags = [{ tagId: tag.tagId, source: 'user' as const, confidence: null }];
    await api.notes.change(userId, noteId, () => ({ status: 'completed', transcript: `the words of ${noteId}`, tags }));
  }
  const list = async (query = '') => (await user.call('GET', `/notes${query}`)).body.items.map((item) => item.note_id);
  return { ...user, ids, noteId: ids[1] ?? '', newestFirst: ids.toReversed(), list };
}

test('DELETE with restorable=true removes a note at once, and restore puts it back in its place', async () => {
  const { call, userId, noteId, newestFirst, list } = await startUser();
  const before = (await call('GET', `/notes/${noteId}`)).body;
  expect((await call('DELETE', `/notes/${noteId}?restorable=true`)).status).toBe(204);
  expect((await call('GET', `/notes/${noteId}`)).status).toBe(404);
  expect(await list('?q=harbour')).toEqual(newestFirst.filter((id) => id !== noteId));
  expect((await fetch(before.recording_url)).status).toBe(200);
  api.clock.ms += RESTORE_WINDOW_MS;
  await api.lifecycle.reconcile();
  const restored = await call('POST', `/notes/${noteId}/restore`);
  expect(restored.status).toBe(200);
  const { updated_at: _, recording_url: __, ...same } = before;
  expect(restored.body).toMatchObject(JSON.parse(JSON.stringify({ ...same, recording_url_expires_at: undefined })));
  expect(await list('?q=harbour')).toEqual(newestFirst);
  expect(await checkIndex(api.redis.redis, userId)).toEqual([]);
  expect(await api.redis.redis.keys(`*${userId}}:deleted-note*`)).toEqual([]);
  await api.lifecycle.reconcile();
  const { body } = await call('GET', `/notes/${noteId}`);
  expect(await (await fetch(body.recording_url)).text()).toBe('audio');
});

test('a note that was not restored in time is deleted with its recording', async () => {
  const { call, userId, noteId } = await startUser();
  await call('DELETE', `/notes/${noteId}?restorable=true`);
  const key = `v1:{${userId}}:deleted-note:${noteId}`;
  expect(await api.redis.redis.pttl(key)).toBeWithin(RESTORE_WINDOW_MS - 60_000, RESTORE_WINDOW_MS + 1);
  await api.redis.redis.unlink(key); // as if it had expired
  expect((await call('POST', `/notes/${noteId}/restore`)).status).toBe(404);
  api.clock.ms += RESTORE_WINDOW_MS + 30_000;
  await api.lifecycle.reconcile();
  expect(existsSync(`${api.folder}/notes/${userId}/${noteId}`)).toBe(false);
});

test('DELETE without restorable, also afterwards, leaves nothing to restore', async () => {
  const { call, userId, ids } = await startUser();
  const [first = '', second = ''] = ids;
  expect((await call('DELETE', `/notes/${first}`)).status).toBe(204);
  await call('DELETE', `/notes/${second}?restorable=true`);
  expect((await call('DELETE', `/notes/${second}`)).status).toBe(204);
  for (const noteId of [first, second]) {
    expect((await call('POST', `/notes/${noteId}/restore`)).status).toBe(404);
    expect(existsSync(`${api.folder}/notes/${userId}/${noteId}`)).toBe(false);
  }
  expect((await call('DELETE', `/notes/${second}`)).status).toBe(404);
});

test("restore of an existing note changes nothing, and another user's note is 404", async () => {
  const { call, noteId } = await startUser();
  const other = await startUser();
  const before = (await call('GET', `/notes/${noteId}`)).body;
  expect((await call('POST', `/notes/${noteId}/restore`)).body.updated_at).toBe(before.updated_at);
  await call('DELETE', `/notes/${noteId}?restorable=true`);
  expect((await other.call('POST', `/notes/${noteId}/restore`)).status).toBe(404);
  expect((await call('POST', `/notes/${noteId}/restore`)).status).toBe(200);
});

test('a tag that was deleted meanwhile is not on the restored note', async () => {
  const { call, noteId, list, newestFirst } = await startUser();
  const [tag] = (await call('GET', '/tags')).body.items;
  await call('DELETE', `/notes/${noteId}?restorable=true`);
  await call('DELETE', `/tags/${tag?.tag_id}`);
  expect((await call('POST', `/notes/${noteId}/restore`)).body.tags).toEqual([]);
  expect(await list()).toEqual(newestFirst);
});
