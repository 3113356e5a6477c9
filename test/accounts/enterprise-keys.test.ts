import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { createEnterpriseKeyStore, keyState } from '../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../accounts/organizations.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const NOW = 1_700_000_000_000;
let server: TestRedis;
let organizationId: string;

beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.redis.flushall();
  organizationId = (await createOrganizationStore(server.redis).create({ name: 'Acme' })).organizationId;
});

const store = (nowMs = NOW) => createEnterpriseKeyStore(server.redis, { now: () => nowMs });

async function makeKey(given: { label?: string; expiresAt?: number } = {}) {
  const made = await store().create(organizationId, { label: 'Backend', ...given });
  if (!made) throw new Error('no key was made');
  return made;
}

/** The whole content of Redis as one text. */
async function everything(): Promise<string> {
  const names = await server.redis.keys('*');
  const dumps = await Promise.all(names.map((name) => server.redis.dump(name)));
  const hashes = await Promise.all(
    names.map(async (name) => ((await server.redis.type(name)) === 'hash' ? server.redis.hgetall(name) : {})),
  );
  return JSON.stringify([names, dumps, hashes]);
}

test('create() returns a secret whose key findBySecret() finds, with every field', async () => {
  const { key, secret } = await makeKey({ expiresAt: NOW + 1000 });
  expect(secret).toMatch(/^sotto_key_[A-Za-z0-9_-]{54}$/);
  expect(key).toEqual({
    keyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    organizationId,
    label: 'Backend',
    last4: secret.slice(-4),
    createdAt: NOW,
    expiresAt: NOW + 1000,
  });
  expect(await store().findBySecret(secret)).toEqual(key);
  expect(await store().get(organizationId, key.keyId)).toEqual(key);
});

test('create() stores neither the secret nor its random part', async () => {
  const { secret } = await makeKey();
  const kept = await everything();
  expect(kept).toContain(organizationId);
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(secret.slice(-32));
});

test('create() returns null for an unknown organization and writes nothing', async () => {
  const stranger = randomUUID();
  expect(await store().create(stranger, { label: 'Backend' })).toBeNull();
  expect(await server.redis.exists(keys.enterpriseKeys(stranger))).toBe(0);
});

test.each([
  [{ label: ' ' }, "'label' must have 1 to 200 characters"],
  [{ label: 'x'.repeat(201) }, "'label' must have 1 to 200 characters: it has 201"],
  [{ label: 'Backend', expiresAt: NOW }, "'expiresAt' must lie in the future"],
  [{ label: 'Backend', expiresAt: Number.NaN }, "'expiresAt' must lie in the future"],
])('create() refuses a bad key: %#', async (given, message) => {
  await expect(store().create(organizationId, given)).rejects.toThrow(message);
  expect(await store().list(organizationId)).toEqual([]);
});

test('findBySecret() finds nothing for a secret that differs in any place', async () => {
  const { secret } = await makeKey();
  for (let at = 0; at < secret.length; at += 1) {
    const wrong = secret.slice(0, at) + (secret[at] === 'A' ? 'B' : 'A') + secret.slice(at + 1);
    expect(await store().findBySecret(wrong)).toBeNull();
  }
});

test.each([
  '',
  'sotto_key_',
  'sotto_pat_abc',
  `sotto_key_${'A'.repeat(54)}`,
  `sotto_key_${'*'.repeat(54)}`,
  'x'.repeat(9000),
])('findBySecret() finds nothing for what no key looks like: %#', async (secret) => {
  await makeKey();
  expect(await store().findBySecret(secret)).toBeNull();
});

test('findBySecret() makes the same number of Redis calls for a wrong, a malformed and a right secret', async () => {
  const { secret } = await makeKey();
  const calls = async (text: string) => {
    await server.redis.config('RESETSTAT');
    await store().findBySecret(text);
    const stats = await server.redis.info('commandstats');
    return /cmdstat_hgetall:calls=(\d+)/.exec(stats)?.[1];
  };
  expect(await calls(secret)).toBe('1');
  expect(await calls(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe('1');
  expect(await calls('nonsense')).toBe('1');
});

test('findBySecret() refuses a key whose stored hash differs', async () => {
  const { key, secret } = await makeKey();
  await server.redis.hset(keys.enterpriseKey(organizationId, key.keyId), 'hash', '0'.repeat(64));
  expect(await store().findBySecret(secret)).toBeNull();
});

test('revoke() stops a key, keeps the time of the first call and shows it in the list', async () => {
  const { key, secret } = await makeKey();
  expect(await store(NOW + 5).revoke(organizationId, key.keyId)).toBe(true);
  expect(await store(NOW + 9).revoke(organizationId, key.keyId)).toBe(true);
  const revoked = { ...key, revokedAt: NOW + 5 };
  expect(await store().findBySecret(secret)).toEqual(revoked);
  expect(await store().list(organizationId)).toEqual([revoked]);
  expect(keyState(revoked, NOW)).toBe('revoked');
});

test('revoke() is false for an unknown key and for the key of another organization', async () => {
  const { key } = await makeKey();
  expect(await store().revoke(organizationId, randomUUID())).toBe(false);
  expect(await store().revoke(randomUUID(), key.keyId)).toBe(false);
  expect(await store().list(organizationId)).toEqual([key]);
});

test('touch() records the use of a key, at most once a minute', async () => {
  const { key } = await makeKey();
  const used = async (atMs: number) => {
    const known = await store().get(organizationId, key.keyId);
    if (known) await store(atMs).touch(known);
    return (await store().get(organizationId, key.keyId))?.lastUsedAt;
  };
  expect(await used(NOW + 1_000)).toBe(NOW + 1_000);
  expect(await used(NOW + 61_000)).toBe(NOW + 1_000);
  expect(await used(NOW + 61_001)).toBe(NOW + 61_001);
});

test('touch() writes nothing for a key that was revoked or deleted meanwhile', async () => {
  const { key } = await makeKey();
  await store().revoke(organizationId, key.keyId);
  await store(NOW + 1_000).touch(key);
  expect((await store().get(organizationId, key.keyId))?.lastUsedAt).toBeUndefined();
  const gone = { ...key, keyId: randomUUID() };
  await store().touch(gone);
  expect(await server.redis.exists(keys.enterpriseKey(organizationId, gone.keyId))).toBe(0);
});

test('list() is newest first and knows only the organization’s own keys', async () => {
  const other = await createOrganizationStore(server.redis).create({ name: 'Other' });
  const old = await store(NOW).create(organizationId, { label: 'old' });
  const recent = await store(NOW + 1).create(organizationId, { label: 'recent' });
  await store().create(other.organizationId, { label: 'other' });
  expect((await store().list(organizationId)).map((key) => key.label)).toEqual(['recent', 'old']);
  expect([old?.key.organizationId, recent?.key.organizationId]).toEqual([organizationId, organizationId]);
});

test('keyState() expires a key at its expiry time, and prefers revoked', async () => {
  const { key } = await makeKey({ expiresAt: NOW + 1000 });
  expect(keyState(key, NOW + 999)).toBe('active');
  expect(keyState(key, NOW + 1000)).toBe('expired');
  expect(keyState({ ...key, revokedAt: NOW }, NOW + 1000)).toBe('revoked');
});
