import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { CALLBACK, startProgram } from '../../support/oauth.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ publicUrl: (url) => url });
});
afterAll(() => api.stop());

describe('POST /v1/app/oauth/requests', () => {
  test('returns the client, the scopes and the redirect host', async () => {
    const { app, query } = await startProgram(api);
    const response = await app('/oauth/requests', { request: query({ prompt: 'consent' }) });
    expect([response.status, await response.json()]).toEqual([
      200,
      { client_name: 'Editor', redirect_host: 'client.example', scopes: ['notes:read'], redirect_to: null },
    ]);
  });

  test.each([
    ['an unknown program', { client_id: crypto.randomUUID() }],
    ['another address', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer address', { redirect_uri: `${CALLBACK}/more` }],
    ['the address with a query', { redirect_uri: `${CALLBACK}?next=https://evil.example` }],
    ['an address that a browser reads alike', { redirect_uri: 'https://CLIENT.example/callback' }],
  ])('rejects %s with 400, without a redirect', async (_, change) => {
    const { app, query } = await startProgram(api);
    for (const path of ['/oauth/requests', '/oauth/decisions']) {
      const response = await app(path, {
        request: query(change),
        ...(path === '/oauth/decisions' ? { allowed: true } : {}),
      });
      expect([response.status, Object.keys(await response.json())]).toEqual([400, ['detail']]);
    }
  });

  test('rejects a repeated redirect URI', async () => {
    const { app, query } = await startProgram(api);
    const request = `${query()}&redirect_uri=${encodeURIComponent('https://evil.example/')}`;
    expect((await app('/oauth/requests', { request })).status).toBe(400);
  });

  test.each([
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: '' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('redirects with the error for %s', async (_, change, error) => {
    const { app, query, decide } = await startProgram(api);
    const { redirect_to } = await (await app('/oauth/requests', { request: query(change) })).json();
    const back = new URL(redirect_to);
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'a state',
      iss: api.url,
    });
    expect((await decide(change)).searchParams.get('error')).toBe(error);
  });
});

describe('POST /v1/app/oauth/decisions', () => {
  test('redirects to the client with code, state and issuer', async () => {
    const { decide } = await startProgram(api, [`${CALLBACK}?own=1`]);
    const back = await decide();
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      own: '1',
      code: expect.stringMatching(/^sotto_ac_/),
      state: 'a state',
      iss: api.url,
    });
  });

  test('redirects to the client with the refusal', async () => {
    const { decide } = await startProgram(api);
    const back = await decide({}, false);
    expect([back.searchParams.get('error'), back.searchParams.has('code')]).toEqual(['access_denied', false]);
  });

  test('returns invalid_scope for an unsupported scope', async () => {
    const { decide } = await startProgram(api);
    expect((await decide({ scope: 'notes:read notes:write' })).searchParams.get('error')).toBe('invalid_scope');
  });

  test('rejects cross-site requests and personal tokens', async () => {
    const { app, query, cookie, userId } = await startProgram(api);
    const body = { request: query(), allowed: true };
    const site = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await app('/oauth/decisions', body, site)).status).toBe(403);
    const made = await api.tokens.create(userId, { name: 'x', scopes: ['notes:read'] });
    expect((await app('/oauth/decisions', body, { authorization: `Bearer ${made?.secret}` })).status).toBe(403);
    expect((await app('/oauth/decisions', body, {})).status).toBe(401);
  });
});

describe('POST /v1/oauth/register', () => {
  test('returns the effective metadata, regardless of the request', async () => {
    const { register } = await startProgram(api);
    const response = await register({
      client_name: 'Edi\u202Etor\u0000',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['password'],
      scope: 'everything',
    });
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^[\da-f-]{36}$/),
        client_id_issued_at: Math.floor(api.clock.ms / 1000),
        client_name: 'Editor',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'notes:read',
      },
    ]);
  });

  test.each([
    ['nothing', undefined],
    ['none', []],
    ['too many', Array(11).fill(CALLBACK)],
    ['a script', ['javascript:alert(1)']],
    ['data', ['data:text/html,x']],
    ['plain http', ['http://client.example/callback']],
    ['a user name', ['https://sotto.example@evil.example/']],
    ['a fragment', [`${CALLBACK}#x`]],
    ['a number', [7]],
  ])('rejects %s as redirect URIs', async (_, redirect_uris) => {
    const { register } = await startProgram(api);
    const response = await register({ redirect_uris });
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test('an unused client expires after a day; a connected one does not', async () => {
    const program = await startProgram(api);
    const left = () => api.redis.redis.pttl(`v1:oauth-client:${program.asked.client_id}`);
    expect(await left()).toBeLessThanOrEqual(86_400_000);
    await program.exchange(await program.code());
    expect(await left()).toBeGreaterThan(86_400_000 * 31);
  });

  test('one IP address can register at most 60 clients per hour', async () => {
    const register = () =>
      fetch(`${api.url}/v1/oauth/register`, {
        method: 'POST',
        body: JSON.stringify({ redirect_uris: [CALLBACK] }),
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
    for (let count = 0; count < 60; count += 1) expect((await register()).status).toBe(201);
    const refused = await register();
    expect([refused.status, refused.headers.has('retry-after'), (await refused.json()).error]).toEqual([
      429,
      true,
      'temporarily_unavailable',
    ]);
  });
});

test('GET /.well-known/oauth-authorization-server describes the server (RFC 8414)', async () => {
  const response = await fetch(`${api.url}/.well-known/oauth-authorization-server`);
  expect(await response.json()).toMatchObject({
    issuer: api.url,
    authorization_endpoint: `${api.url}/oauth/authorize`,
    token_endpoint: `${api.url}/v1/oauth/token`,
    registration_endpoint: `${api.url}/v1/oauth/register`,
    revocation_endpoint: `${api.url}/v1/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
});
