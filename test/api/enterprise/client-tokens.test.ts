import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { createClientTokens } from '../../../accounts/client-tokens.ts';
import { errorOf, form, SECRET, startTestApi, type TestApi } from '../../support/api.ts';

const NOW = Date.parse('2026-01-15T10:00:00Z');
const HOLDER = { orgId: '6f1d7a52-5f0e-4c6e-9a3b-0a8d8a6f3c11', keyId: '11111111-5f0e-4c6e-9a3b-0a8d8a6f3c11' };

const tokens = (given: { secret?: string; previousSecret?: string; nowMs?: number } = {}) =>
  createClientTokens({ secret: SECRET, ...given, now: () => given.nowMs ?? NOW });

describe('createClientTokens()', () => {
  test('read() returns the key that issue() received, until the token expires', async () => {
    const { token, expiresAt } = await tokens().issue(HOLDER, 60);
    expect(expiresAt).toBe(NOW + 60_000);
    expect(await tokens().read(token)).toEqual(HOLDER);
    expect(await tokens({ nowMs: NOW + 59_999 }).read(token)).toEqual(HOLDER);
    expect(await tokens({ nowMs: NOW + 60_000 }).read(token)).toBe('expired');
  });

  test('issue() creates no token that outlives its key', async () => {
    const { token, expiresAt } = await tokens().issue(HOLDER, 3600, NOW + 10_900);
    expect(expiresAt).toBe(NOW + 10_000);
    expect(await tokens({ nowMs: NOW + 10_000 }).read(token)).toBe('expired');
  });

  test('read() accepts tokens signed with the previous secret, and with no other', async () => {
    const { token } = await tokens({ secret: 'the secret before the rotation, 32+' }).issue(HOLDER, 60);
    expect(await tokens({ previousSecret: 'the secret before the rotation, 32+' }).read(token)).toEqual(HOLDER);
    expect(await tokens().read(token)).toBe('invalid');
  });

  test('read() refuses a token that was changed anywhere', async () => {
    const { token } = await tokens().issue(HOLDER, 60);
    for (const [index, part] of token.split('.').entries()) {
      const parts = token.split('.');
      parts[index] = (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
      expect(await tokens().read(parts.join('.'))).toBe('invalid');
    }
  });

  test.each(['', 'a', 'a.b.c', '..', `${'x'.repeat(10_000)}.y.z`])(
    'read() refuses what is no token: %#',
    async (text) => {
      expect(await tokens().read(text)).toBe('invalid');
    },
  );

  test('read() refuses a token without signature, of another algorithm, audience or purpose', async () => {
    const { token } = await tokens().issue(HOLDER, 60);
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    const claims = { key: HOLDER.keyId, sub: HOLDER.orgId, iss: 'sotto', aud: 'enterprise', exp: NOW / 1000 + 60 };
    const raw = new TextEncoder().encode(SECRET);
    const forged = [
      new UnsecuredJWT(claims).encode(),
      // The service's secret itself signs nothing, so that its other uses cannot create client tokens.
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(raw),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS512', kid }).sign(new Uint8Array(64)),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(raw),
    ];
    for (const text of forged) expect(await tokens().read(text)).toBe('invalid');
  });
});

describe('POST /v1/enterprise/client-tokens', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  const post = (secret: string, body?: BodyInit) =>
    fetch(`${api.url}/v1/enterprise/client-tokens`, {
      method: 'POST',
      headers: { 'x-api-key': secret },
      ...(body === undefined ? {} : { body }),
    });
  const feedbackWith = (token: string) =>
    fetch(`${api.url}/v1/enterprise/transcriptions/abc/feedback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form({ sentiment: 'like' }),
    });

  test.each([
    [undefined, 900],
    ['', 900],
    ['{}', 900],
    ['{"expires_in":1}', 1],
    ['{"expires_in":3600}', 3600],
  ])('gives a token for the body %p', async (body, seconds) => {
    const { secret } = await api.makeKey();
    const response = await post(secret, body);
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const given = (await response.json()) as { token: string; expires_at: string };
    expect(given.expires_at).toBe(new Date(api.clock.ms + seconds * 1000).toISOString());
    expect((await feedbackWith(given.token)).status).toBe(201);
  });

  test.each([
    ['{"expires":60}', 'invalid_field'],
    ['{"expires_in":0}', 'invalid_field'],
    ['{"expires_in":3601}', 'invalid_field'],
    ['{"expires_in":-1}', 'invalid_field'],
    ['{"expires_in":1.5}', 'invalid_field'],
    ['{"expires_in":"900"}', 'invalid_field'],
    ['{"expires_in":null}', 'invalid_field'],
    ['[]', 'malformed_body'],
    ['null', 'malformed_body'],
    ['{', 'malformed_body'],
    [`{"x":"${'y'.repeat(1024)}"}`, 'malformed_body'],
  ])('refuses the body %#', async (body, code) => {
    const { secret } = await api.makeKey();
    expect(await errorOf(await post(secret, body))).toMatchObject({ status: 400, code });
  });

  test('returns no token that outlives its key', async () => {
    const expiresAt = api.clock.ms + 60_000;
    const { secret } = await api.makeKey({ expiresAt });
    const { expires_at } = (await (await post(secret)).json()) as { expires_at: string };
    expect(expires_at).toBe(new Date(expiresAt).toISOString());
  });

  test('refuses a client token', async () => {
    const { secret } = await api.makeKey();
    const { token } = (await (await post(secret)).json()) as { token: string };
    const response = await fetch(`${api.url}/v1/enterprise/client-tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await errorOf(response)).toMatchObject({ status: 403, code: 'key_required' });
  });

  test('returns tokens that become invalid with their key at once', async () => {
    const { organization, key, secret } = await api.makeKey();
    const { token } = (await (await post(secret)).json()) as { token: string };
    expect((await feedbackWith(token)).status).toBe(201);
    await api.enterpriseKeys.revoke(organization.organizationId, key.keyId);
    expect(await errorOf(await feedbackWith(token))).toMatchObject({ status: 401, code: 'credential_revoked' });
  });
});
