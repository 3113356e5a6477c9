import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes, randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '../../store/tokens.ts';
import { startTestApi, type TestApi } from '../support/api.ts';

/**
 * Who may call a route: anyone; an organization; a user by personal token alone; a user by token or session; a user by
 * session alone. A scope of null asks for no scope.
 */
type Access =
  | { readonly by: 'anyone' | 'organization' | 'session' }
  | { readonly by: 'token' | 'user'; readonly scope: Scope | null };

interface Route {
  readonly access: Access;
  /** What the path names, with another user's things in the place of parameters. @default the path itself */
  readonly path?: string;
  /** A body that the route would take. */
  readonly body?: object;
  /** The answer to a right credential; 404 where the path names another user's things. */
  readonly status: number;
}

const anyone: Access = { by: 'anyone' };
const organization: Access = { by: 'organization' };
const session: Access = { by: 'session' };
const user = (scope: Scope | null): Access => ({ by: 'user', scope });
const token = (scope: Scope): Access => ({ by: 'token', scope });
const [read, write, webhooks] = [user('notes:read'), user('notes:write'), user('webhooks:write')];
const hooks = '/v1/app/webhook-endpoints';

/** Every route of the service; `{…}` stands for what belongs to another user. */
const ROUTES: Readonly<Record<string, Route>> = {
  'GET /health': { access: anyone, status: 200 },
  'GET /health/ready': { access: anyone, status: 200 },
  'GET /swagger': { access: anyone, status: 200 },
  'GET /swagger/json': { access: anyone, status: 200 },
  'GET /swagger/ui.js': { access: anyone, status: 200 },
  'GET /swagger/ui.css': { access: anyone, status: 200 },

  'OPTIONS /v1/enterprise/*': { access: anyone, path: '/v1/enterprise/dictate', status: 204 },
  'POST /v1/enterprise/client-tokens': { access: organization, status: 201 },
  'POST /v1/enterprise/dictate': { access: organization, status: 400 },
  'POST /v1/enterprise/transcriptions/:transcription_id/feedback': { access: organization, status: 400 },

  'GET /v1/public-api/notes': { access: token('notes:read'), status: 200 },
  'GET /v1/public-api/notes/:note_id': {
    access: token('notes:read'),
    path: '/v1/public-api/notes/{note}',
    status: 404,
  },
  'GET /v1/public-api/notes/:note_id/audio-url': {
    access: token('notes:read'),
    path: '/v1/public-api/notes/{note}/audio-url',
    status: 404,
  },
  // The signed link is the credential.
  'GET /v1/recordings/*': { access: anyone, path: '/v1/recordings/notes/{user}/{note}', status: 403 },

  'POST /v1/app/sign-in': { access: anyone, body: { email: 'access@example.org' }, status: 202 },
  // The link's secret is the credential.
  'GET /v1/app/sign-in/link': { access: anyone, path: '/v1/app/sign-in/link?token=guess', status: 410 },
  'POST /v1/app/sign-in/link': { access: anyone, path: '/v1/app/sign-in/link?token=guess', status: 410 },
  'GET /v1/app/me': { access: user(null), status: 200 },
  'GET /v1/app/tokens': { access: session, status: 200 },
  'POST /v1/app/tokens': { access: session, body: { name: 'x', scopes: ['notes:read'] }, status: 201 },
  'DELETE /v1/app/tokens/:token_id': { access: session, path: '/v1/app/tokens/{token}', status: 404 },
  'POST /v1/app/sign-out': { access: session, status: 204 },
  'GET /v1/app/tags': { access: read, status: 200 },
  'POST /v1/app/tags': { access: write, body: { name: '' }, status: 422 },
  'PATCH /v1/app/tags/:tag_id': { access: write, path: '/v1/app/tags/{tag}', body: { name: 'mine' }, status: 404 },
  'DELETE /v1/app/tags/:tag_id': { access: write, path: '/v1/app/tags/{tag}', status: 404 },
  'GET /v1/app/notes': { access: read, status: 200 },
  'POST /v1/app/notes': { access: write, status: 400 },
  'GET /v1/app/notes/:note_id': { access: read, path: '/v1/app/notes/{note}', status: 404 },
  'PATCH /v1/app/notes/:note_id': { access: write, path: '/v1/app/notes/{note}', body: { title: 'mine' }, status: 404 },
  'DELETE /v1/app/notes/:note_id': { access: write, path: '/v1/app/notes/{note}', status: 404 },
  'POST /v1/app/notes/:note_id/reprocess': { access: write, path: '/v1/app/notes/{note}/reprocess', status: 404 },
  'PUT /v1/app/notes/:note_id/tags/:tag_id': { access: write, path: '/v1/app/notes/{note}/tags/{tag}', status: 404 },
  'DELETE /v1/app/notes/:note_id/tags/:tag_id': { access: write, path: '/v1/app/notes/{note}/tags/{tag}', status: 404 },

  [`GET ${hooks}`]: { access: webhooks, status: 200 },
  [`POST ${hooks}`]: { access: webhooks, body: { url: 'https://127.0.0.1/' }, status: 422 },
  // The mail's signed token is the credential.
  [`GET ${hooks}/re-enable`]: { access: anyone, path: `${hooks}/re-enable?token=guess`, status: 400 },
  [`POST ${hooks}/re-enable`]: { access: anyone, path: `${hooks}/re-enable?token=guess`, status: 400 },
  [`GET ${hooks}/:id`]: { access: webhooks, path: `${hooks}/{endpoint}`, status: 404 },
  [`PATCH ${hooks}/:id`]: { access: webhooks, path: `${hooks}/{endpoint}`, body: { enabled: false }, status: 404 },
  [`DELETE ${hooks}/:id`]: { access: webhooks, path: `${hooks}/{endpoint}`, status: 404 },
  [`POST ${hooks}/:id/rotate-secret`]: { access: webhooks, path: `${hooks}/{endpoint}/rotate-secret`, status: 404 },
  [`POST ${hooks}/:id/enable`]: { access: webhooks, path: `${hooks}/{endpoint}/enable`, status: 404 },
  [`POST ${hooks}/:id/ping`]: { access: webhooks, path: `${hooks}/{endpoint}/ping`, status: 404 },
  [`POST ${hooks}/:id/test`]: { access: webhooks, path: `${hooks}/{endpoint}/test`, status: 404 },
  [`POST ${hooks}/:id/messages/:message_id/redeliver`]: {
    access: webhooks,
    path: `${hooks}/{endpoint}/messages/msg_x/redeliver`,
    status: 404,
  },
  [`GET ${hooks}/:id/attempts`]: { access: webhooks, path: `${hooks}/{endpoint}/attempts`, status: 404 },
};

let api: TestApi;
/** The things of a user who never calls. */
let theirs: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await startTestApi();
  theirs = await makeThings();
});
afterAll(() => api.stop());

async function makeThings() {
  const { userId } = await api.users.ensure({ email: 'victim@example.org' });
  const noteId = randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 1 };
  await api.notes.create({ noteId, userId, title: 'Private', language: null, recordedAt: null, recording });
  const tag = await api.tags.create(userId, { name: 'private' });
  const made = await api.tokens.create(userId, { name: 'private', scopes: SCOPES });
  const settings = { url: 'https://victim.example/', description: null, eventTypes: ['note.processed'] };
  const endpoint = await api.webhooks.endpoints.create(userId, settings, 'whsec_cHJpdmF0ZQ==');
  if (typeof tag === 'string' || !made || !endpoint) throw new Error("Cannot make the victim's things");
  return { user: userId, note: noteId, tag: tag.tagId, token: made.token.tokenId, endpoint: endpoint.endpointId };
}

/** Everything of that user, to see that nothing of it changed. */
async function stateOfTheirs() {
  const { user: userId = '', note = '' } = theirs;
  return JSON.stringify([
    await api.notes.get(userId, note),
    await api.tags.list(userId),
    (await api.tokens.list(userId)).map(({ tokenId }) => tokenId),
    await api.webhooks.endpoints.list(userId),
  ]);
}

type Headers = Record<string, string>;

function call(name: string, headers: Headers, body?: BodyInit): Promise<Response> {
  const [method = '', pattern = ''] = name.split(' ');
  const route = ROUTES[name];
  const path = (route?.path ?? pattern).replace(/\{(\w+)\}/g, (_, thing: string) => theirs[thing] ?? '');
  const sent = body ?? (route?.body ? JSON.stringify(route.body) : undefined);
  const type: Headers = sent === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { ...type, ...headers }, redirect: 'manual' as const };
  return fetch(api.url + path, sent === undefined ? init : { ...init, body: sent });
}

/** Credentials of a user who has nothing. */
async function newcomer(scopes: readonly Scope[] = SCOPES) {
  const { userId } = await api.users.ensure({ email: `${randomUUID()}@example.org` });
  const made = await api.tokens.create(userId, { name: 'access', scopes });
  if (!made) throw new Error('No token was made');
  const secret = await api.sessions.begin(userId);
  return { userId, secret, made, bearer: bearer(made.secret), cookie: { cookie: `sotto_session=${secret}` } };
}

const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });
const shaped = (prefix: string) => prefix + randomBytes(40).toString('base64url');

async function enterprise(settings: Parameters<TestApi['makeKey']>[0] = {}) {
  const { organization: made, key, secret } = await api.makeKey(settings);
  const holder = { orgId: made.organizationId, keyId: key.keyId };
  const { token: clientToken } = await api.clientTokens.issue(holder, 900);
  return { ...holder, key: { 'x-api-key': secret } as Headers, client: bearer(clientToken) };
}

type Attempt = readonly [name: string, status: number, headers: () => Promise<Headers>];

/** What nobody gets in with, whichever user's route it is. */
const BAD_BEARERS: readonly Attempt[] = [
  ['no credential', 401, async () => ({})],
  ['an unknown token', 401, async () => bearer(shaped('sotto_pat_'))],
  ['a malformed token', 401, async () => bearer('sotto_pat_nonsense')],
  ['another scheme', 401, async () => ({ authorization: 'Basic dXNlcjpwYXNz' })],
  ['an enterprise key as token', 401, async () => bearer((await enterprise()).key['x-api-key'] ?? '')],
  ['an enterprise key in its own header', 401, async () => (await enterprise()).key],
  ['a client token', 401, async () => (await enterprise()).client],
  ['a session’s secret as token', 401, async () => bearer((await newcomer()).secret)],
  [
    'a revoked token',
    401,
    async () => {
      const { userId, made } = await newcomer();
      await api.tokens.revoke(userId, made.token.tokenId);
      return bearer(made.secret);
    },
  ],
];

const BAD_SESSIONS: readonly Attempt[] = [
  ['an unknown session', 401, async () => ({ cookie: `sotto_session=${shaped('')}` })],
  ['a malformed session', 401, async () => ({ cookie: 'sotto_session=nonsense' })],
  ['an empty session', 401, async () => ({ cookie: 'sotto_session=' })],
  ['a token as session', 401, async () => ({ cookie: `sotto_session=${(await newcomer()).made.secret}` })],
  ['a session in another cookie', 401, async () => ({ cookie: `session=${(await newcomer()).secret}` })],
  [
    'an ended session',
    401,
    async () => {
      const { secret, cookie } = await newcomer();
      await api.sessions.end(secret);
      return cookie;
    },
  ],
  [
    'an expired session',
    401,
    async () => {
      const { userId, cookie } = await newcomer();
      for (const key of await api.redis.redis.keys(`v1:{${userId}}:session:*`)) await api.redis.redis.pexpireat(key, 1);
      return cookie;
    },
  ],
  [
    'a bad token beside a good session',
    401,
    async () => ({ ...(await newcomer()).cookie, ...bearer(shaped('sotto_pat_')) }),
  ],
];

const BAD_ENTERPRISE: readonly Attempt[] = [
  ['no credential', 401, async () => ({})],
  ['an unknown key', 401, async () => ({ 'x-api-key': shaped('sotto_key_') })],
  ['a malformed key', 401, async () => ({ 'x-api-key': 'nonsense' })],
  ['a personal token', 401, async () => (await newcomer()).bearer],
  ['a personal token as key', 401, async () => ({ 'x-api-key': (await newcomer()).made.secret })],
  ['a session', 401, async () => (await newcomer()).cookie],
  [
    'a revoked key',
    401,
    async () => {
      const made = await enterprise();
      await api.enterpriseKeys.revoke(made.orgId, made.keyId);
      return made.key;
    },
  ],
  [
    'an expired key',
    401,
    async () => {
      const made = await enterprise({ expiresAt: api.clock.ms + 1 });
      api.clock.ms += 1;
      return made.key;
    },
  ],
  [
    'a client token of a revoked key',
    401,
    async () => {
      const made = await enterprise();
      await api.enterpriseKeys.revoke(made.orgId, made.keyId);
      return made.client;
    },
  ],
  ['another origin', 403, async () => ({ ...(await enterprise()).key, origin: 'https://evil.example' })],
  [
    'too many requests',
    429,
    async () => {
      const made = await enterprise({ requestsPerMinute: 1 });
      await call('POST /v1/enterprise/dictate', made.key);
      return made.key;
    },
  ],
];

/** Every scope but the one that is needed. */
const without = (scope: Scope) => SCOPES.filter((other) => other !== scope);

/** Every way in which a route must refuse, with the exact status. */
function refusals({ by, ...rest }: Access): readonly Attempt[] {
  if (by === 'anyone') return [];
  if (by === 'organization') return BAD_ENTERPRISE;
  const scope = 'scope' in rest ? (rest.scope as Scope | null) : null;
  const lacking: Attempt[] = scope
    ? [
        ['a token without the scope', 403, async () => (await newcomer(without(scope))).bearer],
        ['a token without any scope', 403, async () => (await newcomer([])).bearer],
      ]
    : [];
  if (by === 'token') return [...BAD_BEARERS, ...lacking, ['a session', 401, async () => (await newcomer()).cookie]];
  const tokens: Attempt[] = by === 'session' ? [['a token', 403, async () => (await newcomer()).bearer]] : [];
  return [...BAD_BEARERS, ...BAD_SESSIONS, ...lacking, ...tokens];
}

const names = Object.keys(ROUTES);
const browserRoutes = names.filter((name) => ['user', 'session'].includes(ROUTES[name]?.access.by ?? ''));

test('every route of the service stands in the table, and the table names no other', () => {
  const served = api.app.routes.map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, '')}`);
  expect(names.toSorted()).toEqual([...new Set(served)].toSorted());
});

describe.each(names)('%s', (name) => {
  const { access, status } = ROUTES[name] as Route;

  for (const [what, refused, headers] of refusals(access)) {
    test(`refuses ${what} with ${refused}, before the body`, async () => {
      const method = name.split(' ')[0];
      const response = await call(name, await headers(), method === 'GET' ? undefined : '{"broken');
      expect(response.status).toBe(refused);
      expect(response.headers.has('www-authenticate')).toBe(refused === 401);
      expect(response.headers.has('set-cookie')).toBe(false);
    });
  }

  for (const [what, headers] of ways(access)) {
    test(`answers ${what} with ${status}, and leaves another user’s things alone`, async () => {
      const before = await stateOfTheirs();
      const response = await call(name, await headers());
      expect(response.status).toBe(status);
      if (status === 404) expect(await response.text()).not.toContain('Private');
      expect(await stateOfTheirs()).toBe(before);
    });
  }
});

/** Every right way in. */
function ways({ by, ...rest }: Access): readonly (readonly [string, () => Promise<Headers>])[] {
  if (by === 'anyone') return [['anyone', async () => ({})]];
  if (by === 'organization') return [['a key', async () => (await enterprise()).key]];
  const scope = 'scope' in rest ? (rest.scope as Scope | null) : null;
  const byToken = ['a token with the scope', async () => (await newcomer(scope ? [scope] : [])).bearer] as const;
  const bySession = ['a session', async () => (await newcomer()).cookie] as const;
  return [...(by === 'session' ? [] : [byToken]), ...(by === 'token' ? [] : [bySession])];
}

describe('cross-site request forgery', () => {
  const unsafe = browserRoutes.filter((name) => !name.startsWith('GET '));
  const foreign: readonly (readonly [string, Headers])[] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.127.0.0.1' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ];

  test('there are routes that it threatens', () => expect(unsafe.length).toBeGreaterThan(15));

  test.each(unsafe)('%s refuses a session from another site with 403', async (name) => {
    for (const [, headers] of foreign) {
      const before = await stateOfTheirs();
      const { cookie, userId } = await newcomer();
      expect((await call(name, { ...cookie, ...headers })).status).toBe(403);
      expect(await api.tags.list(userId)).toEqual([]);
      expect(await stateOfTheirs()).toBe(before);
    }
  });

  test.each(unsafe)('%s takes a session from its own site', async (name) => {
    const { cookie } = await newcomer();
    const response = await call(name, { ...cookie, 'sec-fetch-site': 'same-origin', origin: api.url });
    expect(response.status).toBe(ROUTES[name]?.status ?? 0);
  });

  test('no answer lets a page of another site read what a session opens', async () => {
    for (const name of browserRoutes) {
      const { cookie } = await newcomer();
      const response = await call(name, { ...cookie, origin: 'https://evil.example' });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });
});
