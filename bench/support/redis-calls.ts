import type { Redis } from '../../platform/redis/connection.ts';

/** How many commands Redis has run since its start, those of its scripts included. */
export async function redisCalls(redis: Redis): Promise<number> {
  const stats = await redis.info('commandstats');
  return [...stats.matchAll(/:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}
