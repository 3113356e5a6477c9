import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const app = (path: string, init: RequestInit = {}) =>
  fetch(`${api.url}/v1/app${path}`, { redirect: 'manual', ...init });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app(path, { method: 'POST', body: JSON.stringify(body), headers });

/** The link in the mail to this address, as a path of the API. */
async function mailedLink(email: string): Promise<string> {
  return eventually(`a mail to ${email}`, async () => {
    for (const file of await readdir(api.outbox)) {
      if (!file.endsWith('.eml')) continue;
      const source = (await readFile(join(api.outbox, file), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
      if (source.includes(`To: ${email}`)) return /\/v1\/app(\/sign-in\/link\?token=[\w-]+)/.exec(source)?.[1];
    }
    return undefined;
  });
}

async function signIn(email: string): Promise<string> {
  await post('/sign-in', { email });
  const response = await app(await mailedLink(email), { method: 'POST' });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test('POST /sign-in mails a link whose button sets a session cookie, once', async () => {
  const response = await post('/sign-in', { email: 'Ada@example.org' });
  expect([response.status, await response.json()]).toEqual([202, { expires_in: 900 }]);
  const link = await mailedLink('ada@example.org');
  const shown = await app(link);
  expect([shown.status, shown.headers.get('set-cookie')]).toEqual([200, null]);
  const page = await shown.text();
  expect(page).toContain('<form method="post">');
  expect(page).toContain('You will be signed in as <strong>ada@example.org</strong> in this browser');
  const confirmed = await app(link, { method: 'POST' });
  expect(confirmed.status).toBe(200);
  const cookie = confirmed.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^sotto_session=[\w-]{75}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  const me = await app('/me', { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(await me.json()).toEqual({
    user_id: (await api.users.ensure({ email: 'ada@example.org' })).userId,
    email: 'ada@example.org',
    created_at: expect.any(String),
    scopes: ['notes:read', 'notes:write', 'webhooks:write'],
  });
  expect((await app(link, { method: 'POST' })).status).toBe(410);
  expect((await app(link)).status).toBe(410);
});

test('opening the link any number of times, as mail scanners do, uses nothing up', async () => {
  await post('/sign-in', { email: 'scanned@example.org' });
  const link = await mailedLink('scanned@example.org');
  for (let round = 0; round < 3; round += 1) expect((await app(link)).status).toBe(200);
  await app(link, { method: 'HEAD' });
  expect((await app(link, { method: 'POST' })).status).toBe(200);
});

test('the button works over plain http, where a browser sends Origin alone and takes it from the referrer policy', async () => {
  await post('/sign-in', { email: 'plain@example.org' });
  const link = await mailedLink('plain@example.org');
  const policy = (await app(link)).headers.get('referrer-policy') ?? '';
  // Fetch standard, "append a request Origin header": with these policies a form to the page's own origin names it.
  const origin = ['same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(policy)
    ? api.url
    : 'null';
  expect((await app(link, { method: 'POST', headers: { origin } })).status).toBe(200);
});

test('a request from another site is refused', async () => {
  await post('/sign-in', { email: 'crossed@example.org' });
  const link = await mailedLink('crossed@example.org');
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await app(link, { method: 'POST', headers })).status).toBe(403);
  expect((await app(link, { method: 'POST' })).status).toBe(200);
});

test('the page behind the link runs no script and cannot be framed', async () => {
  const response = await app('/sign-in/link?token=unknown');
  expect(response.status).toBe(410);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
});

test.each([['{}'], ['{"email":"nobody"}'], ['{"email":5}'], ['{"email":"a@b.example\\r\\nBcc: c@d.example"}'], ['']])(
  'POST /sign-in refuses %s with 422',
  async (body) => {
    expect((await app('/sign-in', { method: 'POST', body })).status).toBe(422);
  },
);

test('POST /sign-in gives the same answer when an address has had too many mails', async () => {
  for (let round = 0; round < 7; round += 1) {
    const response = await post('/sign-in', { email: 'often@example.org' });
    expect([response.status, await response.json()]).toEqual([202, { expires_in: 900 }]);
  }
  await eventually('the mails are written', async () => {
    const sources = await Promise.all(
      (await readdir(api.outbox)).map((file) => readFile(join(api.outbox, file), 'utf8')),
    );
    return sources.filter((source) => source.includes('To: often@example.org')).length === 5;
  });
});

test('POST /sign-out ends the session and clears the cookie', async () => {
  const cookie = await signIn('out@example.org');
  const response = await app('/sign-out', { method: 'POST', headers: { cookie } });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([
    204,
    'sotto_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
  expect((await app('/me', { headers: { cookie } })).status).toBe(401);
});

test('/tokens: created with a secret that is shown once, listed without it, revoked at once', async () => {
  const cookie = await signIn('tokens@example.org');
  const created = await post('/tokens', { name: ' Laptop ', scopes: ['notes:read'] }, { cookie });
  expect(created.status).toBe(201);
  const token = (await created.json()) as { token_id: string; secret: string };
  expect(token).toEqual({
    token_id: expect.any(String),
    name: 'Laptop',
    scopes: ['notes:read'],
    created_at: expect.any(String),
    last_used_at: null,
    expires_at: null,
    secret: expect.stringMatching(/^sotto_pat_/),
  } as never);
  const authorization = `Bearer ${token.secret}`;
  expect((await app('/me', { headers: { authorization } })).status).toBe(200);
  const listed = await (await app('/tokens', { headers: { cookie } })).text();
  expect(listed).toContain(token.token_id);
  expect(listed).not.toContain(token.secret);
  const revoke = () => app(`/tokens/${token.token_id}`, { method: 'DELETE', headers: { cookie } });
  expect((await revoke()).status).toBe(204);
  expect((await revoke()).status).toBe(404);
  expect((await app('/me', { headers: { authorization } })).status).toBe(401);
});

test('/tokens: a token with an expiry shows it, and is refused from then on', async () => {
  const cookie = await signIn('expiring@example.org');
  const expiresAt = new Date(api.clock.ms + 60_000).toISOString();
  const created = await post('/tokens', { name: 'a', scopes: ['notes:read'], expires_at: expiresAt }, { cookie });
  const token = (await created.json()) as { secret: string; expires_at: string };
  expect([created.status, token.expires_at]).toEqual([201, expiresAt]);
  const headers = { authorization: `Bearer ${token.secret}` };
  api.clock.ms += 59_999;
  expect((await app('/me', { headers })).status).toBe(200);
  api.clock.ms += 1;
  expect((await app('/me', { headers })).status).toBe(401);
  expect(await (await app('/tokens', { headers: { cookie } })).json()).toMatchObject({
    items: [{ expires_at: expiresAt }],
  });
});

test("/tokens cannot be reached with a token, nor another user's be revoked", async () => {
  const cookie = await signIn('mine@example.org');
  const other = await signIn('other@example.org');
  const created = await post(
    '/tokens',
    { name: 'a', scopes: ['notes:read', 'notes:write', 'webhooks:write'] },
    { cookie },
  );
  const { secret, token_id: tokenId } = (await created.json()) as { secret: string; token_id: string };
  const headers = { authorization: `Bearer ${secret}` };
  expect((await app('/tokens', { headers })).status).toBe(403);
  expect((await post('/tokens', { name: 'b', scopes: ['notes:read'] }, headers)).status).toBe(403);
  expect((await app(`/tokens/${tokenId}`, { method: 'DELETE', headers: { cookie: other } })).status).toBe(404);
});

test.each([
  [{ name: '', scopes: ['notes:read'] }, 'name'],
  [{ name: '  ', scopes: ['notes:read'] }, 'name'],
  [{ name: 'a', scopes: [] }, 'scopes'],
  [{ name: 'a', scopes: ['notes:read', 'notes:read'] }, 'scopes'],
  [{ name: 'a', scopes: ['everything'] }, 'scopes'],
  [{ name: 'a' }, 'scopes'],
  [{ name: 'a', scopes: ['notes:read'], expires_at: 'tomorrow' }, 'expires_at'],
  [{ name: 'a', scopes: ['notes:read'], expires_at: '2026-01-15T09:59:59Z' }, 'expires_at'],
])('POST /tokens refuses %j with 422', async (body, field) => {
  const cookie = `sotto_session=${await api.sessions.begin(crypto.randomUUID())}`;
  const response = await post('/tokens', body, { cookie });
  const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] };
  expect([response.status, detail[0]?.loc.slice(0, 2)]).toEqual([422, ['body', field]]);
});

test('/me and /tokens without a credential answer 401', async () => {
  for (const path of ['/me', '/tokens', '/tags', '/notes']) expect((await app(path)).status).toBe(401);
  expect((await post('/sign-out', {})).status).toBe(401);
});
