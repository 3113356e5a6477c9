import { Cluster } from 'ioredis';
import { connectRedis, masterNodes, pingRedis, type Redis } from '../../platform/redis/connection.ts';
import type { RedisSettings } from '../../platform/redis/options.ts';
import { eventually } from './eventually.ts';

/** Names the Redis that all tests of this process share, as JSON of its settings: a cluster, or one behind sentinels. */
export const SHARED_REDIS = 'SOTTO_TEST_REDIS';

export function sharedRedis(): RedisSettings | undefined {
  const settings = process.env[SHARED_REDIS];
  return settings === undefined ? undefined : (JSON.parse(settings) as RedisSettings);
}

/** Connects to the shared Redis and empties it. One file may use it at a time. */
export async function connectShared(settings: RedisSettings): Promise<Redis> {
  const redis = connectRedis(settings);
  redis.on('error', () => {}); // refused until a node answers
  await eventually('the shared Redis answers', () => pingRedis(redis).then(() => true), { timeoutMs: 30_000 });
  if (redis instanceof Cluster) askAllMasters(redis);
  await redis.flushall();
  return redis;
}

/** A cluster answers these commands for one node only. A test means all of them. */
function askAllMasters(cluster: Cluster): void {
  const all = <T>(ask: (node: ReturnType<typeof masterNodes>[number]) => Promise<T>) =>
    Promise.all(masterNodes(cluster).map(ask));
  Object.assign(cluster, {
    keys: async (pattern: string) => (await all((node) => node.keys(pattern))).flat(),
    dbsize: async () => (await all((node) => node.dbsize())).reduce((sum, size) => sum + size, 0),
    flushall: async () => (await all((node) => node.flushall()))[0],
    config: (...args: ['RESETSTAT']) => all((node) => node.config(...args)),
    info: async (section: string) => (await all((node) => node.info(section))).join('\n'),
  });
}

/** The configuration of a process that uses this Redis. */
export function redisEnvironment({ url, cluster, sentinelMaster }: RedisSettings): Record<string, string> {
  return {
    REDIS_URL: url,
    ...(cluster ? { REDIS_CLUSTER: 'true' } : {}),
    ...(sentinelMaster === undefined ? {} : { REDIS_SENTINEL_MASTER: sentinelMaster }),
  };
}
