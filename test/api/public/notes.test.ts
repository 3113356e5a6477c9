import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import type { StoredNote } from '../../../store/note-codec.ts';
import type { Tag } from '../../../store/tags.ts';
import type { Scope } from '../../../store/tokens.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** Every field of an answer that these tests read. */
interface Answer {
  readonly items: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
  readonly detail: unknown;
  readonly recording_url: string;
  readonly audio_url: string;
}

/** A user with a token, and a client for them. */
async function startUser(scopes: Scope[] = ['notes:read']) {
  const userId = crypto.randomUUID();
  const made = await api.tokens.create(userId, { name: 'test', scopes });
  const token = made?.token.tokenId ?? '';
  const get = async (path: string, authorization = `Bearer ${made?.secret}`) => {
    const response = await fetch(`${api.url}/v1/public-api${path}`, { headers: { authorization } });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  };
  const list = async (query = '') => (await get(`/notes${query}`)).body.items.map((item) => item['note_id']);
  return { userId, token, get, list };
}

interface Given {
  readonly title?: string;
  readonly transcript?: string;
  readonly tags?: readonly Tag[];
}

async function addNote(userId: string, given: Given = {}): Promise<StoredNote> {
  const noteId = crypto.randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 5 };
  await api.notes.create({ noteId, userId, title: given.title ?? null, language: null, recordedAt: null, recording });
  const tags = (given.tags ?? []).map(({ tagId }) => ({ tagId, source: 'auto' as const, confidence: 0.5 }));
  const note = await api.notes.change(userId, noteId, () => ({ transcript: given.transcript ?? null, tags }));
  return note as StoredNote;
}

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('authentication', () => {
  const paths = ['/notes', '/notes?limit=0', `/notes/${unknownId}`, '/notes/nonsense', `/notes/${unknownId}/audio-url`];

  test.each(paths)('GET %s without a valid token answers 401 before anything else', async (path) => {
    const user = await startUser();
    const secret = `sotto_pat_${'A'.repeat(54)}`;
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic abc', `Bearer ${secret}`, secret]) {
      const { status, body, headers } = await user.get(path, authorization);
      expect([status, typeof body.detail, headers.get('www-authenticate')]).toEqual([401, 'string', 'Bearer']);
    }
    const bare = await fetch(`${api.url}/v1/public-api${path}`);
    expect([bare.status, Object.keys((await bare.json()) as object)]).toEqual([401, ['detail']]);
  });

  test.each(paths)('GET %s without notes:read answers 403 before 404 and 422', async (path) => {
    const user = await startUser(['notes:write', 'webhooks:write']);
    const { status, body } = await user.get(path);
    expect([status, body.detail]).toEqual([403, 'The token lacks the scope notes:read']);
  });

  test('a revoked token answers 401 at once', async () => {
    const user = await startUser();
    expect((await user.get('/notes')).status).toBe(200);
    await api.tokens.revoke(user.userId, user.token);
    expect((await user.get('/notes')).status).toBe(401);
  });

  test('an enterprise key or a session cookie is no token', async () => {
    const { secret } = await api.makeKey();
    const user = await startUser();
    expect((await user.get('/notes', `Bearer ${secret}`)).status).toBe(401);
    const cookie = `sotto_session=${await api.sessions.begin(user.userId)}`;
    expect((await fetch(`${api.url}/v1/public-api/notes`, { headers: { cookie } })).status).toBe(401);
  });
});

describe('GET /v1/public-api/notes', () => {
  test('gives exactly the fields of the contract', async () => {
    const user = await startUser();
    const tag = (await api.tags.create(user.userId, { name: 'budget' })) as Tag;
    const note = await addNote(user.userId, { title: 'Plan', transcript: 'secret words', tags: [tag] });
    const { status, body } = await user.get('/notes');
    expect(status).toBe(200);
    expect(body as object).toEqual({
      items: [
        {
          note_id: note.noteId,
          title: 'Plan',
          summary: null,
          tags: [
            {
              tag_id: tag.tagId,
              name: 'budget',
              position: 0,
              created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
              updated_at: expect.any(String),
              source: 'auto',
              confidence: 0.5,
            },
          ],
          recorded_at: null,
          created_at: new Date(note.createdAt).toISOString(),
          updated_at: new Date(note.updatedAt).toISOString(),
        },
      ],
      next_cursor: null,
    });
  });

  test("shows nobody else's notes", async () => {
    const [mine, other] = [await startUser(), await startUser()];
    await addNote(other.userId, { title: 'foreign' });
    expect(await mine.list()).toEqual([]);
    expect(await mine.list('?q=foreign')).toEqual([]);
  });

  test('pages through all notes, 20 at a time unless told otherwise, newest first', async () => {
    const user = await startUser();
    const made: string[] = [];
    for (let index = 0; index < 45; index += 1) made.unshift((await addNote(user.userId)).noteId);
    const pages: unknown[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await user.get(`/notes${cursor ? `?cursor=${cursor}` : ''}`);
      pages.push(body.items.map((item) => item['note_id']));
      cursor = body.next_cursor;
    }
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(made);
    expect(await user.list('?limit=100')).toEqual(made);
    expect(await user.list('?limit=1')).toEqual(made.slice(0, 1));
  });

  test('combines different filters with AND and several tags with OR', async () => {
    const user = await startUser();
    const [red, blue] = (await Promise.all(['red', 'blue'].map((name) => api.tags.create(user.userId, { name })))) as [
      Tag,
      Tag,
    ];
    const first = await addNote(user.userId, { transcript: 'Café budget', tags: [red] });
    const second = await addNote(user.userId, { transcript: 'the budget', tags: [blue] });
    const third = await addNote(user.userId, { transcript: 'holiday', tags: [red, blue] });
    expect(await user.list(`?tag_id=${red.tagId}`)).toEqual([third.noteId, first.noteId]);
    expect(await user.list(`?tag_id=${red.tagId.toUpperCase()}&tag_id=${blue.tagId}`)).toHaveLength(3);
    expect(await user.list(`?tag_id=${red.tagId}&q=budg`)).toEqual([first.noteId]);
    expect(await user.list('?q=cafe%20BUDGET')).toEqual([first.noteId]);
    expect(await user.list(`?tag_id=${unknownId}`)).toEqual([]);
    const after = new Date(first.createdAt).toISOString();
    const before = new Date(third.createdAt).toISOString();
    expect(await user.list(`?created_after=${after}&created_before=${before}`)).toEqual([second.noteId]);
    expect(await user.list(`?created_after=${after}&q=budget&tag_id=${red.tagId}`)).toEqual([]);
    api.clock.ms += 60_000;
    await api.notes.change(user.userId, first.noteId, () => ({ title: 'changed' }));
    expect(await user.list(`?updated_after=${new Date(third.updatedAt).toISOString()}`)).toEqual([first.noteId]);
  });

  test('takes a date without a zone as UTC, and an offset whose plus became a space', async () => {
    const user = await startUser();
    const note = await addNote(user.userId);
    const at = (ms: number) => new Date(note.createdAt + ms).toISOString().slice(0, -1);
    expect(await user.list(`?created_after=${at(-1)}`)).toHaveLength(1);
    expect(await user.list(`?created_after=${at(0)}`)).toHaveLength(0);
    expect(await user.list(`?created_after=${at(7_200_000 - 1)}+02:00`)).toHaveLength(1);
    expect(await user.list(`?created_after=${encodeURIComponent(`${at(7_200_000)}+02:00`)}`)).toHaveLength(0);
  });

  test.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=101', 'limit', 'less_than_equal'],
    ['limit=1.5', 'limit', 'int_parsing'],
    ['limit=abc', 'limit', 'int_parsing'],
    ['limit=', 'limit', 'int_parsing'],
    ['created_after=yesterday', 'created_after', 'datetime_parsing'],
    ['created_before=2026-02-30T00:00:00Z', 'created_before', 'datetime_parsing'],
    ['updated_after=', 'updated_after', 'datetime_parsing'],
    ['tag_id=no-uuid', 'tag_id', 'uuid_parsing'],
  ])('?%s answers 422 as FastAPI does', async (query, parameter, type) => {
    const { status, body } = await (await startUser()).get(`/notes?${query}`);
    expect(status).toBe(422);
    const loc = parameter === 'tag_id' ? ['query', 'tag_id', 0] : ['query', parameter];
    expect(body).toEqual({ detail: [{ loc, msg: expect.any(String), type }] } as unknown as Answer);
  });

  test('names every invalid parameter at once', async () => {
    const { body } = await (await startUser()).get('/notes?limit=0&created_after=x&tag_id=y&tag_id=z');
    expect((body.detail as { loc: unknown }[]).map((problem) => problem.loc)).toEqual([
      ['query', 'limit'],
      ['query', 'created_after'],
      ['query', 'tag_id', 0],
      ['query', 'tag_id', 1],
    ]);
  });

  test('ignores extra parameters', async () => {
    expect((await (await startUser()).get('/notes?extra=1&limit=5&sort[]=x')).status).toBe(200);
  });

  test('an invalid filter answers 400', async () => {
    const user = await startUser();
    const queries = ['created_after=2026-02-03&created_before=2026-02-03', `q=${'x'.repeat(1_001)}`];
    for (const query of queries) {
      const { status, body } = await user.get(`/notes?${query}`);
      expect([status, typeof body.detail]).toEqual([400, 'string']);
    }
  });

  test('an unknown, foreign or borrowed cursor answers 400', async () => {
    const [user, other] = [await startUser(), await startUser()];
    for (const { userId } of [user, other]) {
      for (let index = 0; index < 3; index += 1) await addNote(userId, { title: 'same' });
    }
    const cursor = (await user.get('/notes?limit=1&q=same')).body.next_cursor;
    expect((await user.get(`/notes?limit=2&q=SAME&cursor=${cursor}`)).body.items).toHaveLength(2);
    const foreign = (await other.get('/notes?limit=1&q=same')).body.next_cursor;
    const bad = ['cursor=', 'cursor=abc', `cursor=${cursor}`, `cursor=${cursor}&q=other`, `cursor=${foreign}&q=same`];
    for (const query of [...bad, `cursor=${cursor}x&q=same`, `cursor=${cursor}&q=same&created_after=2026-01-01`]) {
      const { status, body } = await user.get(`/notes?${query}`);
      expect([query, status, typeof body.detail]).toEqual([query, 400, 'string']);
    }
  });
});

describe('GET /v1/public-api/notes/{note_id}', () => {
  test('gives exactly the fields of the contract, with a link that works without the token', async () => {
    const user = await startUser();
    const { noteId, recording } = await addNote(user.userId, { title: 'Plan', transcript: 'Hello.' });
    const segments = [{ speaker: 'speaker_0', start: 0.5, end: 1, text: 'Hello.' }];
    const note = await api.notes.change(user.userId, noteId, () => ({ segments }));
    await api.recordings.put(Readable.from([Buffer.from('audio')]), recording);
    const { status, body } = await user.get(`/notes/${noteId.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body as object).toEqual({
      note_id: noteId,
      title: 'Plan',
      summary: null,
      tags: [],
      recorded_at: null,
      created_at: new Date(note?.createdAt ?? 0).toISOString(),
      updated_at: new Date(note?.updatedAt ?? 0).toISOString(),
      transcript: 'Hello.',
      transcript_segments: segments,
      recording_url: expect.stringContaining('/v1/recordings/'),
      recording_url_expires_at: new Date(Math.floor(api.clock.ms / 1000) * 1000 + 3_600_000).toISOString(),
      recording_content_type: 'audio/flac',
      recording_bytes: 5,
    });
    const download = await fetch(body.recording_url);
    expect([download.status, await download.text()]).toEqual([200, 'audio']);
    expect(download.headers.get('content-disposition')).toContain(`${noteId}.flac`);
  });

  test('an unknown note and a foreign one answer the same 404', async () => {
    const [user, other] = [await startUser(), await startUser()];
    const foreign = await addNote(other.userId);
    const answers = await Promise.all([unknownId, foreign.noteId].map((noteId) => user.get(`/notes/${noteId}`)));
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { detail: 'Note not found' } as Answer]);
    }
  });

  test.each(['nonsense', `${unknownId}0`, `%7B${unknownId}%7D`])('the id %s answers 422', async (noteId) => {
    const { status, body } = await (await startUser()).get(`/notes/${noteId}`);
    const msg = 'Input should be a valid UUID';
    expect([status, body]).toEqual([
      422,
      { detail: [{ loc: ['path', 'note_id'], msg, type: 'uuid_parsing' }] } as never,
    ]);
  });

  test('a removed recording leaves the note readable and fails at the download', async () => {
    const user = await startUser();
    const note = await addNote(user.userId, { transcript: 'Still here.' });
    const { status, body } = await user.get(`/notes/${note.noteId}`);
    expect([status, (body as unknown as { transcript: string }).transcript]).toEqual([200, 'Still here.']);
    expect((await fetch(body.recording_url)).status).toBe(404);
  });

  test('a link goes on working after its token was revoked, until it expires', async () => {
    const user = await startUser();
    const note = await addNote(user.userId);
    await api.recordings.put(Readable.from([Buffer.from('audio')]), note.recording);
    const { recording_url: url } = (await user.get(`/notes/${note.noteId}`)).body;
    await api.tokens.revoke(user.userId, user.token);
    expect((await fetch(url)).status).toBe(200);
    api.clock.ms += 3_600_000;
    expect((await fetch(url)).status).toBe(403);
  });
});

describe('GET /v1/public-api/notes/{note_id}/audio-url', () => {
  test('gives a fresh link and the seconds until it expires', async () => {
    const user = await startUser();
    const note = await addNote(user.userId);
    await api.recordings.put(Readable.from([Buffer.from('audio')]), note.recording);
    const { status, body } = await user.get(`/notes/${note.noteId}/audio-url`);
    expect([status, body]).toEqual([200, { audio_url: expect.any(String), expires_in: 3600 } as never]);
    expect(await (await fetch(body.audio_url)).text()).toBe('audio');
  });

  test('unknown, foreign and malformed ids are refused like those of a note', async () => {
    const [user, other] = [await startUser(), await startUser()];
    const foreign = await addNote(other.userId);
    const statuses = [unknownId, foreign.noteId, 'nonsense'].map(
      async (noteId) => (await user.get(`/notes/${noteId}/audio-url`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 422]);
  });
});

test('the API is read-only', async () => {
  const user = await startUser(['notes:read', 'notes:write']);
  const note = await addNote(user.userId);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(`${api.url}/v1/public-api/notes/${note.noteId}`, { method });
    expect(response.status).toBe(404);
  }
});
