import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSessionStore } from '../../accounts/sessions.ts';
import { createSignInLinkStore } from '../../accounts/sign-in-links.ts';
import { startRedis, type TestRedis, whileRefusing } from '../support/redis.ts';

const DAY = 24 * 60 * 60 * 1000;

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const timeLeft = async (userId: string) => {
  const names = await server.redis.keys(`*${userId}*:session:*`);
  return (await Promise.all(names.map((name) => server.redis.pttl(name)))).sort((a, b) => a - b);
};

test('begin() makes a session for 30 days that verify() knows, and end() ends it at once', async () => {
  const sessions = createSessionStore(server.redis);
  const userId = crypto.randomUUID();
  const secret = await sessions.begin(userId);
  expect(await sessions.verify(secret)).toEqual({ userId, renewed: null });
  const [left = 0] = await timeLeft(userId);
  expect(left).toBeGreaterThan(29.9 * DAY);
  await sessions.end(secret);
  expect(await sessions.verify(secret)).toBeNull();
  expect(await timeLeft(userId)).toEqual([]);
});

test('verify() refuses what was altered or never made', async () => {
  const sessions = createSessionStore(server.redis);
  const secret = await sessions.begin(crypto.randomUUID());
  for (const bad of [
    '',
    'x',
    secret.slice(1),
    `${secret}A`,
    `${secret.slice(0, -4) + secret.slice(-4).toLowerCase()}z`,
  ])
    expect(await sessions.verify(bad)).toBeNull();
});

test('verify() replaces a day-old secret once, and the old one ends after the new one is used', async () => {
  let time = Date.now();
  const sessions = createSessionStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const old = await sessions.begin(userId);
  time += DAY + 1;
  const answers = await Promise.all([sessions.verify(old), sessions.verify(old), sessions.verify(old)]);
  const renewed = answers.flatMap((answer) => answer?.renewed ?? []);
  expect(renewed).toHaveLength(1);
  expect((await timeLeft(userId))[0]).toBeGreaterThan(DAY);
  expect(await sessions.verify(renewed[0] ?? '')).toEqual({ userId, renewed: null });
  const [shortest = 0, longest = 0] = await timeLeft(userId);
  expect(shortest).toBeGreaterThan(0);
  expect(shortest).toBeLessThanOrEqual(60_000);
  expect(longest).toBeGreaterThan(29 * DAY);
});

test('verify() offers another secret when the first never arrived', async () => {
  let time = Date.now();
  const sessions = createSessionStore(server.redis, { now: () => time });
  const old = await sessions.begin(crypto.randomUUID());
  time += DAY + 1;
  const lost = await sessions.verify(old);
  time += 61_000;
  const second = await sessions.verify(old);
  expect(lost?.renewed).toBeString();
  expect(second?.renewed).toBeString();
  expect(second?.renewed).not.toBe(lost?.renewed ?? '');
});

test('verify() knows a session also while Redis takes no writes, and offers another secret afterwards', async () => {
  let time = Date.now();
  const sessions = createSessionStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const secret = await sessions.begin(userId);
  time += DAY + 1;
  await whileRefusing(server, async () => expect(await sessions.verify(secret)).toEqual({ userId, renewed: null }));
  const renewed = (await sessions.verify(secret))?.renewed ?? '';
  await whileRefusing(server, async () => expect(await sessions.verify(renewed)).toEqual({ userId, renewed: null }));
});

test('use() is true once for a link, also when many come at once, and find() gives its address until then', async () => {
  const links = createSignInLinkStore(server.redis);
  const secret = await links.create(' Ada@Example.org');
  expect(await links.find(secret)).toBe('ada@example.org');
  const used = await Promise.all(Array.from({ length: 10 }, () => links.use(secret)));
  expect(used.filter((first) => first)).toHaveLength(1);
  expect([await links.find(secret), await links.find('unknown'), await links.use('unknown')]).toEqual([
    null,
    null,
    false,
  ]);
});

test('create() makes links that end after 15 minutes and keeps no secret', async () => {
  const secret = await createSignInLinkStore(server.redis).create('bob@example.org');
  const names = await server.redis.keys('v1:sign-in:*');
  expect(names.join()).not.toContain(secret);
  for (const name of names) {
    expect(await server.redis.pttl(name)).toBeLessThanOrEqual(15 * 60 * 1000);
    expect(await server.redis.pttl(name)).toBeGreaterThan(0);
  }
});
