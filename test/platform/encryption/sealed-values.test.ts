import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { createSignInLinkStore } from '../../../accounts/sign-in-links.ts';
import { createUserStore } from '../../../accounts/users.ts';
import { rotateSealedFields } from '../../../admin/sealed-fields.ts';
import { checkSealingKeys, WrongKeysError } from '../../../platform/encryption/key-check.ts';
import { createSealing, keyIdOf, SealedValueError } from '../../../platform/encryption/sealed-values.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { createSigningSecret } from '../../../webhooks/secret.ts';
import { createWebhookAttemptStore } from '../../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../../../webhooks/store/endpoints.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

const key = () => new Uint8Array(randomBytes(32));
const [k1, k2] = [key(), key()];
const plain = createSealing(undefined);
const old = createSealing(new Map([['k1', k1]]));
const both = createSealing(
  new Map([
    ['k2', k2],
    ['k1', k1],
  ]),
);
const current = createSealing(new Map([['k2', k2]]));

describe('createSealing()', () => {
  test('seals with the first key, and opens with each of them', () => {
    const sealed = old.seal('a secret', 'place');
    expect(sealed).not.toContain('secret');
    expect([keyIdOf(sealed), old.open(sealed, 'place'), both.open(sealed, 'place')]).toEqual([
      'k1',
      'a secret',
      'a secret',
    ]);
    expect(keyIdOf(both.seal('a secret', 'place'))).toBe('k2');
    expect(old.seal('a secret', 'place')).not.toBe(sealed);
  });

  test('without keys it leaves values as they are, and a value that was never sealed is read as it is', () => {
    expect(plain.seal('whsec_x', 'place')).toBe('whsec_x');
    expect([plain.open('whsec_x', 'place'), both.open('whsec_x', 'place')]).toEqual(['whsec_x', 'whsec_x']);
    expect(['whsec_x', old.seal('x', 'p'), both.seal('x', 'p')].map(both.isStale)).toEqual([true, true, false]);
  });

  test.each([
    ['moved to another record', () => both.open(old.seal('x', 'place'), 'elsewhere')],
    ['changed', () => old.open(`${old.seal('x', 'place').slice(0, -2)}AA`, 'place')],
    ['opened with another key of that id', () => createSealing(new Map([['k1', k2]])).open(old.seal('x', 'p'), 'p')],
    ['opened without its key', () => current.open(old.seal('x', 'p'), 'p')],
    ['opened without keys', () => plain.open(old.seal('x', 'p'), 'p')],
  ])('refuses a value that was %s', (_, open) => {
    expect(open).toThrow(SealedValueError);
    expect(open).toThrow(/'k1'/);
  });
});

describe('in Redis', () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  const settings = { url: 'https://hook.example.org/', description: null, eventTypes: ['note.processed'] as const };
  const userId = crypto.randomUUID();

  /** The whole content of Redis as text. */
  async function dump(): Promise<string> {
    const { redis } = server;
    const found = await Promise.all(
      (await redis.keys('*')).map(async (name) => {
        const type = await redis.type(name);
        const value =
          type === 'hash' ? redis.hgetall(name) : type === 'string' ? redis.get(name) : redis.smembers(name);
        return [name, await value];
      }),
    );
    return JSON.stringify(found);
  }

  test('a dump holds no signing secret and no address; they are read, used and rotated', async () => {
    const { redis } = server;
    const secrets = [createSigningSecret(), createSigningSecret()] as const;
    const endpoints = (sealing = both) => createWebhookEndpointStore(redis, { sealing });
    const before = await createWebhookEndpointStore(redis).create(userId, settings, secrets[0]); // not sealed
    const endpointId = before?.endpointId ?? '';
    expect(await endpoints().secrets(userId, endpointId)).toEqual([secrets[0]]);
    const other = await endpoints(old).create(userId, settings, secrets[0]);
    await endpoints().rotateSecret(userId, endpointId, secrets[1]);
    const ada = await createUserStore(redis, { sealing: old }).ensure({ email: 'ada@example.org' });
    const link = await createSignInLinkStore(redis, { sealing: old }).create('ada@example.org');

    expect(await rotateSealedFields(redis, both)).toEqual({ checked: 3, encrypted: 3 });
    expect(await rotateSealedFields(redis, both)).toEqual({ checked: 3, encrypted: 0 });
    const dumped = await dump();
    for (const text of [...secrets, 'whsec_', 'ada@example.org']) expect(dumped).not.toContain(text);

    expect(await endpoints(current).secrets(userId, endpointId)).toEqual([secrets[1], secrets[0]]);
    expect(await endpoints(current).secrets(userId, other?.endpointId ?? '')).toEqual([secrets[0]]);
    const attempt = { userId, endpointId, attemptId: 'a', generation: null, concurrency: 10 };
    const begun = await createWebhookAttemptStore(redis, { sealing: current }).begin(attempt);
    expect(begun).toMatchObject({ kind: 'go', secrets: [secrets[1], secrets[0]] });
    const users = createUserStore(redis, { sealing: current });
    expect(await users.findByEmail('Ada@example.org')).toEqual(ada);
    expect(await users.list()).toEqual([ada]);
    // Links live for 15 minutes and are not rotated.
    expect(await createSignInLinkStore(redis, { sealing: both }).find(link)).toBe('ada@example.org');
  });

  test('checkSealingKeys() refuses keys that do not open what Redis holds', async () => {
    const { redis } = server;
    await redis.del(keys.sealingMarker());
    await checkSealingKeys(redis, plain); // nothing was ever sealed
    await checkSealingKeys(redis, old);
    await checkSealingKeys(redis, both);
    for (const wrong of [plain, current, createSealing(new Map([['k1', k2]]))]) {
      const refused = checkSealingKeys(redis, wrong);
      await expect(refused).rejects.toBeInstanceOf(WrongKeysError);
      await expect(refused).rejects.toThrow("encrypted with the key 'k1': put it into TEMPORAL_ENCRYPTION_KEYS");
    }
    await rotateSealedFields(redis, both);
    await checkSealingKeys(redis, current);
    await expect(checkSealingKeys(redis, old)).rejects.toBeInstanceOf(WrongKeysError);
  });
});
