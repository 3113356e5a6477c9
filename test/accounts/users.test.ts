import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createUserStore } from '../../accounts/users.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test('ensure() creates a user once, whatever the case of the address', async () => {
  const users = createUserStore(server.redis, { now: () => 1_000 });
  const made = await users.ensure({ email: ' Ada@Example.org ' });
  expect(made).toEqual({ userId: made.userId, email: 'ada@example.org', createdAt: 1_000 });
  expect(await users.ensure({ email: 'ADA@example.ORG' })).toEqual(made);
  expect(await users.get(made.userId)).toEqual(made);
});

test('ensure() returns the same user to many concurrent callers', async () => {
  const users = createUserStore(server.redis);
  const made = await Promise.all(Array.from({ length: 20 }, () => users.ensure({ email: 'many@example.org' })));
  expect(new Set(made.map((user) => user.userId)).size).toBe(1);
});

test('ensure() recovers from a crash between claiming the address and saving the user', async () => {
  const users = createUserStore(server.redis);
  const made = await users.ensure({ email: 'crash@example.org' });
  await server.redis.unlink(`v1:{${made.userId}}:user`);
  expect(await users.get(made.userId)).toBeNull();
  expect((await users.ensure({ email: 'crash@example.org' })).userId).toBe(made.userId);
  expect(await users.get(made.userId)).not.toBeNull();
});

test('get() returns null for an unknown user', async () => {
  expect(await createUserStore(server.redis).get('00000000-0000-4000-8000-000000000000')).toBeNull();
});

test('no Redis key contains an e-mail address', async () => {
  await createUserStore(server.redis).ensure({ email: 'hidden@example.org' });
  const names = await server.redis.keys('*');
  expect(names.filter((name) => name.includes('hidden') || name.includes('example'))).toEqual([]);
});

test('findByEmail() finds a user whatever the case of the address, and creates none', async () => {
  const users = createUserStore(server.redis);
  const made = await users.ensure({ email: 'found@example.org' });
  expect(await users.findByEmail(' FOUND@example.org')).toEqual(made);
  expect(await users.findByEmail('lost@example.org')).toBeNull();
  expect(await users.findByEmail('lost@example.org')).toBeNull();
});
