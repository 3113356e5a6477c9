import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSignInLinkStore } from '../../accounts/sign-in-links.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test('use() is true once per link, also for concurrent callers, and find() returns its address until then', async () => {
  const links = createSignInLinkStore(server.redis);
  const secret = await links.create('ada@example.org');
  expect(await links.find(secret)).toBe('ada@example.org');
  const used = await Promise.all(Array.from({ length: 10 }, () => links.use(secret)));
  expect(used.filter((first) => first)).toHaveLength(1);
  expect([await links.find(secret), await links.find('unknown'), await links.use('unknown')]).toEqual([
    null,
    null,
    false,
  ]);
});

test('create() creates links that expire after 15 minutes, and stores no secret', async () => {
  const secret = await createSignInLinkStore(server.redis).create('bob@example.org');
  const names = await server.redis.keys('v1:sign-in:*');
  expect(names.join()).not.toContain(secret);
  for (const name of names) {
    expect(await server.redis.pttl(name)).toBeLessThanOrEqual(15 * 60 * 1000);
    expect(await server.redis.pttl(name)).toBeGreaterThan(0);
  }
});
