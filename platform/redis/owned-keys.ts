import { masterNodes, type Redis } from './connection.ts';

const BATCH = 500;

/**
 * Iterates over the names of keys that match a glob pattern. It scans all of Redis, so it is for operators' commands
 * only. A key that is written meanwhile may be missed, and a key may be returned twice.
 */
export async function* scanKeys(redis: Redis, pattern: string): AsyncGenerator<string> {
  for (const node of masterNodes(redis)) {
    let cursor = '0';
    do {
      const [next, names] = await node.scan(cursor, 'MATCH', pattern, 'COUNT', BATCH);
      cursor = next;
      yield* names;
    } while (cursor !== '0');
  }
}

/**
 * Removes every key that has the id of a user or an organization as its hash tag.
 * @returns how many
 */
export async function removeOwnedKeys(redis: Redis, ownerId: string): Promise<number> {
  let removed = 0;
  for await (const name of scanKeys(redis, `v1:{${ownerId}}:*`)) removed += await redis.unlink(name);
  return removed;
}
