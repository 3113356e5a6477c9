import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { noteWorkflowId } from '../../../contracts/workflow-ids.ts';
import { checkIndex } from '../../support/check-index.ts';
import { eventually } from '../../support/eventually.ts';
import { finished, hold, recordingFiles, unknownId } from '../../support/note-user.ts';
import { type NoteService, startNoteService, startNoteUser } from '../../support/notes.ts';

const jfk = await readFile(new URL('../../../speech/samples/jfk.flac', import.meta.url));
setDefaultTimeout(30_000);

let service: NoteService;
beforeAll(async () => {
  service = await startNoteService();
});
afterAll(() => service.stop());
beforeEach(() => service.openai.answer(() => Response.json({ text: 'budget meeting tomorrow' })));

describe('PATCH /v1/app/notes/{note_id}', () => {
  test('changes the given fields and the index, and keeps them when the note is processed again', async () => {
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

  test('without a changed field keeps the note and its time', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const note = await finished(user, body.note_id);
    const patched = await user.call('PATCH', `/notes/${note.note_id}`, {});
    expect([patched.status, patched.body.status, patched.body.updated_at]).toEqual([200, 'completed', note.updated_at]);
  });

  test('accepts a transcript of 200,000 characters in any script and any JSON escaping', async () => {
    const user = await startNoteUser(service);
    for (const character of ['語', '\u0001']) {
      // Not found, but not refused for its size.
      const answer = await user.call('PATCH', `/notes/${unknownId}`, { transcript: character.repeat(200_000) });
      expect(answer.status).toBe(404);
    }
  });

  test.each([
    [{ stroe: true }, 'stroe'],
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

describe('DELETE /v1/app/notes/{note_id}', () => {
  test('removes text, index, recording and link at once', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const note = await finished(user, body.note_id);
    expect((await user.call('DELETE', `/notes/${note.note_id}`)).status).toBe(204);
    expect((await user.call('DELETE', `/notes/${note.note_id}`)).status).toBe(404);
    expect((await user.call('GET', `/notes/${note.note_id}`)).status).toBe(404);
    expect((await fetch(note.recording_url)).status).toBe(404);
    expect((await recordingFiles(service)).filter((name) => name.includes(note.note_id))).toEqual([]);
    expect(await service.redis.hlen(`v1:{${user.userId}}:postings`)).toBe(0);
    expect(await checkIndex(service.redis, user.userId)).toEqual([]);
  });

  test('cancels running processing and sends no event', async () => {
    const release = hold(service);
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
  test('restarts running processing within the same run', async () => {
    const release = hold(service);
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

  test('a failed note whose recording was removed names that reason', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    await finished(user, body.note_id);
    await service.api.recordings.delete(`notes/${user.userId}/${body.note_id}`);
    await user.call('POST', `/notes/${body.note_id}/reprocess`);
    const note = await finished(user, body.note_id);
    expect(note).toMatchObject({ status: 'failed', error_message: 'The recording no longer exists.' });
    expect(note.transcript).toBe('budget meeting tomorrow');
  });
});

describe('tags on a note', () => {
  test('a user adds and removes tags; a repeated request changes nothing', async () => {
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

  test('an automatic tag that the user confirms becomes a user tag, and is kept when the note is processed again', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    const auto = (await finished(user, body.note_id)).tags[0];
    await user.call('PUT', `/notes/${body.note_id}/tags/${auto?.tag_id}`);
    service.openai.answer(() => Response.json({ text: 'Holiday plans for the sea. The holiday plans are made.' }));
    await user.call('POST', `/notes/${body.note_id}/reprocess`);
    const { tags } = await finished(user, body.note_id);
    expect(tags.find((tag) => tag.name === 'budget meeting')?.source).toBe('user');
    expect(tags.filter((tag) => tag.source === 'auto').map((tag) => tag.name)).toEqual(['holiday plans', 'sea']);
  });

  test('a deleted tag cannot be added again, even to a note that had it', async () => {
    const user = await startNoteUser(service);
    const { body } = await user.upload(jfk);
    await finished(user, body.note_id);
    const tag = (await user.call('POST', '/tags', { name: 'gone' })).body;
    const path = `/notes/${body.note_id}/tags/${tag.tag_id}`;
    expect((await user.call('PUT', path)).status).toBe(204);
    expect((await user.call('DELETE', `/tags/${tag.tag_id}`)).status).toBe(204);
    expect(await user.call('PUT', path)).toMatchObject({ status: 404, body: { detail: 'Tag not found' } });
  });

  test("an unknown tag or note and another user's answer 404", async () => {
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
