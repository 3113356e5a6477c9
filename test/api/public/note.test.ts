import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { type Answer, addNote, startUser, unknownId } from './client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('GET /v1/public-api/notes/{note_id}', () => {
  test('returns exactly the fields of the contract, with a link that works without the token', async () => {
    const user = await startUser(api);
    const { noteId, recording } = await addNote(api, user.userId, { title: 'Plan', transcript: 'Hello.' });
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

  test("an unknown note and another user's note get the same 404", async () => {
    const [user, other] = [await startUser(api), await startUser(api)];
    const foreign = await addNote(api, other.userId);
    const answers = await Promise.all([unknownId, foreign.noteId].map((noteId) => user.get(`/notes/${noteId}`)));
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { detail: 'Note not found' } as Answer]);
    }
  });

  test.each(['nonsense', `${unknownId}0`, `%7B${unknownId}%7D`])('the id %s answers 422', async (noteId) => {
    const { status, body } = await (await startUser(api)).get(`/notes/${noteId}`);
    const msg = 'Input should be a valid UUID';
    expect([status, body]).toEqual([
      422,
      { detail: [{ loc: ['path', 'note_id'], msg, type: 'uuid_parsing' }] } as never,
    ]);
  });

  test('a removed recording leaves the note readable and fails at the download', async () => {
    const user = await startUser(api);
    const note = await addNote(api, user.userId, { transcript: 'Still here.' });
    const { status, body } = await user.get(`/notes/${note.noteId}`);
    expect([status, (body as unknown as { transcript: string }).transcript]).toEqual([200, 'Still here.']);
    expect((await fetch(body.recording_url)).status).toBe(404);
  });

  test('a link goes on working after its token was revoked, until it expires', async () => {
    const user = await startUser(api);
    const note = await addNote(api, user.userId);
    await api.recordings.put(Readable.from([Buffer.from('audio')]), note.recording);
    const { recording_url: url } = (await user.get(`/notes/${note.noteId}`)).body;
    await api.tokens.revoke(user.userId, user.token);
    expect((await fetch(url)).status).toBe(200);
    api.clock.ms += 3_600_000;
    expect((await fetch(url)).status).toBe(403);
  });
});

describe('GET /v1/public-api/notes/{note_id}/audio-url', () => {
  test('returns a new link and the seconds until it expires', async () => {
    const user = await startUser(api);
    const note = await addNote(api, user.userId);
    await api.recordings.put(Readable.from([Buffer.from('audio')]), note.recording);
    const { status, body } = await user.get(`/notes/${note.noteId}/audio-url`);
    expect([status, body]).toEqual([200, { audio_url: expect.any(String), expires_in: 3600 } as never]);
    expect(await (await fetch(body.audio_url)).text()).toBe('audio');
  });

  test('unknown, foreign and malformed ids are refused like those of a note', async () => {
    const [user, other] = [await startUser(api), await startUser(api)];
    const foreign = await addNote(api, other.userId);
    const statuses = [unknownId, foreign.noteId, 'nonsense'].map(
      async (noteId) => (await user.get(`/notes/${noteId}/audio-url`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 422]);
  });
});
