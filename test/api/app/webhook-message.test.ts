import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Scope } from '../../../accounts/tokens.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { startNoteUser } from '../../support/notes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
}, 20_000);
afterAll(() => api.stop());

async function startMessage(scopes?: Scope[]) {
  const user = await startNoteUser({ api }, scopes);
  const [noteId, { userId }] = [crypto.randomUUID(), user];
  const recording = { object: `notes/${userId}/${noteId}`, contentType: null, bytes: 1 };
  await api.notes.create({ noteId, userId, title: 'Before', language: null, recordedAt: null, recording });
  const settings = { url: 'https://example.org/', description: null, eventTypes: ['note.processed' as const] };
  const secret = 'whsec_cHJpdmF0ZQ==';
  const endpoint = await api.webhooks.endpoints.create(userId, settings, secret);
  await api.webhooks.messages.admit(userId, { messageId: 'msg_1', type: 'note.processed', noteId });
  const path = `/webhook-endpoints/${endpoint?.endpointId}/messages/msg_1/body`;
  const show = async () => {
    const { status, body } = await user.call('GET', path);
    return { status, ...(body as unknown as { headers: Record<string, string>; body: string; detail: string }) };
  };
  return { ...user, noteId, show };
}

test('GET messages/{id}/body returns the current headers and body, without a signature', async () => {
  const { userId, noteId, show } = await startMessage();
  await api.notes.change(userId, noteId, () => ({ title: 'After', status: 'completed', transcript: 'Hello' }));
  const { status, headers, body } = await show();
  expect(status).toBe(200);
  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Sotto-Webhooks/1.0',
    'accept-encoding': 'identity',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(api.clock.ms / 1000)),
  });
  const sent = JSON.parse(body);
  expect(sent).toMatchObject({ type: 'note.processed', timestamp: new Date(api.clock.ms).toISOString() });
  expect(sent.data).toMatchObject({ note_id: noteId, title: 'After', api_url: expect.stringContaining(noteId) });
});

test('GET messages/{id}/body is 404 when the note was deleted', async () => {
  const { userId, noteId, show } = await startMessage();
  await api.notes.remove(userId, noteId);
  expect(await show()).toMatchObject({ status: 404, detail: 'The note of this message was deleted' });
});

test('GET messages/{id}/body needs a token that may read notes too', async () => {
  const { show } = await startMessage(['webhooks:write']);
  expect(await show()).toMatchObject({ status: 403, detail: 'The token lacks the scope notes:read' });
});
