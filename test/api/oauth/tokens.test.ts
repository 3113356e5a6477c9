import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { startProgram } from '../../support/oauth.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ publicUrl: (url) => url });
});
afterAll(() => api.stop());

const MINUTE_MS = 60_000;

describe('POST /v1/oauth/token with a code', () => {
  test('returns an access token for 15 minutes and a refresh token, with no-store', async () => {
    const program = await startProgram(api);
    const { status, headers, body } = await program.exchange(await program.code());
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^sotto_at_/),
      refresh_token: expect.stringMatching(/^sotto_rt_/),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'notes:read',
    });
    expect(await program.use(body.access_token)).toBe(200);
    api.clock.ms += 15 * MINUTE_MS;
    expect(await program.use(body.access_token)).toBe(401);
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'https://client.example/other' }, 'invalid_request'],
    ['an unknown client', { client_id: crypto.randomUUID() }, 'invalid_client'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['an unknown code', { code: 'sotto_ac_guess' }, 'invalid_grant'],
  ])('rejects %s', async (_, change, error) => {
    const program = await startProgram(api);
    const { status, body } = await program.exchange(await program.code(), change);
    expect([status >= 400 && status < 500, body.error]).toEqual([true, error]);
    expect(Object.keys(body).toSorted()).toEqual(['error', 'error_description']);
  });

  test('a wrong verifier invalidates the code', async () => {
    const program = await startProgram(api);
    const code = await program.code();
    await program.exchange(code, { code_verifier: 'x'.repeat(43) });
    expect((await program.exchange(code)).body.error).toBe('invalid_grant');
  });

  test('a code is valid for a minute, only for its client', async () => {
    const [program, other] = [await startProgram(api), await startProgram(api)];
    const change = { client_id: other.asked.client_id };
    expect((await program.exchange(await program.code(), change)).body.error).toBe('invalid_grant');
    const code = await program.code();
    api.clock.ms += MINUTE_MS + 1;
    expect((await program.exchange(code)).body.error).toBe('invalid_grant');
  });

  test('a second use of a code revokes the tokens of the first use', async () => {
    const program = await startProgram(api);
    const code = await program.code();
    const { body } = await program.exchange(code);
    expect((await program.exchange(code)).body.error).toBe('invalid_grant');
    expect(await program.use(body.access_token)).toBe(401);
    expect((await program.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('at most one of ten concurrent uses returns tokens', async () => {
    const program = await startProgram(api);
    const code = await program.code();
    const answers = await Promise.all(Array.from({ length: 10 }, () => program.exchange(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'grant_type=refresh_token&grant_type=authorization_code'],
  ])('rejects a malformed body of type %s', async (type, body) => {
    const response = await fetch(`${api.url}/v1/oauth/token`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_request']);
  });
});

describe('POST /v1/oauth/token with a refresh token', () => {
  test('replaces both tokens; the old access token remains valid until it expires', async () => {
    const program = await startProgram(api);
    const first = (await program.exchange(await program.code())).body;
    api.clock.ms += 10 * MINUTE_MS;
    const second = (await program.refresh(first.refresh_token)).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect([await program.use(first.access_token), await program.use(second.access_token)]).toEqual([200, 200]);
    api.clock.ms += 6 * MINUTE_MS;
    expect([await program.use(first.access_token), await program.use(second.access_token)]).toEqual([401, 200]);
  });

  test('a repetition within a minute returns the same tokens, because the response may be lost', async () => {
    const program = await startProgram(api);
    const first = (await program.exchange(await program.code())).body;
    const lost = (await program.refresh(first.refresh_token)).body;
    api.clock.ms += MINUTE_MS - 1;
    const second = (await program.refresh(first.refresh_token)).body;
    expect(second).toEqual(lost);
    expect(await program.use(second.access_token)).toBe(200);
    expect((await program.refresh(second.refresh_token)).status).toBe(200);
  });

  test('a repetition by another client is rejected, and revokes nothing', async () => {
    const [program, other] = [await startProgram(api), await startProgram(api)];
    const first = (await program.exchange(await program.code())).body;
    const second = (await program.refresh(first.refresh_token)).body;
    const change = { client_id: other.asked.client_id };
    expect((await program.refresh(first.refresh_token, change)).body.error).toBe('invalid_grant');
    expect(await program.use(second.access_token)).toBe(200);
  });

  test('a second use after a minute revokes all tokens of its grant, and no others', async () => {
    const program = await startProgram(api);
    const other = (await program.exchange(await program.code())).body;
    const first = (await program.exchange(await program.code())).body;
    const second = (await program.refresh(first.refresh_token)).body;
    api.clock.ms += MINUTE_MS;
    expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await program.use(second.access_token)).toBe(401);
    expect((await program.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    expect(await program.use(other.access_token)).toBe(200);
  });

  test('a second use after a use of the next token revokes all tokens of its grant', async () => {
    const program = await startProgram(api);
    const first = (await program.exchange(await program.code())).body;
    const second = (await program.refresh(first.refresh_token)).body;
    const third = (await program.refresh(second.refresh_token)).body;
    expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await program.use(third.access_token)).toBe(401);
    expect((await program.refresh(third.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('ten concurrent uses return the same tokens', async () => {
    const program = await startProgram(api);
    const { body } = await program.exchange(await program.code());
    const answers = await Promise.all(Array.from({ length: 10 }, () => program.refresh(body.refresh_token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
    expect(await program.use(answers[0]?.body.access_token)).toBe(200);
  });

  test.each([
    ['another client', async () => ({ client_id: (await startProgram(api)).asked.client_id }), 'invalid_grant'],
    ['a wider scope', async () => ({ scope: 'notes:read notes:write' }), 'invalid_scope'],
    ['an access token', async () => ({ refresh_token: 'sotto_at_guess' }), 'invalid_grant'],
  ])('rejects %s', async (_, change, error) => {
    const program = await startProgram(api);
    const { body } = await program.exchange(await program.code());
    expect((await program.refresh(body.refresh_token, await change())).body.error).toBe(error);
  });
});

describe('an access token', () => {
  test('is valid only for the MCP server', async () => {
    const program = await startProgram(api);
    const { access_token } = (await program.exchange(await program.code())).body;
    for (const path of ['/v1/public-api/notes', '/v1/app/notes', '/v1/app/me']) {
      const response = await fetch(api.url + path, { headers: { authorization: `Bearer ${access_token}` } });
      expect([response.status, (await response.json()).detail]).toEqual([
        401,
        'This looks like an access token of a connected program, which only /mcp accepts',
      ]);
    }
  });

  test('for another resource is rejected', async () => {
    const program = await startProgram(api);
    const { access_token } = (await program.exchange(await program.code())).body;
    const [grant] = await api.redis.redis.keys(`v1:{${program.userId}}:oauth-grant:*`);
    await api.redis.redis.hset(grant ?? '', 'resource', 'https://other.example/mcp');
    expect(await program.use(access_token)).toBe(401);
  });

  test('and every other secret is stored only as a hash', async () => {
    const program = await startProgram(api);
    const code = await program.code();
    const { access_token, refresh_token } = (await program.exchange(code)).body;
    const [grant] = await api.redis.redis.keys(`v1:{${program.userId}}:oauth-grant:*`);
    const stored = JSON.stringify(await api.redis.redis.hgetall(grant ?? ''));
    expect(stored).toContain('refresh');
    for (const secret of [code, access_token, refresh_token]) expect(stored).not.toContain(secret.slice(-20));
  });
});

describe('POST /v1/oauth/revoke', () => {
  test.each(['access_token', 'refresh_token'])('revokes all tokens of the grant by its %s', async (kind) => {
    const program = await startProgram(api);
    const { body } = await program.exchange(await program.code());
    const given = { token: body[kind], client_id: program.asked.client_id };
    expect((await program.post('/v1/oauth/revoke', given)).status).toBe(200);
    expect(await program.use(body.access_token)).toBe(401);
    expect((await program.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('revokes all tokens of the grant by the refresh token that was used last', async () => {
    const program = await startProgram(api);
    const first = (await program.exchange(await program.code())).body;
    const second = (await program.refresh(first.refresh_token)).body;
    const given = { token: first.refresh_token, client_id: program.asked.client_id };
    expect((await program.post('/v1/oauth/revoke', given)).status).toBe(200);
    expect(await program.use(second.access_token)).toBe(401);
    expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('returns the same response for an unknown token and a token of another client, and revokes nothing', async () => {
    const [program, other] = [await startProgram(api), await startProgram(api)];
    const { body } = await program.exchange(await program.code());
    for (const token of [body.access_token, 'sotto_at_guess', 'nonsense']) {
      const given = { token, client_id: other.asked.client_id };
      expect((await program.post('/v1/oauth/revoke', given)).status).toBe(200);
    }
    expect(await program.use(body.access_token)).toBe(200);
  });
});

describe('/v1/app/connected-apps', () => {
  const call = (method: string, cookie: string, id = '') =>
    fetch(`${api.url}/v1/app/connected-apps${id}`, { method, headers: { cookie } });

  test('closing an account revokes all connected apps and the feed', async () => {
    const program = await startProgram(api);
    const { body } = await program.exchange(await program.code());
    const { secret } = await api.services.accounts.feeds.create(program.userId);
    await api.services.accounts.erasure.closeUser(program.userId);
    expect(await program.use(body.access_token)).toBe(401);
    expect((await program.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await fetch(`${api.url}/v1/feeds/${secret}.atom`)).status).toBe(404);
  });

  test('the audit log contains connections and revocations, but no refusals', async () => {
    const program = await startProgram(api);
    await program.decide({}, false);
    await program.exchange(await program.code());
    const { items } = await (await call('GET', program.cookie)).json();
    await call('DELETE', program.cookie, `/${items[0].grant_id}`);
    const events = await api.services.accounts.audit.list(program.userId, { limit: 10 });
    expect(events.map(({ action, subject }) => [action, subject])).toEqual([
      ['app.disconnected', items[0].grant_id],
      ['app.connected', undefined],
    ]);
    expect(JSON.stringify(events)).not.toContain('sotto_ac_');
  });

  test('lists connected apps and revokes them immediately', async () => {
    const program = await startProgram(api);
    await program.code(); // not exchanged yet
    expect(await (await call('GET', program.cookie)).json()).toEqual({ items: [] });
    const { body } = await program.exchange(await program.code());
    const { items } = await (await call('GET', program.cookie)).json();
    const at = new Date(api.clock.ms).toISOString();
    expect(items).toEqual([
      {
        grant_id: expect.any(String),
        client_name: 'Editor',
        redirect_host: 'client.example',
        scopes: ['notes:read'],
        created_at: at,
        last_used_at: at,
      },
    ]);
    expect((await call('DELETE', program.cookie, `/${items[0].grant_id}`)).status).toBe(204);
    expect(await program.use(body.access_token)).toBe(401);
    expect((await call('DELETE', program.cookie, `/${items[0].grant_id}`)).status).toBe(404);
  });
});
