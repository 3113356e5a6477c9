import type { Redis } from './connection.ts';

const BATCH = 1_000;

/** Every key of a user, in batches. A key that exists throughout is returned at least once. */
export async function* userKeys(redis: Redis, userId: string): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', `v1:{${userId}}:*`, 'COUNT', BATCH);
    if (found.length > 0) yield found;
    cursor = next;
  } while (cursor !== '0');
}

/** Members of a sorted set that match a pattern, in batches. */
export async function* membersLike(redis: Redis, key: string, pattern: string): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, rows] = await redis.zscan(key, cursor, 'MATCH', pattern, 'COUNT', BATCH);
    const members = rows.filter((_, index) => index % 2 === 0);
    if (members.length > 0) yield members;
    cursor = next;
  } while (cursor !== '0');
}
