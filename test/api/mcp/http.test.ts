import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startTestApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi({ publicUrl: (url) => url, limits: { requestsPerMinute: 30 } });
  token = await makeToken();
});
afterAll(() => api.stop());

async function makeToken(scopes: readonly ('notes:read' | 'notes:write')[] = ['notes:read']) {
  const made = await api.tokens.create(crypto.randomUUID(), { name: 'mcp', scopes });
  return made?.secret ?? '';
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

function post(body: unknown, headers: Record<string, string> = {}) {
  const accept = 'application/json, text/event-stream';
  const given = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept, ...headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${api.url}/mcp`, { method: 'POST', headers: given, body: text });
}

describe('POST /mcp', () => {
  test('returns JSON without a session', async () => {
    const response = await post(PING);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.has('mcp-session-id')).toBe(false);
    expect(response.headers.get('x-request-id')).toStartWith('req_');
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  test('answers notifications with 202', async () => {
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  });

  test('an unknown method returns a protocol error', async () => {
    const response = await post({ ...PING, method: 'notes/delete' });
    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
  });

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page whose name was made to resolve here', { origin: 'http://evil.example', host: 'evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
  ])('rejects %s with 403', async (_, headers, status) => {
    const response = await post(PING, headers);
    expect([response.status, await response.json()]).toEqual([
      status,
      { detail: 'The request comes from another site' },
    ]);
  });

  test('accepts a page of its own origin', async () => {
    expect((await post(PING, { origin: api.url })).status).toBe(200);
  });

  test('returns 401 with the URL of the metadata of the authorization server', async () => {
    const address = `${api.url}/.well-known/oauth-protected-resource/mcp`;
    const without = await fetch(`${api.url}/mcp`, { method: 'POST', body: '{}' });
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer scope="notes:read", resource_metadata="${address}"`,
    ]);
    const wrong = await post(PING, { authorization: 'Bearer sotto_at_guess' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", scope="notes:read", resource_metadata="${address}"`,
    ]);
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: `${api.url}/mcp`,
      authorization_servers: [api.url],
    });
  });

  test('rejects a token without the scope with 403', async () => {
    const secret = await makeToken(['notes:write']);
    expect((await post(PING, { authorization: `Bearer ${secret}` })).status).toBe(403);
  });

  test.each([
    ['broken JSON', '{"broken', 400, -32700],
    ['a batch', [PING, PING], 400, -32600],
  ])('rejects %s', async (_, body, status, code) => {
    const response = await post(body);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  test('rejects a body of more than 64 KiB with 413', async () => {
    expect((await post({ ...PING, padding: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s returns 405, because there are no sessions', async (method) => {
    const response = await fetch(`${api.url}/mcp`, { method, headers: { authorization: `Bearer ${token}` } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('limits the requests of a user, and rejects more with 429', async () => {
    const headers = { authorization: `Bearer ${await makeToken()}` };
    for (let count = 0; count < 30; count += 1) expect((await post(PING, headers)).status).toBe(200);
    const refused = await post(PING, headers);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect(refused.headers.get('ratelimit')).toContain('"user";r=0');
  });
});
