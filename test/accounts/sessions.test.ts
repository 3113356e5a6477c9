import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSessionStore, MAX_SESSIONS_PER_USER, SESSION_LIFETIME_MS } from '../../accounts/sessions.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis, whileRefusing } from '../support/redis.ts';

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60_000;

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

/** A store with a clock that the test moves, and a new user. */
function setUp() {
  const clock = { ms: Date.now() };
  const userId = crypto.randomUUID();
  return { clock, userId, sessions: createSessionStore(server.redis, { now: () => clock.ms }) };
}

/** A session whose secret was replaced and whose new secret was used. */
async function rotated() {
  const { clock, userId, sessions } = setUp();
  const old = await sessions.begin(userId);
  clock.ms += DAY + 1;
  const renewed = (await sessions.verify(old))?.renewed ?? '';
  await sessions.verify(renewed);
  return { clock, userId, sessions, old, renewed };
}

const known = async (sessions: ReturnType<typeof createSessionStore>, ...secrets: string[]) =>
  (await Promise.all(secrets.map((secret) => sessions.verify(secret)))).map((session) => session !== null);

test('exists() is true until the session ends, and changes nothing', async () => {
  const { userId, sessions } = setUp();
  const secret = await sessions.begin(userId);
  const { sessionId } = (await sessions.verify(secret)) ?? { sessionId: '' };
  const stored = await server.redis.hgetall(keys.session(userId, sessionId));
  expect(await sessions.exists(userId, sessionId)).toBe(true);
  expect(await server.redis.hgetall(keys.session(userId, sessionId))).toEqual(stored);
  await sessions.endBySecret(secret);
  expect(await sessions.exists(userId, sessionId)).toBe(false);
});

test('begin() creates a session for 30 days that verify() accepts, and endBySecret() ends it at once', async () => {
  const { userId, sessions } = setUp();
  const secret = await sessions.begin(userId);
  const expected = { userId, sessionId: expect.any(String) as string, renewed: null };
  expect(await sessions.verify(secret)).toEqual(expected);
  const names = await server.redis.keys(`*${userId}*`);
  expect(names).toHaveLength(2);
  for (const name of names) expect(await server.redis.pttl(name)).toBeGreaterThan(29.9 * DAY);
  await sessions.endBySecret(secret);
  expect(await sessions.verify(secret)).toBeNull();
  expect(await server.redis.keys(`*${userId}*`)).toEqual([]);
});

test('verify() refuses an altered or unknown secret', async () => {
  const { userId, sessions } = setUp();
  const secret = await sessions.begin(userId);
  const altered = `${secret.slice(0, -4) + secret.slice(-4).toLowerCase()}z`;
  for (const bad of ['', 'x', secret.slice(1), `${secret}A`, altered]) expect(await sessions.verify(bad)).toBeNull();
});

test('no secret is stored in Redis', async () => {
  const { userId, sessions } = setUp();
  const secret = await sessions.begin(userId);
  const [name = ''] = await server.redis.keys(`*${userId}*:session:*`);
  expect(name + JSON.stringify(await server.redis.hgetall(name))).not.toContain(secret);
});

test('verify() replaces a day-old secret once, and the old one ends a minute after the new one is used', async () => {
  const { clock, userId, sessions } = setUp();
  const old = await sessions.begin(userId);
  clock.ms += DAY + 1;
  const answers = await Promise.all([sessions.verify(old), sessions.verify(old), sessions.verify(old)]);
  const renewed = answers.flatMap((answer) => answer?.renewed ?? []);
  expect(renewed).toHaveLength(1);
  expect(await known(sessions, old)).toEqual([true]);
  expect((await sessions.verify(renewed[0] ?? ''))?.renewed).toBeNull();
  clock.ms += MINUTE - 1;
  expect(await known(sessions, old, renewed[0] ?? '')).toEqual([true, true]);
  clock.ms += 1;
  expect(await known(sessions, old, renewed[0] ?? '')).toEqual([false, true]);
});

test('verify() gives a replaced secret no successor, within its last minute and after it', async () => {
  const { clock, sessions, old } = await rotated();
  clock.ms += MINUTE - 1;
  expect((await sessions.verify(old))?.renewed).toBeNull();
  clock.ms += 2 * DAY;
  expect(await sessions.verify(old)).toBeNull();
});

test('verify() offers another secret when the first never arrived, and knows both when the first arrives late', async () => {
  const { clock, userId, sessions } = setUp();
  const old = await sessions.begin(userId);
  clock.ms += DAY + 1;
  const late = (await sessions.verify(old))?.renewed ?? '';
  clock.ms += 61_000;
  const second = (await sessions.verify(old))?.renewed ?? '';
  expect(second).not.toBe(late);
  expect(await known(sessions, second, late)).toEqual([true, true]);
  clock.ms += MINUTE;
  expect(await known(sessions, old, second, late)).toEqual([false, true, true]);
});

test('verify() keeps a bounded number of secrets that were never used', async () => {
  const { clock, userId, sessions } = setUp();
  const old = await sessions.begin(userId);
  clock.ms += DAY + 1;
  for (let round = 0; round < 20; round++) {
    expect((await sessions.verify(old))?.renewed).toBeString();
    clock.ms += 61_000;
  }
  const [name = ''] = await server.redis.keys(`*${userId}*:session:*`);
  const fields = Object.keys(await server.redis.hgetall(name));
  expect(fields.filter((field) => field.startsWith('at:'))).toHaveLength(9);
});

test('no earlier or later secret of an ended session opens a new one', async () => {
  const { clock, userId, sessions } = setUp();
  const first = await sessions.begin(userId);
  clock.ms += DAY + 1;
  const unused = (await sessions.verify(first))?.renewed ?? '';
  clock.ms += 61_000;
  const current = (await sessions.verify(first))?.renewed ?? '';
  await sessions.verify(current);
  await sessions.endBySecret(current);
  expect(await known(sessions, first, unused, current)).toEqual([false, false, false]);
  clock.ms += DAY + 1;
  expect(await known(sessions, first, unused, current)).toEqual([false, false, false]);
  expect(await server.redis.keys(`*${userId}*`)).toEqual([]);
});

test('verify() accepts a session also while Redis is read-only, and offers another secret afterwards', async () => {
  const { clock, userId, sessions } = setUp();
  const secret = await sessions.begin(userId);
  clock.ms += DAY + 1;
  await whileRefusing(server, async () => expect((await sessions.verify(secret))?.renewed).toBeNull());
  const renewed = (await sessions.verify(secret))?.renewed ?? '';
  await whileRefusing(server, async () => expect((await sessions.verify(renewed))?.userId).toBe(userId));
});

test('list() shows sessions by browser, most recently used first, without ended ones', async () => {
  const { clock, userId, sessions } = setUp();
  const startedAt = clock.ms;
  const phone = await sessions.begin(userId, { userAgent: `Phone\n\u202e${'x'.repeat(400)}` });
  clock.ms += MINUTE;
  await sessions.begin(userId);
  const gone = await sessions.begin(userId, { userAgent: 'Gone' });
  await sessions.endBySecret(gone);
  clock.ms += 2 * MINUTE;
  await sessions.verify(phone);
  const found = await sessions.list(userId);
  expect(found.map(({ createdAt, lastUsedAt }) => [createdAt - startedAt, lastUsedAt - startedAt])).toEqual([
    [0, 3 * MINUTE],
    [MINUTE, MINUTE],
  ]);
  expect(found.map(({ userAgent }) => userAgent)).toEqual([`Phone${'x'.repeat(295)}`, null]);
});

test('list() drops expired sessions', async () => {
  const { clock, userId, sessions } = setUp();
  await sessions.begin(userId);
  const [name = ''] = await server.redis.keys(`*${userId}*:session:*`);
  await server.redis.unlink(name); // as if it had expired
  clock.ms += SESSION_LIFETIME_MS + 1;
  expect(await sessions.list(userId)).toEqual([]);
  expect(await server.redis.keys(`*${userId}*`)).toEqual([]);
});

test('end() ends one session, and no other user’s', async () => {
  const { userId, sessions } = setUp();
  const [kept, ended] = [await sessions.begin(userId), await sessions.begin(userId)];
  const { sessionId = '' } = (await sessions.verify(ended)) ?? {};
  expect(await sessions.end(crypto.randomUUID(), sessionId)).toBe(false);
  expect(await sessions.end(userId, sessionId)).toBe(true);
  expect(await sessions.end(userId, sessionId)).toBe(false);
  expect(await known(sessions, kept, ended)).toEqual([true, false]);
});

test('endAll() ends every session of the user, with all their secrets', async () => {
  const { userId, sessions, old, renewed } = await rotated();
  const [second, other] = [await sessions.begin(userId), await sessions.begin(crypto.randomUUID())];
  await sessions.endAll(userId);
  expect(await known(sessions, old, renewed, second, other)).toEqual([false, false, false, true]);
  expect(await sessions.list(userId)).toEqual([]);
});

test('begin() ends the session that expires first when a user has too many', async () => {
  const { clock, userId, sessions } = setUp();
  const first = await sessions.begin(userId);
  for (let more = 1; more <= MAX_SESSIONS_PER_USER; more++) {
    clock.ms += 1;
    await sessions.begin(userId);
  }
  expect(await known(sessions, first)).toEqual([false]);
  expect(await sessions.list(userId)).toHaveLength(MAX_SESSIONS_PER_USER);
});
