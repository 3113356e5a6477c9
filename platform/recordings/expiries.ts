import type { Redis } from '../redis/connection.ts';
import { keys } from '../redis/keys.ts';

export type RecordingExpiries = ReturnType<typeof createRecordingExpiries>;

/** Audio that no record refers to after a crash is deleted after this time. */
export const UNCLAIMED_AUDIO_MS = 60 * 60 * 1000;

/** The expiry times of temporary recordings. Each is written before its recording, so that none is forgotten. */
export function createRecordingExpiries(redis: Redis) {
  return {
    /** @param at epoch milliseconds */
    async expect(object: string, at: number): Promise<void> {
      await redis.zadd(keys.recordingExpiries(), at, object);
    },
    /** Expired recordings, the oldest first, without the first `skip`. */
    async due(now: number, { skip, count }: { skip: number; count: number }): Promise<string[]> {
      return redis.zrangebyscore(keys.recordingExpiries(), 0, now, 'LIMIT', skip, count);
    },
    /** Removes the entries of recordings that are deleted. */
    async forget(objects: readonly string[]): Promise<void> {
      if (objects.length > 0) await redis.zrem(keys.recordingExpiries(), ...objects);
    },
  };
}
