import { masterNodes, type Redis } from './connection.ts';

const BATCH = 1_000;

/**
 * Yields the names of keys that match a glob pattern, in batches, from every node that stores keys. A key that exists
 * throughout is returned at least once, unless its slot moves to another node meanwhile. It scans all of Redis, so no
 * request may wait for it.
 */
export async function* scanKeys(redis: Redis, pattern: string): AsyncGenerator<string[]> {
  for (const node of masterNodes(redis)) {
    let cursor = '0';
    do {
      const [next, names] = await node.scan(cursor, 'MATCH', pattern, 'COUNT', BATCH);
      if (names.length > 0) yield names;
      cursor = next;
    } while (cursor !== '0');
  }
}

/** Yields members of a sorted set that match a glob pattern, in batches. */
export async function* scanMembers(redis: Redis, key: string, pattern: string): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, rows] = await redis.zscan(key, cursor, 'MATCH', pattern, 'COUNT', BATCH);
    const members = rows.filter((_, index) => index % 2 === 0);
    if (members.length > 0) yield members;
    cursor = next;
  } while (cursor !== '0');
}
