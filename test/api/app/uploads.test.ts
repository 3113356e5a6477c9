import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_OPEN_UPLOADS, UPLOAD_LIFETIME_MS } from '../../../notes/uploads/store.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { startTus, type TusUser } from '../../support/tus.ts';

const MAX_BYTES = 12 * 1024 * 1024;
const PART = 4 * 1024 * 1024;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ maxNoteBytes: MAX_BYTES });
  api.clock.ms = Date.now(); // the library has no other clock
}, 20_000);
afterAll(() => api.stop());

const user = () => startTus(api);
const noteIds = async ({ userId }: TusUser) =>
  (await api.notes.list(userId, {}, { limit: 10 })).items.map(({ noteId }) => noteId);
const storedFiles = async (folder: string) => readdir(join(api.folder, folder)).catch(() => [] as string[]);

describe('/v1/app/uploads', () => {
  test('takes a recording in several requests, which becomes exactly one note', async () => {
    const ada = await user();
    const audio = randomBytes(300_000);
    const said = {
      title: ' Stand-up ',
      language: 'en',
      recorded_at: '2026-01-02T03:04:05+01:00',
      filetype: 'audio/flac',
    };
    const { id, response } = await ada.create(audio.length, { ...said, filename: 'a.flac' });
    expect([response.status, response.headers.get('location')]).toEqual([201, `/v1/app/uploads/${id}`]);
    const expiresAt = Date.parse(response.headers.get('upload-expires') ?? '');
    expect(expiresAt).toBeWithin(api.clock.ms + UPLOAD_LIFETIME_MS - 1_000, api.clock.ms + UPLOAD_LIFETIME_MS + 60_000);
    expect(await ada.head(id)).toMatchObject({ status: 200, offset: 0, length: audio.length, noteId: null });
    expect(await ada.send(id, 0, audio.subarray(0, 100_000))).toMatchObject({
      status: 204,
      offset: 100_000,
      noteId: null,
    });
    expect(await ada.head(id)).toMatchObject({ offset: 100_000, noteId: null });
    const last = await ada.send(id, 100_000, audio.subarray(100_000));
    expect(last).toEqual({ status: 204, offset: audio.length, length: null, noteId: last.noteId });
    expect(last.noteId).toBeString();
    expect(await noteIds(ada)).toEqual([last.noteId ?? '']);
    expect(await ada.head(id)).toMatchObject({ status: 200, offset: audio.length, noteId: last.noteId });
    const note = await api.notes.get(ada.userId, last.noteId ?? '');
    expect(note).toMatchObject({ title: 'Stand-up', language: 'en', recordedAt: Date.parse('2026-01-02T02:04:05Z') });
    expect(note?.recording).toEqual({
      object: `notes/${ada.userId}/${last.noteId}`,
      contentType: 'audio/flac',
      bytes: audio.length,
    });
    expect((await readFile(join(api.folder, note?.recording.object ?? ''))).equals(audio)).toBe(true);
    expect(await storedFiles('uploads')).toEqual([]);
    expect(await api.redis.redis.keys(`*${ada.userId}}:upload-*`)).toEqual([]);
  });

  test('deletes the metadata of an upload after its note was created', async () => {
    const ada = await user();
    const { id } = await ada.create(3, { title: 'canaryuploadzq' });
    expect(JSON.stringify(await api.redis.redis.hgetall(`v1:{${ada.userId}}:upload:${id}`))).toContain(
      'canaryuploadzq',
    );
    await ada.send(id, 0, Buffer.from('abc'));
    expect(JSON.stringify(await api.redis.redis.hgetall(`v1:{${ada.userId}}:upload:${id}`))).not.toContain('canary');
  });

  test('GET returns as JSON what HEAD returns in headers', async () => {
    const ada = await user();
    const { id } = await ada.create(6);
    await ada.send(id, 0, Buffer.from('abc'));
    const body = await (await fetch(`${api.url}/v1/app/uploads/${id}`, { headers: ada.headers })).json();
    const expires_at = new Date(api.clock.ms + UPLOAD_LIFETIME_MS).toISOString();
    expect(body).toEqual({ upload_id: id, upload_offset: 3, upload_length: 6, note_id: null, expires_at });
  });

  test('the same id again is the same upload, whose bytes stay', async () => {
    const ada = await user();
    const { id } = await ada.create(6);
    await ada.send(id, 0, Buffer.from('abc'));
    expect((await ada.create(6, { upload_id: id })).response.status).toBe(201);
    expect(await ada.head(id)).toMatchObject({ offset: 3 });
    const { noteId } = await ada.send(id, 3, Buffer.from('def'));
    expect((await ada.create(6, { upload_id: id })).response.status).toBe(201);
    expect(await ada.head(id)).toMatchObject({ offset: 6, noteId });
    expect(await noteIds(ada)).toEqual([noteId ?? '']);
  });

  test('bytes that arrived before a connection broke are kept, and the rest completes the recording', async () => {
    const ada = await user();
    const audio = randomBytes(2 * PART + 1_000_000);
    const { id } = await ada.create(audio.length);
    const leave = new AbortController();
    const half = new ReadableStream(
      {
        pull: (controller) => controller.enqueue(audio.subarray(0, PART + 500_000)),
      },
      { highWaterMark: 0 },
    );
    let sent = 0;
    const slow = half.pipeThrough(
      new TransformStream({
        transform: async (chunk, controller) => {
          if (sent > 0) await new Promise(() => {});
          sent += 1;
          controller.enqueue(chunk);
        },
      }),
    );
    const broken = ada.send(id, 0, slow, leave.signal).catch(() => null);
    await eventually('the first part is stored', async () => {
      const upload = await api.uploads.get(ada.userId, id);
      return (upload?.offset ?? 0) >= PART;
    });
    leave.abort();
    await broken;
    const { offset } = await eventually('the upload is free again', async () => {
      const found = await ada.head(id);
      return found.status === 200 ? found : undefined;
    });
    expect(offset).toBeGreaterThanOrEqual(PART);
    const { noteId } = await ada.send(id, offset ?? 0, audio.subarray(offset ?? 0));
    const note = await api.notes.get(ada.userId, noteId ?? '');
    expect((await readFile(join(api.folder, note?.recording.object ?? ''))).equals(audio)).toBe(true);
    expect((await storedFiles('uploads')).filter((name) => name.includes(id))).toEqual([]);
  }, 30_000);

  test('the next request finishes an upload whose process died before it created the note', async () => {
    const ada = await user();
    const { id } = await ada.create(3);
    const upload = await api.uploads.get(ada.userId, id);
    if (!upload) throw new Error('no upload');
    await api.uploads.append(
      ada.userId,
      upload,
      0,
      (async function* () {
        yield Buffer.from('abc');
      })(),
    );
    expect(await noteIds(ada)).toEqual([]);
    const answers = await Promise.all([ada.head(id), ada.head(id), ada.head(id)]);
    const { noteId } = await ada.head(id);
    for (const answer of answers) expect(answer.status === 503 || answer.noteId === noteId).toBe(true);
    expect(await noteIds(ada)).toEqual([noteId ?? '']);
  });

  test('two concurrent senders store each byte once', async () => {
    const ada = await user();
    const { id } = await ada.create(6);
    const answers = await Promise.all([ada.send(id, 0, Buffer.from('abc')), ada.send(id, 0, Buffer.from('abc'))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await ada.head(id)).toMatchObject({ offset: 3 });
  });

  test.each([
    ['an id that is none', 3, { upload_id: 'mine' }, 422],
    ['no length', null, {}, 400],
    ['an empty recording', 0, {}, 422],
    ['too many bytes', MAX_BYTES + 1, {}, 413],
    ['a language that is none', 3, { language: '??' }, 422],
    ['a time that is none', 3, { recorded_at: 'yesterday' }, 422],
    ['a title that is too long', 3, { title: 'x'.repeat(501) }, 422],
  ])('refuses %s', async (_, length, metadata, status) => {
    const ada = await user();
    const { response } = await ada.create(length, metadata);
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('detail');
    expect(await api.redis.redis.keys(`*${ada.userId}*upload*`)).toEqual([]);
  });

  test('refuses bytes at another offset, and more than were announced', async () => {
    const ada = await user();
    const { id } = await ada.create(6);
    expect((await ada.send(id, 3, Buffer.from('abc'))).status).toBe(409);
    expect((await ada.send(id, 0, Buffer.from('abcdefg'))).status).toBe(413);
    expect(await ada.head(id)).toMatchObject({ offset: 0 });
  });

  test("every request for another user's upload is 404", async () => {
    const [ada, bob] = [await user(), await user()];
    const { id } = await ada.create(6);
    expect((await bob.head(id)).status).toBe(404);
    expect((await bob.send(id, 0, Buffer.from('abc'))).status).toBe(404);
    expect((await bob.remove(id)).status).toBe(404);
    expect(await ada.head(id)).toMatchObject({ offset: 0 });
    expect((await bob.create(3, { upload_id: id })).response.status).toBe(201);
    await bob.send(id, 0, Buffer.from('xyz'));
    expect(await ada.head(id)).toMatchObject({ offset: 0, length: 6, noteId: null });
  });

  test('DELETE cancels an upload and deletes its bytes, unless it is finished', async () => {
    const ada = await user();
    const { id } = await ada.create(6);
    await ada.send(id, 0, Buffer.from('abc'));
    expect((await storedFiles('uploads')).filter((name) => name.includes(id))).toHaveLength(1);
    expect((await ada.remove(id)).status).toBe(204);
    expect((await ada.head(id)).status).toBe(404);
    expect((await storedFiles('uploads')).filter((name) => name.includes(id))).toEqual([]);
    const done = await ada.create(3);
    const { noteId } = await ada.send(done.id, 0, Buffer.from('abc'));
    expect((await ada.remove(done.id)).status).toBe(400);
    expect(await noteIds(ada)).toEqual([noteId ?? '']);
  });

  test('an unfinished upload expires with its bytes', async () => {
    const ada = await user();
    const { id } = await ada.create(6);
    await ada.send(id, 0, Buffer.from('abc'));
    const [lifeMs, partsMs] = await Promise.all(
      ['upload', 'upload-parts'].map((kind) => api.redis.redis.pttl(`v1:{${ada.userId}}:${kind}:${id}`)),
    );
    for (const ms of [lifeMs, partsMs]) expect(ms).toBeWithin(UPLOAD_LIFETIME_MS - 60_000, UPLOAD_LIFETIME_MS + 1);
    const [file = ''] = (await storedFiles('uploads')).filter((name) => name.includes(id));
    const due = Number(await api.redis.redis.zscore('v1:recording-expiries', `uploads/${file}`));
    expect(due).toBe(api.clock.ms + UPLOAD_LIFETIME_MS + 60 * 60 * 1000);
    api.clock.ms -= UPLOAD_LIFETIME_MS + 1_000;
    const old = await ada.create(6);
    api.clock.ms = Date.now();
    expect((await ada.head(old.id)).status).toBe(410);
    expect((await ada.send(old.id, 0, Buffer.from('abc'))).status).toBe(410);
  });

  test('a user has a bounded number of unfinished uploads', async () => {
    const ada = await user();
    for (let made = 0; made < MAX_OPEN_UPLOADS; made += 1) await ada.create(3);
    expect((await ada.create(3)).response.status).toBe(429);
  });
});
