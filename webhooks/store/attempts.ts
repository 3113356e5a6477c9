import type { DeliveryFailureCode } from '../../contracts/delivery-failures.ts';
import type { AttemptTrigger, EndReason, MessageType } from '../../contracts/webhook-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { eventArgs } from '../../platform/redis/user-events.ts';
import { activeSecrets } from './endpoints.ts';

export const MAX_LOGGED_ATTEMPTS = 1_000;
export const ATTEMPT_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
/** Longer than any attempt takes: until then one that never ended counts as under way. */
const LEASE_MS = 60_000;
/** A watch that an operator ended is made anew by then. */
const WATCH_CALL_INTERVAL_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A line of an endpoint's attempt log. Times are epoch milliseconds. */
export interface AttemptEntry {
  readonly attemptId: string;
  readonly at: number;
  readonly messageId: string;
  readonly eventType: MessageType;
  readonly noteId: string | null;
  readonly trigger: AttemptTrigger;
  /** `skipped`: the event came while the endpoint was disabled. `ended`: a delivery ended without success. */
  readonly outcome: 'succeeded' | 'failed' | 'skipped' | 'ended';
  /** Counts from 1; null where nothing was sent. */
  readonly attempt: number | null;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** Why a failed attempt failed. */
  readonly failure: DeliveryFailureCode | null;
  /** Why nothing was sent any more. */
  readonly reason: EndReason | null;
  /** Where a redirect pointed. */
  readonly location: string | null;
  readonly durationMs: number | null;
  readonly nextAttemptAt: number | null;
  /** The sending process ended in the middle: this attempt was sent again and may have arrived twice. */
  readonly repeated: boolean;
}

/** What the log says of something that is no attempt: an event that was skipped, or the end of a delivery. */
export type UnsentEntry = Omit<AttemptEntry, keyof typeof NOTHING_SENT | 'outcome'> & {
  readonly outcome: 'skipped' | 'ended';
};

const NOTHING_SENT = {
  attempt: null,
  status: null,
  failure: null,
  location: null,
  durationMs: null,
  nextAttemptAt: null,
  repeated: false,
} as const;

/** Names one attempt. */
export interface AttemptKey {
  readonly userId: string;
  readonly endpointId: string;
  readonly attemptId: string;
}

export interface BeginAttempt extends AttemptKey {
  /** An automatic attempt ends when the endpoint's generation is another; null for a manual one. */
  readonly generation: number | null;
  /** The most requests that may be open to the endpoint. */
  readonly concurrency: number;
}

/** What else a finished attempt brought about. */
export interface AttemptEffects {
  /** This attempt began a failure streak, or it is an hour since somebody was called to watch it: call again. */
  readonly watch: boolean;
  /** This attempt ended a failure streak. */
  readonly recovered: boolean;
  /** This attempt's 410 disabled the endpoint: the generation since then. */
  readonly disabledGeneration: number | null;
}

export type BegunAttempt =
  | { readonly kind: 'go'; readonly url: string; readonly secrets: readonly string[]; readonly repeated: boolean }
  | { readonly kind: 'recorded'; readonly entry: AttemptEntry; readonly effects: AttemptEffects }
  | { readonly kind: 'busy' | 'disabled' | 'deleted' };

export interface FinishAttempt extends AttemptKey {
  readonly entry: AttemptEntry;
  readonly generation: number | null;
}

export type StreakState =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait'; readonly dueAt: number }
  | { readonly kind: 'warn' | 'disable'; readonly failingSince: number; readonly generation: number };

export interface AttemptFilter {
  readonly outcome?: AttemptEntry['outcome'] | undefined;
  readonly eventType?: MessageType | undefined;
  readonly messageId?: string | undefined;
}

/** A place in the log: entries older than this follow. */
export interface AttemptPosition {
  readonly at: number;
  readonly attemptId: string;
}

export type WebhookAttemptStore = ReturnType<typeof createWebhookAttemptStore>;

/** Keeps what happens to endpoints: attempts, failure streaks and what waits. Every decision is one step in Redis. */
export function createWebhookAttemptStore(redis: Redis, { now = Date.now }: { now?: Clock } = {}) {
  const scripts = {
    begin: loadScript(redis, new URL('./lua/begin-attempt.lua', import.meta.url)),
    finish: loadScript(redis, new URL('./lua/finish-attempt.lua', import.meta.url)),
    record: loadScript(redis, new URL('./lua/record-entry.lua', import.meta.url)),
    decide: loadScript(redis, new URL('./lua/decide-streak.lua', import.meta.url)),
  };
  const logKeys = (userId: string, endpointId: string) => ({
    endpoint: keys.webhookEndpoint(userId, endpointId),
    attempts: keys.webhookAttempts(userId, endpointId),
    times: keys.webhookAttemptTimes(userId, endpointId),
    pending: keys.webhookPending(userId, endpointId),
  });
  const logArgs = (userId: string, endpointId: string, entry: AttemptEntry) => ({
    id: entry.attemptId,
    entry: JSON.stringify(entry),
    at: entry.at,
    messageId: entry.messageId,
    maxEntries: MAX_LOGGED_ATTEMPTS,
    retentionMs: ATTEMPT_RETENTION_MS,
    ...eventArgs(userId, { event: 'attempt', data: { endpoint_id: endpointId } }),
  });

  return {
    /** Opens an attempt, or says why there is none to make. The same attempt may be opened again after a crash. */
    begin: async (attempt: BeginAttempt): Promise<BegunAttempt> => {
      const { userId, endpointId, attemptId, generation, concurrency } = attempt;
      const at = now();
      const reply = (await scripts.begin(
        {
          endpoint: keys.webhookEndpoint(userId, endpointId),
          inFlight: keys.webhookInFlight(userId, endpointId),
          attempts: keys.webhookAttempts(userId, endpointId),
        },
        {
          id: attemptId,
          now: at,
          leaseEndsAt: at + LEASE_MS,
          maxRequests: concurrency,
          generation: generation ?? '',
          dayAgo: at - DAY_MS,
        },
      )) as string[];
      const [kind, first = '', second = '', third = '', fourth = ''] = reply;
      if (kind === 'go') {
        return { kind, url: first, secrets: activeSecrets(second, at), repeated: third === '1' };
      }
      if (kind === 'recorded') {
        return { kind, entry: JSON.parse(first), effects: readEffects(second, third, fourth) };
      }
      return { kind: kind as 'busy' | 'disabled' | 'deleted' };
    },
    /** Closes an attempt that was not made, as if it had never been opened. */
    release: async ({ userId, endpointId, attemptId }: AttemptKey): Promise<void> => {
      await redis.zrem(keys.webhookInFlight(userId, endpointId), attemptId);
    },
    /**
     * Records how an attempt ended and what follows for the endpoint. The same attempt is recorded once.
     * @returns null when the endpoint was deleted meanwhile
     */
    finish: async ({ userId, endpointId, entry, generation }: FinishAttempt): Promise<AttemptEffects | null> => {
      const result = entry.failure === 'gone' ? 'gone' : entry.outcome;
      const reply = (await scripts.finish(
        { ...logKeys(userId, endpointId), inFlight: keys.webhookInFlight(userId, endpointId) },
        {
          ...logArgs(userId, endpointId, entry),
          result,
          generation: generation ?? '',
          nextAt: entry.nextAttemptAt ?? '',
          watchIntervalMs: WATCH_CALL_INTERVAL_MS,
        },
      )) as string[];
      return reply[0] === 'deleted' ? null : readEffects(reply[1] ?? '', reply[2] ?? '', reply[3] ?? '');
    },
    /** Records something that is no attempt. Once by its id. */
    record: async (userId: string, endpointId: string, entry: UnsentEntry): Promise<void> => {
      const args = logArgs(userId, endpointId, { ...entry, ...NOTHING_SENT });
      await scripts.record(logKeys(userId, endpointId), args);
    },
    /**
     * Decides over a failure streak: exactly one caller is told to warn, and one to disable.
     * @param decisionId the caller's own: with the same id it is told the same again
     */
    decide: async (
      { userId, endpointId }: Omit<AttemptKey, 'attemptId'>,
      { decisionId, warnAfterMs, disableAfterMs }: { decisionId: string; warnAfterMs: number; disableAfterMs: number },
    ): Promise<StreakState> => {
      const args = { id: decisionId, now: now(), warnAfterMs, disableAfterMs };
      const reply = (await scripts.decide({ endpoint: keys.webhookEndpoint(userId, endpointId) }, args)) as string[];
      const [kind, first, second] = reply;
      if (kind === 'warn' || kind === 'disable') {
        return { kind, failingSince: Number(first), generation: Number(second) };
      }
      return kind === 'wait' ? { kind, dueAt: Number(first) } : { kind: 'none' };
    },
    /** Messages that wait for their next attempt. */
    pending: (userId: string, endpointId: string): Promise<string[]> =>
      redis.zrange(keys.webhookPending(userId, endpointId), '0', '-1'),
    /** Takes messages off that list that nothing works on any more. */
    forgetPending: async (userId: string, endpointId: string, messageIds: readonly string[]): Promise<void> => {
      if (messageIds.length > 0) await redis.zrem(keys.webhookPending(userId, endpointId), ...messageIds);
    },
    /** A page of the log, newest first. */
    list: async (
      userId: string,
      endpointId: string,
      { filter, after, limit }: { filter: AttemptFilter; after: AttemptPosition | null; limit: number },
    ): Promise<{ entries: AttemptEntry[]; more: boolean }> => {
      const oldest = now() - ATTEMPT_RETENTION_MS;
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

/** Ids that follow a position in a reply of ids and times, newest first and then by id downwards. */
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

function readEffects(watch: string, recovered: string, disabledGeneration: string): AttemptEffects {
  return {
    watch: watch === '1',
    recovered: recovered === '1',
    disabledGeneration: disabledGeneration === '' ? null : Number(disabledGeneration),
  };
}
