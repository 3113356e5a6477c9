import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { hashOfAccount, REFUSED, SERVICE } from '../../../accounts/audit-log.ts';
import { AUDITED, OPERATOR_CHANGES } from '../../../api/audit.ts';
import { OPERATOR_TOKEN, startTestApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    operator: { token: OPERATOR_TOKEN, temporalUiUrl: undefined },
    webhookNetworks: '127.0.0.0/8',
  });
});
afterAll(() => api.stop());

interface Shown {
  readonly event_id: string;
  readonly action: string;
  readonly by: string;
  readonly address: string | null;
  readonly subject: string | null;
}

async function signedIn(email = `${crypto.randomUUID()}@example.org`) {
  const { userId } = await api.users.ensure({ email });
  const cookie = `sotto_session=${await api.sessions.begin(userId)}`;
  const call = async (method: string, path: string, body?: object) => {
    const headers = { cookie, 'x-forwarded-for': '203.0.113.7', 'content-type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return fetch(`${api.url}/v1/app${path}`, init);
  };
  const events = async (query = '') =>
    (await (await call('GET', `/audit${query}`)).json()) as { items: Shown[]; next: string | null };
  return { userId, email, call, events };
}

const ofService = () => api.services.accounts.audit.list(SERVICE, { limit: 100 });
const ofRefused = () => api.services.accounts.audit.list(REFUSED, { limit: 100 });

test('a token is created and revoked: both are listed, newest first, with its id and the address, and no name', async () => {
  const { call, events } = await signedIn();
  const name = 'canarynamezq';
  const { token_id: subject } = (await (await call('POST', '/tokens', { name, scopes: ['notes:read'] })).json()) as {
    token_id: string;
  };
  await call('DELETE', `/tokens/${subject}`);
  await call('DELETE', `/tokens/${subject}`); // 404: nothing happened
  const listed = await events();
  const common = { by: 'session', address: '203.0.113.7', subject };
  expect(listed.items).toEqual([
    expect.objectContaining({ action: 'token.revoked', ...common }),
    expect.objectContaining({ action: 'token.created', ...common }),
  ]);
  expect(JSON.stringify(listed)).not.toContain(name);
});

test('a sign-in is listed with its link, and a link that was used before is a refused credential', async () => {
  const { email, events } = await signedIn();
  const link = await api.services.accounts.signInLinks.create(email);
  const confirm = () => fetch(`${api.url}/v1/app/sign-in/link?token=${link}`, { method: 'POST' });
  expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 410]);
  expect((await events()).items.map(({ action, by }) => [action, by])).toEqual([['signed_in', 'link']]);
  const [refused] = await ofRefused();
  expect((await ofService()).map(({ action }) => action)).not.toContain('sign_in.refused');
  expect(refused).toMatchObject({ action: 'sign_in.refused', by: 'link', address: '127.0.0.1' });
});

test('signing out, one session or all of them, is listed', async () => {
  const { userId, call, events } = await signedIn();
  await api.sessions.begin(userId);
  const { items: sessions } = (await (await call('GET', '/sessions')).json()) as {
    items: { session_id: string; current: boolean }[];
  };
  const other = sessions.find(({ current }) => !current)?.session_id ?? '';
  await call('DELETE', `/sessions/${other}`);
  expect((await events()).items.map(({ action, subject }) => [action, subject])).toEqual([['session.ended', other]]);
  await call('DELETE', '/sessions');
  const [last] = await api.services.accounts.audit.list(userId, { limit: 1 });
  expect(last?.action).toBe('sessions.ended');
});

test('pages follow each other by `next`', async () => {
  const { userId, events } = await signedIn();
  const { audit } = api.services.accounts;
  for (const action of ['a', 'b', 'c']) await audit.record(userId, { action, by: 'session', actor: userId });
  const first = await events('?limit=2');
  const second = await events(`?limit=2&before=${first.next}`);
  expect([...first.items, ...second.items].map(({ action }) => action)).toEqual(['c', 'b', 'a']);
  expect(second.next).toBeNull();
});

test("GET /audit shows nobody else's events, and not who ran an operator's command where", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const command = { action: 'admin.token.revoke', by: 'command', actor: 'root', address: 'build-host' } as const;
  await api.services.accounts.audit.record(one.userId, command);
  const { items } = await one.events();
  expect(items).toEqual([expect.objectContaining({ action: 'admin.token.revoke', by: 'command', address: null })]);
  expect(JSON.stringify(items)).not.toContain('root');
  expect((await other.events()).items).toEqual([]);
});

test.each([['?limit=0'], ['?limit=101'], ['?before=x'], ['?user_id=other']])(
  'GET /audit%s is refused',
  async (query) => {
    const { call } = await signedIn();
    expect((await call('GET', `/audit${query}`)).status).toBe(422);
  },
);

test('an operator who reads is an event of the service, and a refused credential is not', async () => {
  const ask = (token: string) =>
    fetch(`${api.url}/v1/operator/organizations`, { headers: { authorization: `Bearer ${token}` } });
  expect([(await ask(OPERATOR_TOKEN)).status, (await ask('guess')).status]).toEqual([200, 401]);
  const found = (await ofService()).map(({ action, by, subject }) => [action, by, subject]);
  expect(found).toContainEqual(['operator.read', 'operator', '/v1/operator/organizations']);
  expect((await ofRefused()).map(({ action, by }) => [action, by])).toContainEqual(['operator.refused', 'none']);
  expect(found.map(([action]) => action)).not.toContain('operator.refused');
});

test('while Redis refuses the event, the request is answered as before', async () => {
  const { userId, call } = await signedIn();
  await api.redis.redis.set(`v1:{${userId}}:audit`, 'not a stream');
  expect((await call('POST', '/tokens', { name: 'x', scopes: ['notes:read'] })).status).toBe(201);
});

test('docs/audit.md lists every event of a route', async () => {
  const docs = await readFile(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
  const listed = [...docs.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, action]) => action);
  const others = ['signed_in', 'sign_in.refused', 'operator.read', 'operator.refused'];
  const recorded = [...Object.values({ ...AUDITED, ...OPERATOR_CHANGES }).map(({ action }) => action), ...others];
  expect(listed.sort()).toEqual(recorded.sort());
});

test('hashOfAccount() names an account by its SHA-256', () => {
  expect(hashOfAccount('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
});
