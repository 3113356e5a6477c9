import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApi } from '../../support/api.ts';

const DAY = 24 * 60 * 60 * 1000;
const SIGNED_OUT = 'sotto_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

interface Shown {
  readonly session_id: string;
  readonly user_agent: string | null;
  readonly current: boolean;
}

const call = (cookie: string, path: string, method = 'GET') =>
  fetch(`${api.url}/v1/app${path}`, { method, headers: { cookie } });
const list = async (cookie: string) => ((await (await call(cookie, '/sessions')).json()) as { items: Shown[] }).items;
const statuses = async (...cookies: string[]) =>
  (await Promise.all(cookies.map((cookie) => call(cookie, '/sessions')))).map(({ status }) => status);
/** Cookies of a user's two browsers. */
async function signInTwice() {
  const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
  const begin = async (userAgent: string) => `sotto_session=${await api.sessions.begin(userId, { userAgent })}`;
  return [await begin('Phone'), await begin('Laptop')] as const;
}

test('GET /sessions shows the browsers, and which one asks', async () => {
  const [phone] = await signInTwice();
  const items = await list(phone);
  expect(items.toSorted((a, b) => String(a.user_agent).localeCompare(String(b.user_agent)))).toEqual([
    {
      session_id: expect.any(String),
      created_at: '2026-01-15T10:00:00.000Z',
      last_used_at: '2026-01-15T10:00:00.000Z',
      user_agent: 'Laptop',
      current: false,
    },
    expect.objectContaining({ user_agent: 'Phone', current: true }),
  ] as never);
});

test('DELETE /sessions/{session_id} signs that browser out, and clears only its own cookie', async () => {
  const [phone, laptop] = await signInTwice();
  const idOf = async (name: string) => (await list(phone)).find((item) => item.user_agent === name)?.session_id;
  const [own, other] = [await idOf('Phone'), await idOf('Laptop')];
  const ended = await call(phone, `/sessions/${other?.toUpperCase()}`, 'DELETE');
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, null]);
  expect(await statuses(phone, laptop)).toEqual([200, 401]);
  expect((await call(phone, `/sessions/${other}`, 'DELETE')).status).toBe(404);
  expect((await call(phone, '/sessions/nonsense', 'DELETE')).status).toBe(422);
  const last = await call(phone, `/sessions/${own}`, 'DELETE');
  expect([last.status, last.headers.get('set-cookie')]).toEqual([204, SIGNED_OUT]);
  expect(await statuses(phone)).toEqual([401]);
});

test('DELETE /sessions signs out everywhere', async () => {
  const [phone, laptop] = await signInTwice();
  const ended = await call(phone, '/sessions', 'DELETE');
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, SIGNED_OUT]);
  expect(await statuses(phone, laptop)).toEqual([401, 401]);
});

test('POST /sign-out also ends replaced secrets, so that none of them opens a session', async () => {
  const [old] = await signInTwice();
  api.clock.ms += DAY + 1;
  const renewed = (await call(old, '/sessions')).headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await call(renewed, '/sign-out', 'POST')).status).toBe(204);
  api.clock.ms += DAY + 1;
  for (const cookie of [old, renewed]) {
    const answer = await call(cookie, '/me');
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
  }
});
