import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { unzip } from '../../support/unzip.ts';
import { addNote, unknownId } from './client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ publicUrl: 'https://sotto.example' });
});
afterAll(() => api.stop());

async function startExporter() {
  const userId = crypto.randomUUID();
  const made = await api.tokens.create(userId, { name: 'export', scopes: ['notes:read'] });
  const headers = { authorization: `Bearer ${made?.secret}` };
  const get = (path: string, method = 'GET') => fetch(`${api.url}/v1/public-api${path}`, { headers, method });
  const archive = async (query = '') => {
    const response = await get(`/export.zip${query}`);
    expect(response.status).toBe(200);
    const files = unzip(new Uint8Array(await response.arrayBuffer()));
    return {
      files,
      names: files.map(([name]) => name),
      next: /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
    };
  };
  return { userId, headers, get, archive };
}

const SEGMENTS = [{ speaker: 'speaker_0', start: 0.5, end: 1, text: 'Hello.' }];

describe('GET /v1/public-api/notes/{note_id}/export', () => {
  test.each([
    ['', 'text/markdown; charset=utf-8', 'md', '# Plan'],
    ['?format=md', 'text/markdown; charset=utf-8', 'md', '**0:00 Speaker 1:** Hello.'],
    ['?format=txt', 'text/plain; charset=utf-8', 'txt', '[0:00] Speaker 1: Hello.'],
    ['?format=srt', 'application/x-subrip; charset=utf-8', 'srt', '00:00:00,500 --> 00:00:01,000'],
    ['?format=vtt', 'text/vtt; charset=utf-8', 'vtt', '<v Speaker 1>Hello.'],
    ['?format=json', 'application/json', 'json', '"transcript": "Hello."'],
  ])('%p is %p with a name', async (query, type, extension, part) => {
    const { userId, get } = await startExporter();
    const { noteId } = await addNote(api, userId, { title: 'Plan', transcript: 'Hello.' });
    await api.notes.change(userId, noteId, () => ({ segments: SEGMENTS }));
    const response = await get(`/notes/${noteId.toUpperCase()}/export${query}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    const name = `2026-01-15 Plan.${extension}`;
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toContain(part);
  });

  test('Markdown links to the note in the app', async () => {
    const { userId, get } = await startExporter();
    const { noteId } = await addNote(api, userId);
    expect(await (await get(`/notes/${noteId}/export`)).text()).toContain(`"https://sotto.example/notes/${noteId}"`);
  });

  test('JSON has the fields of the note without links that expire', async () => {
    const { userId, get } = await startExporter();
    const { noteId } = await addNote(api, userId, { title: 'Plan' });
    const [note, exported] = await Promise.all(
      ['', '/export?format=json'].map(async (path) => (await get(`/notes/${noteId}${path}`)).json()),
    );
    const { recording_url: _, recording_url_expires_at: __, ...content } = note;
    expect(exported).toEqual({
      ...content,
      status: 'processing',
      language: null,
      duration_seconds: null,
      speaker_names: {},
    });
  });

  test.each(['srt', 'vtt'])('%s of a note without times is refused with 409', async (format) => {
    const { userId, get } = await startExporter();
    const { noteId } = await addNote(api, userId, { transcript: 'Hello.' });
    const response = await get(`/notes/${noteId}/export?format=${format}`);
    expect([response.status, await response.json()]).toEqual([
      409,
      { detail: `The note has no times, which ${format} needs` },
    ]);
  });

  test("an unknown note and another user's note get the same 404", async () => {
    const [user, other] = [await startExporter(), await startExporter()];
    const foreign = await addNote(api, other.userId, { title: 'Private' });
    for (const noteId of [unknownId, foreign.noteId]) {
      const response = await user.get(`/notes/${noteId}/export`);
      expect([response.status, await response.json()]).toEqual([404, { detail: 'Note not found' }]);
    }
  });

  test.each(['pdf', 'MD', ''])('the format %p answers 422', async (format) => {
    const { get } = await startExporter();
    const response = await get(`/notes/${unknownId}/export?format=${format}`);
    const msg = "String should match pattern '^(md|txt|srt|vtt|json)$'";
    expect([response.status, await response.json()]).toEqual([
      422,
      { detail: [{ loc: ['query', 'format'], msg, type: 'string_pattern_mismatch' }] },
    ]);
  });
});

describe('GET /v1/public-api/export.zip', () => {
  test('has one file for each of the user’s notes, newest first', async () => {
    const [{ userId, get, archive }, other] = [await startExporter(), await startExporter()];
    await addNote(api, other.userId, { title: 'Private' });
    const notes = [];
    for (const title of ['One', 'Two', 'Two']) notes.push(await addNote(api, userId, { title, transcript: title }));
    const { files, names, next } = await archive();
    const expected = notes.toReversed().map(({ title, noteId }) => `2026-01-15 ${title} (${noteId.slice(0, 8)}).md`);
    expect(names).toEqual(expected);
    expect(next).toBeUndefined();
    expect(files[2]?.[1]).toBe(await (await get(`/notes/${notes[0]?.noteId}/export`)).text());
  });

  test('`limit` cuts it into pieces that the Link header joins, whatever is added or removed meanwhile', async () => {
    const { userId, get, archive } = await startExporter();
    const notes = [];
    for (let count = 0; count < 205; count += 1) notes.push(await addNote(api, userId, { title: `${count}` }));
    const first = await archive('?limit=101&format=txt');
    await addNote(api, userId, { title: 'later' });
    await api.notes.remove(userId, notes[103]?.noteId ?? '');
    const names = [...first.names];
    let { next } = first;
    while (next) {
      const piece = await archive(next.slice(next.indexOf('?')));
      names.push(...piece.names);
      next = piece.next;
    }
    const wanted = notes.toReversed().filter((_, at) => at !== 101);
    expect(names).toEqual(wanted.map(({ title, noteId }) => `2026-01-15 ${title} (${noteId.slice(0, 8)}).txt`));
    expect((await get(`/notes?limit=1`)).status).toBe(200);
  });

  test('the filters are those of the list', async () => {
    const { userId, archive } = await startExporter();
    await addNote(api, userId, { title: 'Budget' });
    await addNote(api, userId, { title: 'Garden' });
    expect((await archive('?q=budg')).names).toHaveLength(1);
    expect((await archive('?q=%3F')).names).toEqual([]);
    expect((await archive('?created_after=2027-01-01')).names).toEqual([]);
  });

  test('a search without any word is one empty piece', async () => {
    const { userId, archive } = await startExporter();
    for (const title of ['a', 'b']) await addNote(api, userId, { title });
    for (const query of ['?q=%3F', '?q=%3F&limit=1']) {
      expect(await archive(query)).toEqual({ files: [], names: [], next: undefined });
    }
  });

  test('has a note whose speakers are called like fields of every object', async () => {
    const { userId, get, archive } = await startExporter();
    const { noteId } = await addNote(api, userId, { title: 'Odd' });
    const speakers = ['constructor', '__proto__', 'toString'];
    const segments = speakers.map((speaker, at) => ({ speaker, start: at * 5, end: at * 5 + 1, text: 'Hello.' }));
    await api.notes.change(userId, noteId, () => ({ segments, speakerNames: {} }));
    for (const format of ['md', 'txt', 'srt', 'vtt', 'json']) {
      expect((await get(`/notes/${noteId}/export?format=${format}`)).status).toBe(200);
      expect((await archive(`?format=${format}`)).names).toEqual([`2026-01-15 Odd (${noteId.slice(0, 8)}).${format}`]);
    }
  });

  test('`srt` leaves out notes without times', async () => {
    const { userId, archive } = await startExporter();
    await addNote(api, userId, { title: 'Plain', transcript: 'Hello.' });
    const { noteId } = await addNote(api, userId, { title: 'Timed' });
    await api.notes.change(userId, noteId, () => ({ segments: SEGMENTS }));
    expect((await archive('?format=srt')).names).toEqual([`2026-01-15 Timed (${noteId.slice(0, 8)}).srt`]);
  });

  test.each([
    ['?cursor=nonsense', 400],
    ['?created_after=2026-02-01&created_before=2026-01-01', 400],
    ['?limit=0', 422],
    ['?limit=10001', 422],
    ['?format=pdf', 422],
  ])('%s answers %d', async (query, status) => {
    expect((await (await startExporter()).get(`/export.zip${query}`)).status).toBe(status);
  });

  test('a cursor of other filters is refused', async () => {
    const { userId, get, archive } = await startExporter();
    for (const title of ['a', 'b']) await addNote(api, userId, { title });
    const { next = '' } = await archive('?limit=1');
    const cursor = new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor');
    expect((await get(`/export.zip?q=a&cursor=${cursor}`)).status).toBe(400);
  });

  test('HEAD answers without reading the notes', async () => {
    const { userId, get } = await startExporter();
    await addNote(api, userId);
    const response = await get('/export.zip', 'HEAD');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  });

  test('refuses a third archive at once, and takes the next when a download breaks off', async () => {
    const { userId, headers, get } = await startExporter();
    const transcript = 'word '.repeat(40_000);
    for (let count = 0; count < 60; count += 1) await addNote(api, userId, { transcript });
    const stuck = await Promise.all([stall(headers.authorization), stall(headers.authorization)]);
    const refused = await get('/export.zip');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    for (const socket of stuck) socket.destroy();
    await eventually('an archive is taken again', async () => {
      const response = await get('/export.zip?limit=1');
      await response.body?.cancel();
      return response.status === 200;
    });
  });
});

/** Requests an archive and reads only its beginning. */
async function stall(authorization: string) {
  const { port } = new URL(api.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET /v1/public-api/export.zip HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}
