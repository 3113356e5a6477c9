import type { MessageType } from '../../contracts/webhook-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import type { AttemptEntry } from './attempt-entry.ts';

export const ATTEMPT_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

export interface AttemptFilter {
  readonly outcome?: AttemptEntry['outcome'] | undefined;
  readonly eventType?: MessageType | undefined;
  readonly messageId?: string | undefined;
}

/** A position in the log. Older entries follow. */
export interface AttemptPosition {
  readonly at: number;
  readonly attemptId: string;
}

interface AttemptPage {
  readonly filter: AttemptFilter;
  readonly after: AttemptPosition | null;
  readonly since?: number;
  readonly limit: number;
}

/** Reads the attempt logs of endpoints. */
export function createAttemptLog(redis: Redis, { now }: { readonly now: Clock }) {
  return {
    /** A page of the log, newest first. `since` leaves out attempts that started before it. */
    list: async (
      userId: string,
      endpointId: string,
      { filter, after, since = 0, limit }: AttemptPage,
    ): Promise<{ entries: AttemptEntry[]; more: boolean }> => {
      const oldest = Math.max(since, now() - ATTEMPT_RETENTION_MS);
      const times = await redis.zrevrangebyscore(
        keys.webhookAttemptTimes(userId, endpointId),
        String(after?.at ?? '+inf'),
        String(oldest),
        'WITHSCORES',
      );
      const ids = idsAfter(times, after);
      const found = ids.length === 0 ? [] : await redis.hmget(keys.webhookAttempts(userId, endpointId), ...ids);
      const entries = found
        .flatMap((json) => (json === null ? [] : [JSON.parse(json) as AttemptEntry]))
        .filter((entry) => matches(entry, filter));
      return { entries: entries.slice(0, limit), more: entries.length > limit };
    },
  };
}

/** The ids after a position, from a reply of ids and times that is ordered by time and then id, both descending. */
function idsAfter(reply: readonly string[], after: AttemptPosition | null): string[] {
  const ids: string[] = [];
  for (let index = 0; index + 1 < reply.length; index += 2) {
    const [id = '', time] = [reply[index], Number(reply[index + 1])];
    if (after === null || time < after.at || (time === after.at && id < after.attemptId)) ids.push(id);
  }
  return ids;
}

function matches(entry: AttemptEntry, { outcome, eventType, messageId }: AttemptFilter): boolean {
  return (
    (outcome === undefined || entry.outcome === outcome) &&
    (eventType === undefined || entry.eventType === eventType) &&
    (messageId === undefined || entry.messageId === messageId)
  );
}
