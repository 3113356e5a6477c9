import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { createAppRates } from '../../../accounts/app-rates.ts';
import { createSessionStore, type SessionStore } from '../../../accounts/sessions.ts';
import { createTokenStore, type Scope, type TokenStore } from '../../../accounts/tokens.ts';
import { authenticated, authenticatedByToken } from '../../../api/app/authenticate.ts';
import { ApiError } from '../../../api/errors.ts';
import { checked } from '../../../api/validation.ts';
import { createClientAddress } from '../../../platform/http/client-address.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

const ORIGIN = 'https://sotto.example';
const userId = crypto.randomUUID();
const body = checked({ body: Type.Object({ name: Type.String() }) });

let server: TestRedis;
let tokens: TokenStore;
let sessions: SessionStore;
let cookie: string;
let call: (path: string, headers?: Record<string, string>, method?: string, text?: string) => Promise<Response>;

beforeAll(async () => {
  server = await startRedis();
  tokens = createTokenStore(server.redis);
  sessions = createSessionStore(server.redis);
  cookie = `other=1; __Host-sotto_session=${await sessions.begin(userId)}`;
  const appRates = createAppRates(server.redis, {
    requestsPerMinute: 1_000,
    requestsPerMinuteAndAddress: 1_000,
    sendsPerMinute: 1_000,
    operatorRequestsPerMinute: 1_000,
  });
  const platform = { publicUrl: `${ORIGIN}/`, clientAddress: createClientAddress() };
  const deps = { accounts: { tokens, sessions, appRates }, platform };
  const app = new Elysia()
    .onError(({ error, set }) => {
      if (!(error instanceof ApiError)) throw error;
      set.status = error.status;
      return { detail: error.detail };
    })
    .get('/open', () => 'open')
    .use(new Elysia().use(authenticated(deps, 'notes:write')).post('/write', ({ user }) => user, body))
    .use(new Elysia().use(authenticated(deps, 'session')).post('/session', ({ user }) => user, body))
    .use(new Elysia().use(authenticated(deps, 'any')).get('/any', ({ user }) => user))
    .use(new Elysia().use(authenticatedByToken(deps, 'notes:read')).get('/token', ({ user }) => user))
    .get('/open-too', () => 'open');
  call = (path, headers = {}, method = 'GET', text) =>
    app.handle(new Request(ORIGIN + path, { method, headers, ...(text === undefined ? {} : { body: text }) }));
});
afterAll(() => server.stop());

const bearer = async (...scopes: Scope[]) => ({
  authorization: `Bearer ${(await tokens.create(userId, { name: 't', scopes }))?.secret}`,
});
const detailOf = async (response: Response) => ((await response.json()) as { detail: unknown }).detail;

test('authenticated() leaves the routes around it open', async () => {
  expect((await call('/open')).status).toBe(200);
  expect((await call('/open-too')).status).toBe(200);
});

test('authenticated() answers 401 with WWW-Authenticate before it reads the input', async () => {
  for (const headers of [
    {},
    { authorization: 'Bearer nonsense' },
    { authorization: 'Basic x' },
    { authorization: '' },
  ]) {
    const response = await call('/write', headers as Record<string, string>, 'POST', '{not json');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await detailOf(response)).toEqual(expect.any(String));
  }
});

test('authenticated() answers 403 without the scope before it reads the input, and 422 after', async () => {
  const without = await call('/write', await bearer('notes:read', 'webhooks:write'), 'POST', '{not json');
  expect(without.status).toBe(403);
  expect(await detailOf(without)).toBe('The token lacks the scope notes:write');
  expect((await call('/write', await bearer('notes:write'), 'POST', '{not json')).status).toBe(422);
});

test('authenticated() accepts a token with the scope, in any case of the scheme', async () => {
  const { authorization } = await bearer('notes:write');
  for (const value of [authorization, authorization.replace('Bearer', 'bearer')]) {
    const response = await call('/write', { authorization: value }, 'POST', '{"name":"n"}');
    expect(await response.json()).toEqual({ userId, scopes: ['notes:write'] });
  }
});

test('authenticated() does not fall back on the cookie when the token is not valid', async () => {
  expect((await call('/any', { cookie, authorization: 'Bearer sotto_pat_x' })).status).toBe(401);
});

test('authenticated() gives a session every scope, and refuses tokens where a session is required', async () => {
  expect((await call('/write', { cookie }, 'POST', '{"name":"n"}')).status).toBe(200);
  expect((await call('/session', { cookie }, 'POST', '{"name":"n"}')).status).toBe(200);
  expect((await call('/session', await bearer('notes:write'), 'POST', '{"name":"n"}')).status).toBe(403);
});

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://other.sotto.example' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: ORIGIN }, 403],
  [{ origin: ORIGIN }, 200],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{}, 200],
])('authenticated() with a cookie and %j answers %i', async (headers, status) => {
  const sent = { cookie, ...(headers as Record<string, string>) };
  expect((await call('/write', sent, 'POST', '{"name":"n"}')).status).toBe(status);
  expect((await call('/any', sent)).status).toBe(200);
});

test('authenticated() refuses the session of another user than the page expects', async () => {
  const expecting = (user: string) => call('/write', { cookie, 'sotto-user': user }, 'POST', '{"name":"n"}');
  expect((await expecting(userId)).status).toBe(200);
  expect((await expecting(crypto.randomUUID())).status).toBe(401);
  expect((await expecting('')).status).toBe(401);
});

test('authenticated() refuses another user than a link, a stream or a WebSocket names in its query', async () => {
  const expecting = (user: string) => call(`/any?sotto-user=${user}`, { cookie });
  expect((await expecting(userId)).status).toBe(200);
  expect((await expecting(crypto.randomUUID())).status).toBe(401);
  expect((await expecting('')).status).toBe(401);
});

test('authenticatedByToken() ignores the cookie', async () => {
  expect((await call('/token', { cookie })).status).toBe(401);
  expect((await call('/token', await bearer('notes:write'))).status).toBe(403);
  expect((await call('/token', await bearer('notes:read'))).status).toBe(200);
});

test('authenticated() sends a new cookie when the secret is a day old', async () => {
  const yesterday = createSessionStore(server.redis, { now: () => Date.now() - 25 * 60 * 60 * 1000 });
  const response = await call('/any', { cookie: `__Host-sotto_session=${await yesterday.begin(userId)}` });
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-sotto_session=[\w-]{75}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
});
