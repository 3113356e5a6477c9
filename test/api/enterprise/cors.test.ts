import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { errorOf, form, startTestApi, type TestApi } from '../../support/api.ts';

const ORIGIN = 'https://app.example';
const FEEDBACK = '/v1/enterprise/transcriptions/abc/feedback';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const preflight = (path: string, headers: Record<string, string>) =>
  fetch(api.url + path, { method: 'OPTIONS', headers });
const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

describe.each(['/v1/enterprise/dictate', FEEDBACK, '/v1/enterprise/client-tokens'])('OPTIONS %s', (path) => {
  test('answers a preflight from an origin that an organization allows', async () => {
    await api.makeKey({ allowedOrigins: [ORIGIN] });
    const response = await preflight(path, { origin: ORIGIN, ...asked });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each(['https://evil.example', 'http://app.example', 'https://app.example.evil.example', 'null'])(
    'refuses a preflight from %s',
    async (origin) => {
      await api.makeKey({ allowedOrigins: [ORIGIN] });
      const response = await preflight(path, { origin, ...asked });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      expect(response.headers.get('vary')).toContain('Origin');
      expect(await errorOf(response)).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    },
  );

  test('lists the allowed methods for a request without an origin', async () => {
    const response = await preflight(path, {});
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  });
});

test('a preflight is refused after the last organization removed its origin', async () => {
  const origin = 'https://brief.example';
  const { organization } = await api.makeKey({ allowedOrigins: [origin] });
  expect((await preflight(FEEDBACK, { origin, ...asked })).status).toBe(204);
  await api.organizations.update(organization.organizationId, { allowedOrigins: [] });
  expect((await preflight(FEEDBACK, { origin, ...asked })).status).toBe(403);
});

test('a page may read an answer, its limits and its request id', async () => {
  const { secret } = await api.makeKey({ allowedOrigins: [ORIGIN] });
  const headers = { 'x-api-key': secret, origin: ORIGIN };
  const response = await fetch(api.url + FEEDBACK, { method: 'POST', headers, body: form({ sentiment: 'like' }) });
  expect(response.status).toBe(201);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-expose-headers': 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
    vary: 'Origin',
  });
});

test('a page may read why it was refused', async () => {
  await api.makeKey({ allowedOrigins: [ORIGIN] });
  const response = await fetch(api.url + FEEDBACK, { method: 'POST', headers: { origin: ORIGIN } });
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(await errorOf(response)).toMatchObject({ status: 401, code: 'credential_missing' });
});

test('a response to a request without an origin has Vary: Origin', async () => {
  const { secret } = await api.makeKey();
  const headers = { 'x-api-key': secret };
  const response = await fetch(api.url + FEEDBACK, { method: 'POST', headers, body: form({ sentiment: 'like' }) });
  expect(response.headers.get('vary')).toBe('Origin');
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
});
