import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTokenStore, MAX_TOKENS_PER_USER } from '../../accounts/tokens.ts';
import { startRedis, type TestRedis, whileRefusing } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const userId = '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e';

test('create() returns a secret that verify() accepts, and stores only its hash', async () => {
  const tokens = createTokenStore(server.redis, { now: () => 5_000 });
  const made = await tokens.create(userId, { name: 'laptop', scopes: ['notes:read', 'notes:write'] });
  expect(made?.secret).toMatch(/^sotto_pat_[\w-]{54}$/);
  expect(made?.token).toMatchObject({
    userId,
    name: 'laptop',
    scopes: ['notes:read', 'notes:write'],
    createdAt: 5_000,
  });
  const { tokenId, scopes } = made?.token ?? { tokenId: '', scopes: [] };
  expect(await tokens.verify(made?.secret ?? '')).toEqual({ tokenId, userId, scopes });
  for (const key of await server.redis.keys('*')) {
    const type = await server.redis.type(key);
    const kept =
      type === 'hash' ? JSON.stringify(await server.redis.hgetall(key)) : String(await server.redis.type(key));
    expect(key + kept).not.toContain(made?.secret.slice('sotto_pat_'.length));
  }
});

test('verify() refuses an altered, shortened, extended or unknown secret', async () => {
  const tokens = createTokenStore(server.redis);
  const secret = (await tokens.create(userId, { name: 'a', scopes: ['notes:read'] }))?.secret ?? '';
  const other = secret.slice(0, -3) + (secret.endsWith('AAA') ? 'BBB' : 'AAA');
  for (const bad of [
    '',
    'sotto_pat_',
    secret.slice(0, -1),
    `${secret}A`,
    other,
    secret.replace('pat', 'key'),
    ` ${secret}`,
  ])
    expect(await tokens.verify(bad)).toBeNull();
});

test('verify() refuses a token from the moment at which it expires', async () => {
  let time = 1_000_000;
  const tokens = createTokenStore(server.redis, { now: () => time });
  const owner = crypto.randomUUID();
  const given = { name: 'a', scopes: ['notes:read'], expiresAt: 2_000_000 } as const;
  const secret = (await tokens.create(owner, given))?.secret ?? '';
  expect((await tokens.list(owner))[0]?.expiresAt).toBe(2_000_000);
  time = 1_999_999;
  expect((await tokens.verify(secret))?.userId).toBe(owner);
  time = 2_000_000;
  expect(await tokens.verify(secret)).toBeNull();
});

test.each([[1_000_000], [999_999], [Number.NaN], [1_000_000.5]])('create() refuses to expire at %d', (expiresAt) => {
  const tokens = createTokenStore(server.redis, { now: () => 1_000_000 });
  const made = tokens.create(crypto.randomUUID(), { name: 'a', scopes: [], expiresAt });
  expect(made).rejects.toThrow("'expiresAt' must lie in the future");
});

test('verify() notes the last use to the minute', async () => {
  let time = 1_000_000;
  const tokens = createTokenStore(server.redis, { now: () => time });
  const owner = crypto.randomUUID();
  const secret = (await tokens.create(owner, { name: 'a', scopes: ['notes:read'] }))?.secret ?? '';
  const lastUsed = async () => (await tokens.list(owner))[0]?.lastUsedAt;
  expect(await lastUsed()).toBeUndefined();
  await tokens.verify(secret);
  expect(await lastUsed()).toBe(1_000_000);
  time += 59_000;
  await tokens.verify(secret);
  expect(await lastUsed()).toBe(1_000_000);
  time += 2_000;
  await tokens.verify(secret);
  expect(await lastUsed()).toBe(1_061_000);
});

test('verify() accepts a token also while Redis is read-only', async () => {
  let time = 1_000_000;
  const tokens = createTokenStore(server.redis, { now: () => time });
  const secret = (await tokens.create(userId, { name: 'a', scopes: ['notes:read'] }))?.secret ?? '';
  time += 24 * 60 * 60 * 1000;
  await whileRefusing(server, async () => expect((await tokens.verify(secret))?.userId).toBe(userId));
});

test('list() gives a user only their own tokens, newest first and without hashes', async () => {
  let time = 0;
  const tokens = createTokenStore(server.redis, { now: () => (time += 1) });
  const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await tokens.create(mine, { name: 'first', scopes: ['notes:read'] });
  await tokens.create(other, { name: 'foreign', scopes: ['notes:read'] });
  await tokens.create(mine, { name: 'second', scopes: [] });
  const listed = await tokens.list(mine);
  expect(listed.map((token) => token.name)).toEqual(['second', 'first']);
  expect(listed.map((token) => token.scopes)).toEqual([[], ['notes:read']]);
  expect(JSON.stringify(listed)).not.toContain('hash');
});

test('revoke() ends a token at once, leaves no trace and returns whether it existed', async () => {
  const tokens = createTokenStore(server.redis);
  const owner = crypto.randomUUID();
  const made = await tokens.create(owner, { name: 'a', scopes: ['notes:read'] });
  const tokenId = made?.token.tokenId ?? '';
  expect(await tokens.revoke(crypto.randomUUID(), tokenId)).toBe(false);
  expect(await tokens.verify(made?.secret ?? '')).not.toBeNull();
  expect(await tokens.revoke(owner, tokenId)).toBe(true);
  expect(await tokens.verify(made?.secret ?? '')).toBeNull();
  expect(await tokens.revoke(owner, tokenId)).toBe(false);
  expect(await server.redis.keys(`*${owner}*`)).toEqual([]);
});

test("create() refuses a token over the user's limit, also for concurrent callers", async () => {
  const tokens = createTokenStore(server.redis);
  const owner = crypto.randomUUID();
  const made = await Promise.all(
    Array.from({ length: MAX_TOKENS_PER_USER + 5 }, () => tokens.create(owner, { name: 'a', scopes: [] })),
  );
  expect(made.filter((token) => token === null)).toHaveLength(5);
  expect(await tokens.list(owner)).toHaveLength(MAX_TOKENS_PER_USER);
});
