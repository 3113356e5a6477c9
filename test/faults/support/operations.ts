import { Readable } from 'node:stream';
import { createEnterpriseKeyStore } from '../../../accounts/enterprise-keys.ts';
import { createFeedStore } from '../../../accounts/feeds.ts';
import { createOAuthGrantStore } from '../../../accounts/oauth-grants.ts';
import { createOrganizationStore } from '../../../accounts/organizations.ts';
import { createSessionStore } from '../../../accounts/sessions.ts';
import { createSignInLinkStore } from '../../../accounts/sign-in-links.ts';
import { createTokenStore, SCOPES } from '../../../accounts/tokens.ts';
import { createUserStore } from '../../../accounts/users.ts';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { createTagStore } from '../../../notes/store/tags.ts';
import { createReEnableTokens } from '../../../webhooks/re-enable-token.ts';
import { createSigningSecret } from '../../../webhooks/secret.ts';
import { createWebhookEndpointStore } from '../../../webhooks/store/endpoints.ts';
import { createWebhookMessageStore } from '../../../webhooks/store/messages.ts';
import { SECRET, type TestApi } from '../../support/api.ts';

/** A prepared call that writes. Each repetition is identical. */
export type Operation = (api: TestApi) => Promise<() => Promise<Response>>;

/** The state of a user before an operation, created over an intact connection. */
async function prepare({ redis: { redis } }: TestApi) {
  const { userId } = await createUserStore(redis).ensure({ email: `${crypto.randomUUID()}@example.org` });
  const token = (await createTokenStore(redis).create(userId, { name: 'test', scopes: SCOPES }))?.secret ?? '';
  const cookie = `sotto_session=${await createSessionStore(redis).begin(userId)}`;
  const noteId = crypto.randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 5 };
  const note = { noteId, userId, title: 'Milk and honey', language: null, recordedAt: null, recording };
  return { redis, userId, token, cookie, noteId, note };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** A call to the app API. `more` creates what it needs and returns the ids in its path. */
function app(
  method: string,
  path: (ids: { note: string; tag: string; endpoint: string; other: string }) => string,
  body: object | (() => FormData) | null = null,
  more: readonly ('note' | 'tag' | 'tagged' | 'endpoint' | 'disabled' | 'message')[] = [],
): Operation {
  return async (api) => {
    const prepared = await prepare(api);
    const ids = { note: prepared.noteId, tag: '', endpoint: '', other: crypto.randomUUID() };
    const wants = new Set(more);
    if (wants.has('note')) await makeNote(api, prepared);
    if (wants.has('tag')) ids.tag = await makeTag(prepared, wants.has('tagged'));
    if (wants.has('endpoint')) ids.endpoint = await makeEndpoint(prepared, wants);
    const headers: Record<string, string> = { authorization: `Bearer ${prepared.token}`, 'idempotency-key': ids.other };
    return () => {
      const sent = typeof body === 'function' ? body() : body && JSON.stringify(body);
      return fetch(`${api.url}/v1/app${path(ids)}`, { method, headers, ...(sent ? { body: sent } : {}) });
    };
  };
}

async function makeNote(api: TestApi, { redis, note }: Prepared): Promise<void> {
  await createNoteStore(redis).create(note);
  await api.recordings.put(Readable.from([Buffer.from('audio')]), note.recording);
}

async function makeTag({ redis, userId, noteId }: Prepared, tagged: boolean): Promise<string> {
  const tag = await createTagStore(redis).create(userId, { name: 'Shopping' });
  if (typeof tag === 'string') throw new Error(tag);
  const tags = [{ tagId: tag.tagId, source: 'user', confidence: null }] as const;
  if (tagged) await createNoteStore(redis).change(userId, noteId, () => ({ tags }));
  return tag.tagId;
}

async function makeEndpoint({ redis, userId, noteId }: Prepared, wants: ReadonlySet<string>): Promise<string> {
  const endpoints = createWebhookEndpointStore(redis);
  const settings = { url: 'http://127.0.0.1:8099/', description: null, eventTypes: ['note.processed'] } as const;
  const { endpointId = '' } = (await endpoints.create(userId, settings, createSigningSecret())) ?? {};
  const message = { messageId: 'msg_1', type: 'note.processed', noteId } as const;
  if (wants.has('message')) await createWebhookMessageStore(redis).admit(userId, message);
  if (wants.has('disabled')) await endpoints.disable(userId, endpointId);
  return endpointId;
}

const recordingForm = () => {
  const form = new FormData();
  form.append('audio', new Blob(['audio'], { type: 'audio/flac' }), 'note.flac');
  return form;
};
const hook =
  (rest = '') =>
  ({ endpoint }: { endpoint: string }) =>
    `/webhook-endpoints/${endpoint}${rest}`;
const newHook = { url: 'http://127.0.0.1:8099/', event_types: ['note.failed'] };

/** A call that only a session may make. */
const bySession =
  (method: string, path: string, body: object | null): Operation =>
  async (api) => {
    const { cookie } = await prepare(api);
    const headers = { cookie, origin: 'http://127.0.0.1' };
    return () =>
      fetch(`${api.url}/v1/app${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  };

/** Every call that writes to Redis, by its route. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /v1/app/notes': app('POST', () => '/notes', recordingForm),
  'PATCH /v1/app/notes/:note_id': app('PATCH', ({ note }) => `/notes/${note}`, { title: 'Bread' }, ['note']),
  'DELETE /v1/app/notes/:note_id': app('DELETE', ({ note }) => `/notes/${note}`, null, ['note']),
  'POST /v1/app/notes/:note_id/reprocess': app('POST', ({ note }) => `/notes/${note}/reprocess`, null, ['note']),
  'PUT /v1/app/notes/:note_id/tags/:tag_id': app('PUT', ({ note, tag }) => `/notes/${note}/tags/${tag}`, null, [
    'note',
    'tag',
  ]),
  'DELETE /v1/app/notes/:note_id/tags/:tag_id': app('DELETE', ({ note, tag }) => `/notes/${note}/tags/${tag}`, null, [
    'note',
    'tag',
    'tagged',
  ]),
  'POST /v1/app/tags': app('POST', () => '/tags', { name: 'Shopping' }),
  'PATCH /v1/app/tags/:tag_id': app('PATCH', ({ tag }) => `/tags/${tag}`, { name: 'Errands' }, ['tag']),
  'DELETE /v1/app/tags/:tag_id': app('DELETE', ({ tag }) => `/tags/${tag}`, null, ['note', 'tag', 'tagged']),
  'POST /v1/app/webhook-endpoints': app('POST', () => '/webhook-endpoints', newHook),
  'PATCH /v1/app/webhook-endpoints/:id': app('PATCH', hook(), { ...newHook, enabled: false }, ['endpoint']),
  'DELETE /v1/app/webhook-endpoints/:id': app('DELETE', hook(), null, ['endpoint']),
  'POST /v1/app/webhook-endpoints/:id/rotate-secret': app('POST', hook('/rotate-secret'), null, ['endpoint']),
  'POST /v1/app/webhook-endpoints/:id/enable': app('POST', hook('/enable'), null, ['endpoint', 'disabled']),
  'POST /v1/app/webhook-endpoints/:id/ping': app('POST', hook('/ping'), null, ['endpoint']),
  'POST /v1/app/webhook-endpoints/:id/test': app('POST', hook('/test'), null, ['endpoint']),
  'POST /v1/app/webhook-endpoints/:id/messages/:message_id/redeliver': app(
    'POST',
    hook('/messages/msg_1/redeliver'),
    null,
    ['note', 'endpoint', 'message'],
  ),
  'POST /v1/app/webhook-endpoints/re-enable': async (api) => {
    const prepared = await prepare(api);
    const endpointId = await makeEndpoint(prepared, new Set(['disabled']));
    const { generation = 0 } =
      (await createWebhookEndpointStore(prepared.redis).get(prepared.userId, endpointId)) ?? {};
    const token = await createReEnableTokens({ secret: SECRET, now: () => api.clock.ms }).sign({
      ...prepared,
      endpointId,
      generation,
    });
    return () => fetch(`${api.url}/v1/app/webhook-endpoints/re-enable?token=${token}`, { method: 'POST' });
  },
  'POST /v1/enterprise/transcriptions/:transcription_id/feedback': async (api) => {
    const { organizationId } = await createOrganizationStore(api.redis.redis).create({ name: 'Acme' });
    const key = await createEnterpriseKeyStore(api.redis.redis).create(organizationId, { label: 'test' });
    const headers = { 'x-api-key': key?.secret ?? '' };
    const path = `/v1/enterprise/transcriptions/${crypto.randomUUID()}/feedback`;
    return () => {
      const body = recordingForm();
      body.append('sentiment', 'like');
      body.append('text', 'Hello');
      return fetch(`${api.url}${path}`, { method: 'POST', headers, body });
    };
  },
  'POST /v1/app/sign-in': async ({ url }) => {
    const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.org` });
    return () => fetch(`${url}/v1/app/sign-in`, { method: 'POST', body });
  },
  'POST /v1/app/sign-in/link': async ({ url, redis }) => {
    const secret = await createSignInLinkStore(redis.redis).create(`${crypto.randomUUID()}@example.org`);
    return () => fetch(`${url}/v1/app/sign-in/link?token=${secret}`, { method: 'POST' });
  },
  'POST /v1/app/sign-out': bySession('POST', '/sign-out', null),
  'DELETE /v1/app/sessions': bySession('DELETE', '/sessions', null),
  'DELETE /v1/app/sessions/:session_id': async (api) => {
    const { redis, userId, cookie } = await prepare(api);
    const sessions = createSessionStore(redis);
    const { sessionId } = (await sessions.verify(await sessions.begin(userId))) ?? {};
    const headers = { cookie, origin: 'http://127.0.0.1' };
    return () => fetch(`${api.url}/v1/app/sessions/${sessionId}`, { method: 'DELETE', headers });
  },
  'POST /v1/app/tokens': bySession('POST', '/tokens', { name: 'new', scopes: ['notes:read'] }),
  'DELETE /v1/app/tokens/:token_id': async (api) => {
    const { redis, userId, cookie } = await prepare(api);
    const made = await createTokenStore(redis).create(userId, { name: 'old', scopes: ['notes:read'] });
    const headers = { cookie, origin: 'http://127.0.0.1' };
    return () => fetch(`${api.url}/v1/app/tokens/${made?.token.tokenId}`, { method: 'DELETE', headers });
  },
  'POST /v1/app/feed': bySession('POST', '/feed', null),
  'DELETE /v1/app/feed': async (api) => {
    const { redis, userId, cookie } = await prepare(api);
    await createFeedStore(redis).create(userId);
    const headers = { cookie, origin: 'http://127.0.0.1' };
    return () => fetch(`${api.url}/v1/app/feed`, { method: 'DELETE', headers });
  },
  'DELETE /v1/app/connected-apps/:grant_id': async (api) => {
    const { redis, userId, cookie } = await prepare(api);
    const grants = createOAuthGrantStore(redis, { now: () => api.clock.ms });
    const code = await grants.begin(userId, {
      clientId: crypto.randomUUID(),
      clientName: 'Editor',
      redirectUri: 'https://client.example/callback',
      scopes: ['notes:read'],
      resource: `${api.url}/mcp`,
      codeChallenge: 'A'.repeat(43),
    });
    const grant = await grants.findByCode(code);
    await grants.issue(userId, grant?.grantId ?? '');
    const headers = { cookie, origin: 'http://127.0.0.1' };
    return () => fetch(`${api.url}/v1/app/connected-apps/${grant?.grantId}`, { method: 'DELETE', headers });
  },
  'POST /v1/oauth/register': async ({ url }) => {
    const body = JSON.stringify({ client_name: 'Editor', redirect_uris: ['https://client.example/callback'] });
    const headers = { 'content-type': 'application/json' };
    return () => fetch(`${url}/v1/oauth/register`, { method: 'POST', headers, body });
  },
};
