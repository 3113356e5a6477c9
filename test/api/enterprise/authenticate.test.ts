import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { request as httpRequest } from 'node:http';
import { createClientTokens } from '../../../accounts/client-tokens.ts';
import { errorOf, form, SECRET, startTestApi, type TestApi } from '../../support/api.ts';

const ORIGIN = 'https://app.example';
const OTHER_ORIGIN = 'https://other.example';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await api.organizations.create({ name: 'Other', allowedOrigins: [OTHER_ORIGIN] });
});
afterAll(() => api.stop());

/** Requests that reach the route itself with a valid credential, and the status that they get there. */
const ROUTES = [
  { path: '/v1/enterprise/dictate', body: () => form({ source: 'none' }), status: 400, code: 'invalid_field' },
  {
    path: '/v1/enterprise/transcriptions/abc/feedback',
    body: () => form({ sentiment: 'like' }),
    status: 201,
    code: undefined,
  },
  {
    path: '/v1/enterprise/client-tokens',
    body: () => '{"expires_in":0}',
    status: 400,
    code: 'invalid_field',
    tokenStatus: 403,
    tokenCode: 'key_required',
  },
] as const;

const send = (path: string, headers: Record<string, string>, body: BodyInit) =>
  fetch(api.url + path, { method: 'POST', headers, body });

async function credentials() {
  const { organization, key, secret } = await api.makeKey({ allowedOrigins: [ORIGIN] });
  const holder = { orgId: organization.organizationId, keyId: key.keyId };
  const { token } = await api.clientTokens.issue(holder, 900);
  return { organization, key, secret, holder, token };
}

/** One row of the table: what is sent, and the answer of every route. */
const REFUSALS: readonly {
  readonly name: string;
  readonly headers: () => Promise<Record<string, string>>;
  readonly status: number;
  readonly code: string;
}[] = [
  { name: 'no credential', headers: async () => ({}), status: 401, code: 'credential_missing' },
  { name: 'empty key', headers: async () => ({ 'x-api-key': '' }), status: 401, code: 'credential_missing' },
  {
    name: 'malformed key',
    headers: async () => ({ 'x-api-key': 'sotto_key_nonsense' }),
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'unknown key',
    headers: async () => {
      const { secret } = await credentials();
      return { 'x-api-key': `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` };
    },
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'key of an organization that is being deleted',
    headers: async () => {
      const { organization, secret } = await credentials();
      await api.organizations.forget(organization.organizationId);
      return { 'x-api-key': secret };
    },
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'key sent as bearer token',
    headers: async () => ({ authorization: `Bearer ${(await credentials()).secret}` }),
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'token sent as key',
    headers: async () => ({ 'x-api-key': (await credentials()).token }),
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'another scheme',
    headers: async () => ({ authorization: 'Basic dXNlcjpwYXNz' }),
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'key given twice',
    headers: async () => {
      const { secret } = await credentials();
      return { 'x-api-key': `${secret}, ${secret}` };
    },
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'expired key',
    headers: async () => {
      const { secret } = await api.makeKey({ expiresAt: api.clock.ms + 1 });
      api.clock.ms += 1;
      return { 'x-api-key': secret };
    },
    status: 401,
    code: 'credential_expired',
  },
  {
    name: 'revoked key',
    headers: async () => {
      const { organization, key, secret } = await api.makeKey();
      await api.enterpriseKeys.revoke(organization.organizationId, key.keyId);
      return { 'x-api-key': secret };
    },
    status: 401,
    code: 'credential_revoked',
  },
  {
    name: 'expired client token',
    headers: async () => {
      const { token } = await credentials();
      api.clock.ms += 900_000;
      return { authorization: `Bearer ${token}` };
    },
    status: 401,
    code: 'credential_expired',
  },
  {
    name: 'client token of a revoked key',
    headers: async () => {
      const { organization, key, token } = await credentials();
      await api.enterpriseKeys.revoke(organization.organizationId, key.keyId);
      return { authorization: `Bearer ${token}` };
    },
    status: 401,
    code: 'credential_revoked',
  },
  {
    name: 'client token of an expired key',
    headers: async () => {
      const { organization, key } = await api.makeKey({ expiresAt: api.clock.ms + 1000 });
      const holder = { orgId: organization.organizationId, keyId: key.keyId };
      const { token } = await api.clientTokens.issue(holder, 900);
      api.clock.ms += 1000;
      return { authorization: `Bearer ${token}` };
    },
    status: 401,
    code: 'credential_expired',
  },
  {
    name: 'client token of another service',
    headers: async () => {
      const foreign = createClientTokens({ secret: `${SECRET}!`, now: () => api.clock.ms });
      const { token } = await foreign.issue((await credentials()).holder, 900);
      return { authorization: `Bearer ${token}` };
    },
    status: 401,
    code: 'credential_invalid',
  },
  {
    name: 'key and client token at once',
    headers: async () => {
      const { secret, token } = await credentials();
      return { 'x-api-key': secret, authorization: `Bearer ${token}` };
    },
    status: 400,
    code: 'credential_ambiguous',
  },
  {
    name: 'key from an origin that nobody allows',
    headers: async () => ({ 'x-api-key': (await credentials()).secret, origin: 'https://evil.example' }),
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'client token from an origin that only another organization allows',
    headers: async () => ({ authorization: `Bearer ${(await credentials()).token}`, origin: OTHER_ORIGIN }),
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'the null origin',
    headers: async () => ({ 'x-api-key': (await credentials()).secret, origin: 'null' }),
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'a request over the limit',
    headers: async () => {
      const { secret } = await api.makeKey({ requestsPerMinute: 1 });
      await send('/v1/enterprise/client-tokens', { 'x-api-key': secret }, '');
      return { 'x-api-key': secret };
    },
    status: 429,
    code: 'rate_limited',
  },
];

describe.each(ROUTES)('POST $path', (route) => {
  test.each(REFUSALS)('refuses $name', async ({ headers, status, code }) => {
    const response = await send(route.path, await headers(), route.body());
    const requestId = response.headers.get('x-request-id');
    expect(await errorOf(response)).toMatchObject({ status, code, requestId });
    expect(requestId).toMatch(/^req_/);
    expect(response.headers.has('www-authenticate')).toBe(status === 401);
    expect(response.headers.has('retry-after')).toBe(status === 429);
  });

  test('lets a key through', async () => {
    const { secret } = await credentials();
    const response = await send(route.path, { 'x-api-key': secret }, route.body());
    expect(response.status).toBe(route.status);
    expect(((await response.json()) as { code?: string }).code).toBe(route.code as string);
  });

  test('lets a key through from an allowed origin, and past a proxy’s Authorization', async () => {
    const { secret } = await credentials();
    const headers = { 'x-api-key': secret, origin: ORIGIN, authorization: 'Basic dXNlcjpwYXNz' };
    expect((await send(route.path, headers, route.body())).status).toBe(route.status);
  });

  test('accepts a valid client token', async () => {
    const { token } = await credentials();
    const headers = { authorization: `bearer ${token}`, origin: ORIGIN };
    const response = await send(route.path, headers, route.body());
    expect(response.status).toBe('tokenStatus' in route ? route.tokenStatus : route.status);
    const { code } = (await response.json()) as { code?: string };
    expect(code).toBe(('tokenCode' in route ? route.tokenCode : route.code) as string);
  });

  test('refuses a bad credential before the body arrives', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' };
      const request = httpRequest(api.url + route.path, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.on('error', reject);
      request.flushHeaders(); // no byte of the body follows
    });
    expect(status).toBe(401);
  });
});
