import type { Redis } from '../../../platform/redis/connection.ts';
import { scanKeys } from '../../../platform/redis/scan.ts';

/** The kinds of a user's keys in Redis, without `except`. */
export async function ownKeys(redis: Redis, userId: string, except: readonly string[]): Promise<string[]> {
  const kinds = new Set<string>();
  const prefix = `v1:{${userId}}:`;
  for await (const names of scanKeys(redis, `${prefix}*`)) {
    for (const name of names) kinds.add(name.slice(prefix.length).split(':')[0] ?? '');
  }
  return [...kinds].filter((kind) => !except.includes(kind)).sort();
}
