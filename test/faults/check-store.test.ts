import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createPieceStore } from '../../notes/store/pieces.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { checkStore } from './support/check-store.ts';
import { type Damage, makeEverything } from './support/everything.ts';

/* A checker that finds nothing must be able to find something: this damages everything that it claims to check. */

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => server.redis.flushall());
afterAll(() => server.stop());

const redis = () => server.redis;
const make = () => makeEverything(server.redis, async () => {});

const STORE_DAMAGES: readonly Damage[] = [
  ['a key that nobody knows', () => redis().set('v1:stray', 1), () => 'v1:stray: no such key is known'],
  [
    'a key that would never go',
    async ({ organizationId }) => redis().persist(keys.usage(organizationId, 'a:b {c}')),
    ({ organizationId }) => `${keys.usage(organizationId, 'a:b {c}')}: it never goes`,
  ],
  [
    'a key that would go',
    ({ userId }) => redis().expire(keys.user(userId), 1_000),
    ({ userId }) => `${keys.user(userId)}: it goes`,
  ],
  ['an address that leads to nobody', ({ userId }) => redis().unlink(keys.user(userId)), () => 'it leads to nobody'],
  [
    'an address that leads to another',
    ({ userId }) => redis().hset(keys.user(userId), 'email', 'eve@example.org'),
    ({ userId }) => `${keys.user(userId)}: its address leads to another`,
  ],
  [
    'a list that names what is not there',
    ({ userId, tokenId }) => redis().unlink(keys.token(userId, tokenId)),
    ({ userId, tokenId }) => `${keys.tokens(userId)}: ${tokenId} is not there`,
  ],
  [
    'a tag that no list has',
    ({ userId }) => redis().hdel(keys.tags(userId), 'shopping'),
    ({ userId, tagId }) => `tag ${userId} ${tagId}: no list has it`,
  ],
  [
    'a tag under a name that is not its own',
    ({ userId, tagId }) => redis().hset(keys.tag(userId, tagId), 'name', 'Work'),
    ({ userId, tagId }) => `${keys.tags(userId)}: ${tagId} has another name`,
  ],
  [
    'an enterprise key that no list has',
    ({ organizationId, keyId }) => redis().srem(keys.enterpriseKeys(organizationId), keyId),
    ({ organizationId, keyId }) => `enterpriseKey ${organizationId} ${keyId}: no list has it`,
  ],
  [
    'an organization that no list has',
    ({ organizationId }) => redis().srem(keys.organizations(), organizationId),
    ({ organizationId }) => `organization ${organizationId}: no list has it`,
  ],
  [
    'an organization that is not there',
    ({ organizationId }) => redis().unlink(keys.organization(organizationId)),
    ({ organizationId }) => `${keys.organizations()}: ${organizationId} is not there`,
  ],
  [
    'a log without its endpoint',
    async ({ userId, endpointId }) => {
      await redis().unlink(keys.webhookEndpoint(userId, endpointId));
      await redis().srem(keys.webhookEndpoints(userId), endpointId);
    },
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: its endpoint is not there`,
  ],
  [
    'an attempt that is not in the log',
    ({ userId, endpointId }) => redis().hdel(keys.webhookAttempts(userId, endpointId), 'msg_1.1'),
    ({ userId, endpointId }) =>
      `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 has another time, or is not there`,
  ],
  [
    'an attempt without a time',
    ({ userId, endpointId }) => redis().zrem(keys.webhookAttemptTimes(userId, endpointId), 'msg_1.1'),
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 has no time`,
  ],
  [
    'an attempt under another id',
    async ({ userId, endpointId }) => {
      const name = keys.webhookAttempts(userId, endpointId);
      await redis().hset(name, 'msg_1.1', ((await redis().hget(name, 'msg_1.1')) ?? '').replace('msg_1.1', 'msg_9.1'));
    },
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 is msg_9.1`,
  ],
  [
    'an attempt that has ended and is under way',
    ({ userId, endpointId }) => redis().zadd(keys.webhookInFlight(userId, endpointId), 1, 'msg_1.1'),
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 has ended and is under way`,
  ],
  [
    'an event that waits for nothing',
    ({ userId, endpointId }) => redis().zadd(keys.webhookPending(userId, endpointId), 7, 'msg_1'),
    ({ userId, endpointId }) => `${keys.webhookPending(userId, endpointId)}: msg_1 is due at another time`,
  ],
  [
    'an event that nobody waits for',
    ({ userId, endpointId }) => redis().unlink(keys.webhookPending(userId, endpointId)),
    ({ userId, endpointId }) => `${keys.webhookPending(userId, endpointId)}: msg_2 is missing`,
  ],
  [
    'pieces of a run that has ended',
    ({ userId, noteIds }) =>
      createPieceStore(redis()).add(userId, noteIds[0] ?? '', 1, { start: 0, end: 1, segments: [] }),
    ({ userId, noteIds }) => `${keys.pieces(userId, noteIds[0] ?? '', 1)}: its run has ended`,
  ],
  [
    'a posting that is left over',
    ({ userId }) => redis().hset(keys.postings(userId), 'honey:0', Buffer.from([0, 1])),
    ({ userId }) => `user ${userId}: postings: honey:0 differs`,
  ],
];

describe('checkStore()', () => {
  test('finds nothing in a consistent Redis', async () => {
    await make();
    expect(await checkStore(server.redis)).toEqual([]);
  });

  test.each(STORE_DAMAGES)('reports %s', async (_what, damage, problem) => {
    const all = await make();
    await damage(all);
    expect((await checkStore(server.redis)).join('\n')).toContain(problem(all));
  });
});
