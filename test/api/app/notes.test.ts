import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { checkIndex } from '../../../store/check-index.ts';
import { noteWorkflowId } from '../../../workflows/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { type NoteService, startNoteService, startNoteUser } from '../../support/notes.ts';

const jfk = await readFile(new URL('../../../speech/samples/jfk.flac', import.meta.url));
setDefaultTimeout(30_000);

const unknownId = '00000000-0000-4000-8000-000000000000';

let service: NoteService;
beforeAll(async () => {
  service = await startNoteService();
});
afterAll(() => service.stop());
afterEach(() => service.openai.answer(() => Response.json({ text: 'budget meeting tomorrow' })));

type User = Awaited<ReturnType<typeof startNoteUser>>;

/** The note once its processing has ended. */
const finished = ({ call }: User, noteId: string) =>
  eventually(
    'the note is processed',
    async () => {
      const { body } = await call('GET', `/notes/${noteId}`);
      return body.status === 'processing' ? undefined : body;
    },
    { timeoutMs: 30_000 },
  );

/** A speech server that answers when the test lets it. */
function hold() {
  const gate = Promise.withResolvers<void>();
  service.openai.answer(async () => {
    await gate.promise;
    return Response.json({ text: 'late words' });
  });
  return gate.resolve;
}

const files = async () =>
  (await readdir(service.api.folder, { recursive: true })).filter((name) => /notes\/.+\/./.test(name));

describe('POST /v1/app/notes', () => {
  test('stores the recording, and the note is transcribed, described, tagged, found and told of', async () => {
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
    const found = await user.call('GET', '/notes?q=bud%20tomo');
    expect(found.body.items.map((item) => [item.note_id, item.status])).toEqual([[note.note_id, 'completed']]);
    expect(await checkIndex(service.redis, user.userId)).toEqual([]);
    // The run tidies up right after it has completed the note.
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

  test('the recording can be had while the note is still being processed', async () => {
    const release = hold();
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const note = (await user.call('GET', `/notes/${body.note_id}`)).body;
    expect([note.status, (await fetch(note.recording_url)).status]).toEqual(['processing', 200]);
    release();
    await finished(user, body.note_id);
  });

  test.each([
    ['no audio at all', 'this is no audio', 'could not be read'],
    ['an empty FLAC header', 'fLaC', 'could not be read'],
  ])('bad audio (%s) fails with a reason for people, and the recording stays', async (_name, audio, reason) => {
    const user = await startNoteUser(service);
    const { body, status } = await user.upload(audio);
    expect(status).toBe(202);
    const note = await finished(user, body.note_id);
    expect(note).toMatchObject({ status: 'failed', error_message: expect.stringContaining(reason), transcript: null });
    expect(await (await fetch(note.recording_url)).text()).toBe(audio);
  });

  test('trouble of the engine is outwaited, and not a failure', async () => {
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

  test('nothing said completes the note without words', async () => {
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

  test('names no type for what is no recording, whatever it was declared as', async () => {
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
    const before = (await files()).length;
    const answer = await user.call('POST', '/notes', form());
    expect(answer.status).toBe(status);
    if (loc) expect((answer.body.detail as { loc: unknown }[])[0]?.loc).toEqual(loc);
    if (status === 202) return;
    expect((await files()).length).toBe(before);
    expect((await user.call('GET', '/notes')).body.items).toEqual([]);
    expect(await service.redis.zcard('v1:unsettled-recordings')).toBe(0);
  });

  test('a client that breaks off leaves nothing', async () => {
    const user = await startNoteUser(service);
    const before = (await files()).length;
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
    expect((await files()).length).toBe(before);
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

describe('PATCH /v1/app/notes/{note_id}', () => {
  test('changes what is given, index included, and keeps it when the note is processed again', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const { note_id: noteId } = await finished(user, body.note_id);
    const change = { title: 'Holiday', transcript: 'by the sea', recorded_at: null, language: 'de' };
    const changed = await user.call('PATCH', `/notes/${noteId}`, change);
    expect(changed).toMatchObject({ status: 200, body: { ...change, summary: 'Budget meeting tomorrow' } });
    expect(changed.body.transcript_segments).toBeNull();
    expect((await user.call('GET', '/notes?q=holi%20sea')).body.items).toHaveLength(1);
    expect((await user.call('GET', '/notes?q=holi%20budget%20sea')).body.items).toHaveLength(1);
    await user.call('PATCH', `/notes/${noteId}`, { summary: null });
    expect((await user.call('GET', '/notes?q=budget')).body.items).toHaveLength(0);
    expect((await user.call('POST', `/notes/${noteId}/reprocess`)).body.status).toBe('processing');
    expect(await finished(user, noteId)).toMatchObject({
      title: 'Holiday',
      transcript: 'budget meeting tomorrow',
      summary: 'Budget meeting tomorrow',
    });
    expect(await checkIndex(service.redis, user.userId)).toEqual([]);
  });

  test('with nothing that can be changed leaves the note and its time as they were', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const note = await finished(user, body.note_id);
    const patched = await user.call('PATCH', `/notes/${note.note_id}`, { status: 'failed', extra: 1 });
    expect([patched.status, patched.body.status, patched.body.updated_at]).toEqual([200, 'completed', note.updated_at]);
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 5 }, 'title'],
    [{ transcript: '' }, 'transcript'],
    [{ recorded_at: 'x' }, 'recorded_at'],
    [{ language: 'e' }, 'language'],
  ])('refuses %j with 422', async (body, field) => {
    const user = await startNoteUser(service);
    const answer = await user.call('PATCH', `/notes/${unknownId}`, body);
    expect([answer.status, (answer.body.detail as { loc: unknown[] }[])[0]?.loc]).toEqual([422, ['body', field]]);
  });
});

describe('tags on a note', () => {
  test('a user puts tags on and takes them off; the same again changes nothing', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    await finished(user, body.note_id);
    const tag = (await user.call('POST', '/tags', { name: 'mine' })).body;
    const path = `/notes/${body.note_id}/tags/${tag.tag_id}`;
    expect((await user.call('PUT', path)).status).toBe(204);
    const tagged = (await user.call('GET', `/notes/${body.note_id}`)).body;
    expect(tagged.tags).toContainEqual(expect.objectContaining({ name: 'mine', source: 'user', confidence: null }));
    expect((await user.call('PUT', path)).status).toBe(204);
    expect((await user.call('GET', `/notes/${body.note_id}`)).body.updated_at).toBe(tagged.updated_at);
    expect((await user.call('GET', `/notes?tag_id=${tag.tag_id}`)).body.items).toHaveLength(1);
    expect((await user.call('DELETE', path)).status).toBe(204);
    expect((await user.call('DELETE', path)).status).toBe(204);
    expect((await user.call('GET', `/notes?tag_id=${tag.tag_id}`)).body.items).toHaveLength(0);
  });

  test('an automatic tag that the user confirms is theirs, and stays when the note is processed again', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const auto = (await finished(user, body.note_id)).tags[0];
    await user.call('PUT', `/notes/${body.note_id}/tags/${auto?.tag_id}`);
    service.openai.answer(() => Response.json({ text: 'Holiday plans for the sea. The holiday plans are made.' }));
    await user.call('POST', `/notes/${body.note_id}/reprocess`);
    const { tags } = await finished(user, body.note_id);
    expect(tags.find((tag) => tag.name === 'budget meeting')?.source).toBe('user');
    expect(tags.filter((tag) => tag.source === 'auto').map((tag) => tag.name)).toEqual(['holiday plans']);
  });

  test('a deleted tag cannot be put back, also not on a note that had it', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    await finished(user, body.note_id);
    const tag = (await user.call('POST', '/tags', { name: 'gone' })).body;
    const path = `/notes/${body.note_id}/tags/${tag.tag_id}`;
    expect((await user.call('PUT', path)).status).toBe(204);
    expect((await user.call('DELETE', `/tags/${tag.tag_id}`)).status).toBe(204);
    expect(await user.call('PUT', path)).toMatchObject({ status: 404, body: { detail: 'Tag not found' } });
  });

  test('an unknown or foreign tag or note answers 404', async () => {
    const [user, other] = [await startNoteUser(service), await startNoteUser(service)];
    const { body } = await user.upload(jfk);
    const foreign = (await other.call('POST', '/tags', { name: 'theirs' })).body;
    const mine = (await user.call('POST', '/tags', { name: 'mine' })).body;
    const tag = (noteId: string, tagId: string, who = user) => who.call('PUT', `/notes/${noteId}/tags/${tagId}`);
    expect((await tag(body.note_id, foreign.tag_id)).body.detail).toBe('Tag not found');
    expect((await tag(unknownId, mine.tag_id)).body.detail).toBe('Note not found');
    expect((await tag(body.note_id, foreign.tag_id, other)).body.detail).toBe('Note not found');
    await finished(user, body.note_id);
  });
});

describe('DELETE /v1/app/notes/{note_id}', () => {
  test('removes text, index, recording and link at once', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const note = await finished(user, body.note_id);
    expect((await user.call('DELETE', `/notes/${note.note_id}`)).status).toBe(204);
    expect((await user.call('DELETE', `/notes/${note.note_id}`)).status).toBe(404);
    expect((await user.call('GET', `/notes/${note.note_id}`)).status).toBe(404);
    expect((await fetch(note.recording_url)).status).toBe(404);
    expect((await files()).filter((name) => name.includes(note.note_id))).toEqual([]);
    expect(await service.redis.hlen(`v1:{${user.userId}}:postings`)).toBe(0);
    expect(await checkIndex(service.redis, user.userId)).toEqual([]);
  });

  test('ends the processing that is under way and tells nobody', async () => {
    const release = hold();
    const user = await startNoteUser(service);
    const asked = service.openai.requests.length;
    const { body } = await user.upload(jfk);
    await eventually('the engine is asked', () => service.openai.requests.length > asked);
    expect((await user.call('DELETE', `/notes/${body.note_id}`)).status).toBe(204);
    const handle = service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1));
    await expect(handle.result()).rejects.toThrow();
    expect((await handle.describe()).status.name).toBe('CANCELLED');
    expect(await service.redis.keys(`*${body.note_id.replaceAll('-', '')}*`)).toEqual([]);
    expect(await readdir(service.workFolder)).toEqual([]);
    release();
  });

  test("another user's note answers 404 and stays", async () => {
    const [user, other] = [await startNoteUser(service), await startNoteUser(service)];
    const { body } = await user.upload(jfk);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/reprocess'],
    ]) {
      const answer = await other.call(
        method ?? '',
        `/notes/${body.note_id}${path}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect([answer.status, answer.body.detail]).toEqual([404, 'Note not found']);
    }
    expect(await finished(user, body.note_id)).toMatchObject({ status: 'completed' });
  });
});

describe('POST /v1/app/notes/{note_id}/reprocess', () => {
  test('begins anew while processing is under way, in the same run', async () => {
    const release = hold();
    const user = await startNoteUser(service);
    const asked = service.openai.requests.length;
    const { body } = await user.upload(jfk);
    await eventually('the engine is asked', () => service.openai.requests.length > asked);
    service.openai.answer(() => Response.json({ text: 'second hearing' }));
    const again = await user.call('POST', `/notes/${body.note_id}/reprocess`);
    expect([again.status, again.body.status]).toEqual([202, 'processing']);
    release();
    expect(await finished(user, body.note_id)).toMatchObject({ transcript: 'second hearing' });
    expect((await service.api.notes.get(user.userId, body.note_id))?.run).toBe(1);
  });

  test('a failed note whose recording was removed says so', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    await finished(user, body.note_id);
    await service.api.recordings.delete(`notes/${user.userId}/${body.note_id}`);
    await user.call('POST', `/notes/${body.note_id}/reprocess`);
    const note = await finished(user, body.note_id);
    expect(note).toMatchObject({ status: 'failed', error_message: 'The recording is not there any more.' });
    expect(note.transcript).toBe('budget meeting tomorrow');
  });
});

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
