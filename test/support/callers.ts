import { randomBytes, randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '../../accounts/tokens.ts';
import { ROUTES } from './access-routes.ts';
import { startTestApi, type TestApi } from './api.ts';

export type Headers = Record<string, string>;
export type Callers = Awaited<ReturnType<typeof startCallers>>;

export const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });
export const shaped = (prefix: string, bytes = 40) => prefix + randomBytes(bytes).toString('base64url');

/** The whole API with one user who has objects and never calls, and any credentials that a test needs. */
export async function startCallers() {
  const api = await startTestApi();
  const theirs: Readonly<Record<string, string>> = await makeThings(api);

  /** All data of that user, to check that none of it changed. */
  async function stateOfTheirs() {
    const { user: userId = '', note = '', upload = '' } = theirs;
    return JSON.stringify([
      await api.notes.get(userId, note),
      await api.tags.list(userId),
      (await api.tokens.list(userId)).map(({ tokenId }) => tokenId),
      await api.webhooks.endpoints.list(userId),
      await api.uploads.get(userId, upload),
      await api.sessions.list(userId),
      await api.services.accounts.oauthGrants.list(userId),
      await api.services.accounts.feeds.find(userId),
    ]);
  }

  function call(name: string, headers: Headers, body?: BodyInit): Promise<Response> {
    const [method = '', pattern = ''] = name.split(' ');
    const route = ROUTES[name];
    const path = (route?.path ?? pattern).replace(/\{(\w+)\}/g, (_, thing: string) => theirs[thing] ?? '');
    const sent = body ?? (route?.body ? JSON.stringify(route.body) : undefined);
    const type: Headers = sent === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers: { ...type, ...headers }, redirect: 'manual' as const };
    return fetch(api.url + path, sent === undefined ? init : { ...init, body: sent });
  }

  /** Credentials of a user without any objects. */
  async function newcomer(scopes: readonly Scope[] = SCOPES) {
    const { userId } = await api.users.ensure({ email: `${randomUUID()}@example.org` });
    const made = await api.tokens.create(userId, { name: 'access', scopes });
    if (!made) throw new Error('No token was made');
    const secret = await api.sessions.begin(userId);
    return { userId, secret, made, bearer: bearer(made.secret), cookie: { cookie: `sotto_session=${secret}` } };
  }

  async function enterprise(settings: Parameters<TestApi['makeKey']>[0] = {}) {
    const { organization: made, key, secret } = await api.makeKey(settings);
    const holder = { orgId: made.organizationId, keyId: key.keyId };
    const { token: clientToken } = await api.clientTokens.issue(holder, 900);
    return { ...holder, key: { 'x-api-key': secret } as Headers, client: bearer(clientToken) };
  }

  return { api, call, newcomer, enterprise, stateOfTheirs, stop: () => api.stop() };
}

async function makeThings(api: TestApi) {
  const { userId } = await api.users.ensure({ email: 'victim@example.org' });
  const noteId = randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 1 };
  await api.notes.create({ noteId, userId, title: 'Private', language: null, recordedAt: null, recording });
  const tag = await api.tags.create(userId, { name: 'private' });
  const made = await api.tokens.create(userId, { name: 'private', scopes: SCOPES });
  const settings = { url: 'https://victim.example/', description: null, eventTypes: ['note.processed'] } as const;
  const endpoint = await api.webhooks.endpoints.create(userId, settings, 'whsec_cHJpdmF0ZQ==');
  const uploadId = randomUUID();
  await api.uploads.create(userId, { uploadId, size: 9, metadata: { title: 'Private' } });
  if (typeof tag === 'string' || !made || !endpoint) throw new Error("Cannot make the victim's things");
  const grants = api.services.accounts.oauthGrants;
  const code = await grants.begin(userId, {
    clientId: randomUUID(),
    clientName: 'private',
    redirectUri: 'https://victim.example/callback',
    scopes: ['notes:read'],
    resource: 'http://127.0.0.1/mcp',
    codeChallenge: '',
  });
  const grantId = (await grants.findByCode(code))?.grantId ?? '';
  await grants.issue(userId, grantId);
  await api.services.accounts.feeds.create(userId);
  await api.sessions.begin(userId);
  const [session] = await api.sessions.list(userId);
  return {
    user: userId,
    session: session?.sessionId ?? '',
    note: noteId,
    tag: tag.tagId,
    token: made.token.tokenId,
    endpoint: endpoint.endpointId,
    upload: uploadId,
    grant: grantId,
  };
}
