import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a user or an organization did on one day in UTC. Durations are seconds of audio. */
export interface UsageDay {
  /** Such as `2026-11-22`. */
  readonly day: string;
  /** Notes that were processed; a note that was processed again counts again. */
  readonly notes: number;
  readonly noteSeconds: number;
  readonly dictations: number;
  readonly dictationSeconds: number;
  /** How many of the dictations failed. */
  readonly failedDictations: number;
}

export type DailyUsage = ReturnType<typeof createDailyUsage>;

/** Counts usage per day. The count of a day expires after the retention time. */
export function createDailyUsage(
  redis: Redis,
  { retentionMs, now = Date.now }: { readonly retentionMs: number; readonly now?: () => number },
) {
  return {
    /** Counts a note that was processed today. */
    async countNote(userId: string, audioSeconds: number): Promise<void> {
      const key = keys.usageDay(userId, dayOf(now()));
      const noteMs = Math.round(audioSeconds * 1000);
      // In one transaction, so that no count is left without an expiry.
      await redis.multi().hincrby(key, 'notes', 1).hincrby(key, 'noteMs', noteMs).pexpire(key, retentionMs).exec();
    },
    /** The last so many days of an owner, today included, oldest first. */
    read: (ownerId: string, days: number): Promise<UsageDay[]> =>
      Promise.all(
        Array.from({ length: days }, (_, index) => dayOf(now() - (days - 1 - index) * DAY_MS)).map(async (day) =>
          readDay(day, await redis.hgetall(keys.usageDay(ownerId, day))),
        ),
      ),
  };
}

/** The day of a time in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function readDay(day: string, fields: Readonly<Record<string, string>>): UsageDay {
  const count = (field: string) => Number(fields[field] ?? 0);
  return {
    day,
    notes: count('notes'),
    noteSeconds: count('noteMs') / 1000,
    dictations: count('dictations'),
    dictationSeconds: count('dictationMs') / 1000,
    failedDictations: count('failedDictations'),
  };
}
