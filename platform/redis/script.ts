import { createHash } from 'node:crypto';
import type { Redis } from './connection.ts';

/** Runs a Lua script: all keys that it touches, then its arguments. */
export type Script = (keys: readonly string[], args: readonly (string | number | Buffer)[]) => Promise<unknown>;

/** Prepares a Lua script that Redis runs as one step. It travels once; later calls name it by its digest. */
export function defineScript(redis: Redis, lua: string): Script {
  const digest = createHash('sha1').update(lua).digest('hex');
  return async function runScript(keys, args) {
    try {
      return await redis.evalsha(digest, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(lua, keys.length, ...keys, ...args);
    }
  };
}
