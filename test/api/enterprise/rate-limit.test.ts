import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { errorOf, form, startTestApi, type TestApi } from '../../support/api.ts';

const ORIGIN = 'https://app.example';
const HOUR_MS = 3_600_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const send = (path: string, headers: Record<string, string>, body: BodyInit) =>
  fetch(api.url + path, { method: 'POST', headers, body });

describe('rate limit', () => {
  const path = '/v1/enterprise/transcriptions/abc/feedback';
  const like = () => form({ sentiment: 'like' });

  test('counts down in the headers of the IETF draft, and a client token counts against its key', async () => {
    const { organization, key, secret } = await api.makeKey({ requestsPerMinute: 3 });
    const holder = { orgId: organization.organizationId, keyId: key.keyId };
    const { token } = await api.clientTokens.issue(holder, 900);
    const answers = [];
    for (const headers of [{ 'x-api-key': secret }, { authorization: `Bearer ${token}` }, { 'x-api-key': secret }]) {
      answers.push(await send(path, headers as Record<string, string>, like()));
    }
    const last = await send(path, { authorization: `Bearer ${token}` }, like());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(last.status).toBe(429);
    for (const [index, response] of [...answers, last].entries()) {
      expect(response.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${Math.max(0, 2 - index)};t=\\d+$`));
    }
    const reset = /t=(\d+)/.exec(last.headers.get('ratelimit') ?? '')?.[1];
    expect(last.headers.get('retry-after')).toBe(reset as string);
  });

  test('is not used up by requests that were refused before', async () => {
    const { organization, key, secret } = await api.makeKey({ requestsPerMinute: 1, allowedOrigins: [ORIGIN] });
    for (let i = 0; i < 3; i += 1) await send(path, { 'x-api-key': secret, origin: 'https://evil.example' }, like());
    expect((await send(path, { 'x-api-key': secret }, like())).status).toBe(201);
    await api.enterpriseKeys.revoke(organization.organizationId, key.keyId);
    expect((await send(path, { 'x-api-key': secret }, like())).status).toBe(401);
  });
});

test('authenticate() answers 503 with Retry-After while Redis is unavailable, and lets nobody in', async () => {
  const away = await startTestApi();
  const { secret, organization, key } = await away.makeKey();
  const holder = { orgId: organization.organizationId, keyId: key.keyId };
  const { token } = await away.clientTokens.issue(holder, HOUR_MS / 1000);
  away.redis.child.kill('SIGKILL');
  const path = `${away.url}/v1/enterprise/transcriptions/abc/feedback`;
  for (const headers of [{ 'x-api-key': secret }, { authorization: `Bearer ${token}` }, { 'x-api-key': 'wrong' }]) {
    const response = await fetch(path, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: form({ sentiment: 'like' }),
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(response)).toMatchObject({ status: 503, code: 'unavailable' });
  }
  await away.stop();
});
