import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createOwnedSet } from '../../../platform/redis/owned-set.ts';
import { eventually } from '../../support/eventually.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const removals = async () => /cmdstat_zrem:calls=(\d+)/.exec(await server.redis.info('commandstats'))?.[1];

test('settleSoon() settles members of several owners in one command, and leaves the others', async () => {
  const set = createOwnedSet(server.redis, 'open');
  for (const id of ['a', 'b', 'c']) await set.begin(`owner-${id}`, id);
  set.settleSoon('owner-a', 'a');
  set.settleSoon('owner-c', 'c');
  await eventually('two are settled', async () => {
    expect(await server.redis.zrange('open', '0', '-1')).toEqual(['owner-b/b']);
    return true;
  });
  expect(await removals()).toBe('1');
  set.settleSoon('owner-b', 'b');
  await eventually('the last is settled', async () => (await server.redis.exists('open')) === 0);
  expect(await removals()).toBe('2');
});
