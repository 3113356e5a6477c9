import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { createSignInLimits } from '../../../accounts/sign-in-limits.ts';
import { SCOPES } from '../../../accounts/tokens.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { whileRefusing } from '../../support/redis.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    limits: { requestsPerMinute: 4, requestsPerMinuteAndAddress: 6, sendsPerMinute: 2 },
  });
});
afterEach(() => api.redis.redis.flushall());
afterAll(() => api.stop());

async function userHeaders() {
  const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
  const made = await api.tokens.create(userId, { name: 'limits', scopes: SCOPES });
  return {
    userId,
    token: { authorization: `Bearer ${made?.secret}` },
    session: { cookie: `sotto_session=${await api.sessions.begin(userId)}` },
  };
}

let client = 0;
/** Each call comes from a different client address unless it names one. */
function call(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  client += 1;
  const from = { 'x-forwarded-for': `192.0.2.${client % 250}` };
  return fetch(`${api.url}/v1/app${path}`, { ...init, headers: { ...from, ...headers } });
}
const statuses = async (count: number, ask: () => Promise<Response>) => {
  const found: number[] = [];
  for (let request = 0; request < count; request += 1) found.push((await ask()).status);
  return found;
};

test("requests over the user's limit, by token and session together, are 429", async () => {
  const { token, session } = await userHeaders();
  expect(await statuses(2, () => call('/me', token))).toEqual([200, 200]);
  expect(await statuses(2, () => call('/tags', session))).toEqual([200, 200]);
  const refused = await call('/me', token);
  expect([refused.status, await refused.json()]).toEqual([429, { detail: 'Too many requests' }] as never);
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
  expect((await call('/me', (await userHeaders()).token)).status).toBe(200);
});

test('responses have RateLimit and RateLimit-Policy', async () => {
  const { token } = await userHeaders();
  const { headers } = await call('/me', token);
  expect(headers.get('ratelimit-policy')).toBe('"address";q=6;w=60, "user";q=4;w=60');
  expect(headers.get('ratelimit')).toMatch(/^"address";r=5;t=\d+, "user";r=3;t=\d+$/);
});

test('requests over the limit of a client address are 429, whatever their credentials', async () => {
  const from = { 'x-forwarded-for': '198.51.100.1' };
  const guess = () => call('/me', { ...from, authorization: 'Bearer sotto_pat_guess' });
  expect(await statuses(7, guess)).toEqual([401, 401, 401, 401, 401, 401, 429]);
  const refused = await guess();
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
  expect(refused.headers.has('www-authenticate')).toBe(false);
  expect((await call('/me', (await userHeaders()).token)).status).toBe(200);
});

test.each([
  ['/sign-in/link?token=guess', 410],
  ['/webhook-endpoints/re-enable?token=guess', 400],
  ['/webhook-endpoints', 401],
])('a client address may not call %s without end', async (path, status) => {
  const from = { 'x-forwarded-for': '198.51.100.2' };
  expect(await statuses(7, () => call(path, from))).toEqual([...Array(6).fill(status), 429]);
});

test("pings, tests and redeliveries over the user's limit are 429", async () => {
  const { userId, token } = await userHeaders();
  const settings = { url: 'https://example.com/', description: null, eventTypes: ['note.processed'] } as const;
  const endpoint = await api.webhooks.endpoints.create(userId, settings, 'whsec_cHJpdmF0ZQ==');
  const endpointId = endpoint?.endpointId ?? '';
  await api.webhooks.endpoints.disable(userId, endpointId); // so that nothing is sent in this test
  const send = (what: string) => call(`/webhook-endpoints/${endpointId}/${what}`, token, { method: 'POST' });
  expect([(await send('ping')).status, (await send('test')).status]).toEqual([409, 409]);
  const refused = await send('ping');
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([429, expect.stringContaining('"sends";r=0;t=')]);
});

test('while Redis is read-only, reads are served without counting', async () => {
  const { token } = await userHeaders();
  await whileRefusing(api.redis, async () => {
    const answer = await call('/me', token);
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
  });
});

test('POST /sign-in answers 429 to a client that asks too often, and mails nothing more', async () => {
  const limited = await startTestApi({});
  try {
    const signIns = createSignInLimits(limited.redis.redis, { signInMailsPerHour: 1_000 });
    for (let address = 0; address < 50; address += 1) await signIns.take(`${address}@example.org`, '198.51.100.3');
    const ask = (from: string) =>
      fetch(`${limited.url}/v1/app/sign-in`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        body: '{"email":"ada@example.org"}',
      });
    const refused = await ask('198.51.100.3');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 15 * 60 + 1);
    expect((await ask('198.51.100.4')).status).toBe(202);
  } finally {
    await limited.stop();
  }
});
