import type { Redis } from '../redis/connection.ts';
import { keys } from '../redis/keys.ts';

export type RecordingExpiries = ReturnType<typeof createRecordingExpiries>;

/** When recordings that are kept for a time only are to go. Written before the recording, so that none is forgotten. */
export function createRecordingExpiries(redis: Redis) {
  return {
    /** @param at epoch milliseconds */
    async expect(object: string, at: number): Promise<void> {
      await redis.zadd(keys.recordingExpiries(), at, object);
    },
    /** Those whose time has come, the oldest first, without the first `skip`. */
    async due(now: number, { skip, count }: { skip: number; count: number }): Promise<string[]> {
      return redis.zrangebyscore(keys.recordingExpiries(), 0, now, 'LIMIT', skip, count);
    },
    /** Forgets recordings that are gone. */
    async forget(objects: readonly string[]): Promise<void> {
      if (objects.length > 0) await redis.zrem(keys.recordingExpiries(), ...objects);
    },
  };
}
