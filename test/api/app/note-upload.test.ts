import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { form as formOf } from '../../support/api.ts';
import { checkIndex } from '../../support/check-index.ts';
import { eventually } from '../../support/eventually.ts';
import { finished, hold, recordingFiles } from '../../support/note-user.ts';
import { type NoteService, startNoteService, startNoteUser } from '../../support/notes.ts';

const jfk = await readFile(new URL('../../../speech/samples/jfk.flac', import.meta.url));
setDefaultTimeout(30_000);

let service: NoteService;
beforeAll(async () => {
  service = await startNoteService();
});
afterAll(() => service.stop());
beforeEach(() => service.openai.answer(() => Response.json({ text: 'budget meeting tomorrow' })));

describe('POST /v1/app/notes', () => {
  test('stores the recording, and the note is transcribed, described, tagged, indexed and announced', async () => {
    service.openai.answer(() => Response.json({ text: 'Budget meeting tomorrow at nine.' }));
    const user = await startNoteUser(service);
    const uploaded = await user.upload(jfk, { recorded_at: '2026-01-02T03:04:05+01:00', language: 'en' });
    expect(uploaded).toEqual({ status: 202, body: { note_id: expect.any(String), status: 'processing' } as never });
    const note = await finished(user, uploaded.body.note_id);
    expect(note).toMatchObject({
      status: 'completed',
      error_message: null,
      title: 'Budget meeting tomorrow at nine',
      transcript: 'Budget meeting tomorrow at nine.',
      language: 'en',
      duration_seconds: 11,
      recorded_at: '2026-01-02T02:04:05.000Z',
      recording_content_type: 'audio/flac',
      recording_bytes: jfk.length,
      tags: [{ name: 'budget meeting', source: 'auto', confidence: expect.any(Number) }],
    });
    expect(Buffer.from(await (await fetch(note.recording_url)).arrayBuffer()).equals(jfk)).toBe(true);
    const drawn = (await user.call('GET', `/notes/${note.note_id}/peaks`)).body as unknown as { peaks: number[] };
    expect(drawn.peaks.length).toBeWithin(500, 1_001);
    expect(Math.max(...drawn.peaks)).toBeWithin(100, 256);
    const found = await user.call('GET', '/notes?q=bud%20tomo');
    expect(found.body.items.map((item) => [item.note_id, item.status])).toEqual([[note.note_id, 'completed']]);
    expect(await checkIndex(service.redis, user.userId)).toEqual([]);
    // The run cleans up immediately after it has completed the note.
    await eventually('nothing of the work is left', async () => {
      expect(await service.redis.keys(`*${user.userId}*pieces*`)).toEqual([]);
      expect(await readdir(service.workFolder)).toEqual([]);
      return true;
    });
  });

  test('keeps the title that the user gave', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk, { title: ' Mine ' });
    expect((await user.call('GET', `/notes/${body.note_id}`)).body.title).toBe('Mine');
    expect(await finished(user, body.note_id)).toMatchObject({ status: 'completed', title: 'Mine' });
  });

  test('the recording can be downloaded while the note is processing', async () => {
    const release = hold(service);
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const note = (await user.call('GET', `/notes/${body.note_id}`)).body;
    expect([note.status, (await fetch(note.recording_url)).status]).toEqual(['processing', 200]);
    release();
    await finished(user, body.note_id);
  });

  test.each([
    ['no audio at all', 'this is no audio', 'cannot be read'],
    ['an empty FLAC header', 'fLaC', 'cannot be read'],
  ])('bad audio (%s) fails with a reason for people, and the recording stays', async (_name, audio, reason) => {
    const user = await startNoteUser(service);
    const { body, status } = await user.upload(audio);
    expect(status).toBe(202);
    const note = await finished(user, body.note_id);
    expect(note).toMatchObject({ status: 'failed', error_message: expect.stringContaining(reason), transcript: null });
    expect(await (await fetch(note.recording_url)).text()).toBe(audio);
  });

  test('an engine failure is retried and does not fail the note', async () => {
    let calls = 0;
    service.openai.answer(() => {
      calls += 1;
      return calls === 1 ? new Response('overloaded', { status: 503 }) : Response.json({ text: 'after all' });
    });
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    expect(await finished(user, body.note_id)).toMatchObject({ status: 'completed', transcript: 'after all' });
    expect(calls).toBeGreaterThan(1);
  });

  test('a recording without speech completes the note without words', async () => {
    service.openai.answer(() => Response.json({ text: '' }));
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    expect(await finished(user, body.note_id)).toMatchObject({
      status: 'completed',
      transcript: '',
      title: null,
      tags: [],
    });
  });

  test.each([
    ['application/octet-stream', 'audio/flac', 'flac'],
    ['text/html', 'audio/flac', 'flac'],
    ['audio/x-flac; rate=44100', 'audio/x-flac', 'flac'],
  ])('names the type of a recording that was declared as %s', async (declared, type, extension) => {
    const user = await startNoteUser(service);
    const form = formOf({ audio: new Blob([jfk], { type: declared }) });
    const note = await finished(user, (await user.call('POST', '/notes', form)).body.note_id);
    expect(note).toMatchObject({ recording_content_type: type, recording_bytes: jfk.length });
    const recording = await fetch(note.recording_url);
    expect(recording.headers.get('content-type')).toBe(type);
    expect(recording.headers.get('content-disposition')).toContain(`${note.note_id}.${extension}`);
    expect(Buffer.from(await recording.arrayBuffer()).equals(jfk)).toBe(true);
  });

  test('stores no type for a file that is not a recording, whatever type was declared', async () => {
    const user = await startNoteUser(service);
    const form = formOf({ audio: new Blob(['<script>alert(1)</script>'], { type: 'text/html' }) });
    const note = await finished(user, (await user.call('POST', '/notes', form)).body.note_id);
    expect(note.recording_content_type).toBeNull();
  });

  test.each<[string, () => FormData, number, unknown[] | null]>([
    ['without audio', () => formOf({ title: 'x' }), 422, ['body', 'audio']],
    ['with empty audio', () => formOf({ audio: new Blob([]) }), 422, ['body', 'audio']],
    ['with a bad date', () => formOf({ audio: new Blob(['x']), recorded_at: 'now' }), 422, ['body', 'recorded_at']],
    ['with an empty title', () => formOf({ audio: new Blob(['x']), title: ' ' }), 422, ['body', 'title']],
    ['with a bad language', () => formOf({ audio: new Blob(['x']), language: 'en us' }), 422, ['body', 'language']],
    ['with too many bytes', () => formOf({ audio: new Blob([new Uint8Array(10_000_001)]) }), 413, null],
    ['with audio as text', () => formOf({ audio: 'x' }), 202, null],
  ])('an upload %s is answered by its rule, and nothing of a refused one stays', async (_name, form, status, loc) => {
    const user = await startNoteUser(service);
    const before = (await recordingFiles(service)).length;
    const answer = await user.call('POST', '/notes', form());
    expect(answer.status).toBe(status);
    if (loc) expect((answer.body.detail as { loc: unknown }[])[0]?.loc).toEqual(loc);
    if (status === 202) return;
    expect((await recordingFiles(service)).length).toBe(before);
    expect((await user.call('GET', '/notes')).body.items).toEqual([]);
    expect(await service.redis.zcard('v1:unsettled-recordings')).toBe(0);
  });

  test('a client that disconnects leaves nothing behind', async () => {
    const user = await startNoteUser(service);
    const before = (await recordingFiles(service)).length;
    const abort = new AbortController();
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(
          Buffer.from('--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\nhalf'),
        );
        await eventually(
          'the upload is under way',
          async () => (await service.redis.zcard('v1:unsettled-recordings')) > 0,
        );
        abort.abort();
      },
    });
    const headers = { authorization: `Bearer ${user.secret}`, 'content-type': 'multipart/form-data; boundary=x' };
    const sending = fetch(`${service.api.url}/v1/app/notes`, { method: 'POST', headers, body, signal: abort.signal });
    await expect(sending).rejects.toThrow();
    await eventually('it is cleared away', async () => (await service.redis.zcard('v1:unsettled-recordings')) === 0);
    expect((await recordingFiles(service)).length).toBe(before);
    expect((await user.call('GET', '/notes')).body.items).toEqual([]);
  });

  test('no form, no credential and no scope are refused', async () => {
    const user = await startNoteUser(service);
    expect((await user.call('POST', '/notes', { audio: 'x' })).status).toBe(400);
    expect((await fetch(`${service.api.url}/v1/app/notes`, { method: 'POST', body: '{' })).status).toBe(401);
    const reader = await startNoteUser(service, ['notes:read']);
    expect((await reader.upload('x')).status).toBe(403);
  });
});
