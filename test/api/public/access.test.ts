import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { addNote, startUser, unknownId } from './client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('authentication', () => {
  const paths = ['/notes', '/notes?limit=0', `/notes/${unknownId}`, '/notes/nonsense', `/notes/${unknownId}/audio-url`];

  test.each(paths)('GET %s without a valid token answers 401 before anything else', async (path) => {
    const user = await startUser(api);
    const secret = `sotto_pat_${'A'.repeat(54)}`;
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic abc', `Bearer ${secret}`, secret]) {
      const { status, body, headers } = await user.get(path, authorization);
      expect([status, typeof body.detail, headers.get('www-authenticate')]).toEqual([401, 'string', 'Bearer']);
    }
    const bare = await fetch(`${api.url}/v1/public-api${path}`);
    expect([bare.status, Object.keys((await bare.json()) as object)]).toEqual([401, ['detail']]);
  });

  test.each(paths)('GET %s without notes:read answers 403 before 404 and 422', async (path) => {
    const user = await startUser(api, ['notes:write', 'webhooks:write']);
    const { status, body } = await user.get(path);
    expect([status, body.detail]).toEqual([403, 'The token lacks the scope notes:read']);
  });

  test('a revoked token answers 401 at once', async () => {
    const user = await startUser(api);
    expect((await user.get('/notes')).status).toBe(200);
    await api.tokens.revoke(user.userId, user.token);
    expect((await user.get('/notes')).status).toBe(401);
  });

  test('an enterprise key or a session cookie is refused', async () => {
    const { secret } = await api.makeKey();
    const user = await startUser(api);
    expect((await user.get('/notes', `Bearer ${secret}`)).status).toBe(401);
    const cookie = `sotto_session=${await api.sessions.begin(user.userId)}`;
    expect((await fetch(`${api.url}/v1/public-api/notes`, { headers: { cookie } })).status).toBe(401);
  });
});

test('the API is read-only', async () => {
  const user = await startUser(api, ['notes:read', 'notes:write']);
  const note = await addNote(api, user.userId);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(`${api.url}/v1/public-api/notes/${note.noteId}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});
