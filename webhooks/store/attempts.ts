import type { Clock } from '../../platform/clock.ts';
import { createSealing, type Sealing } from '../../platform/encryption/sealed-values.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { eventArgs } from '../../platform/redis/user-events.ts';
import { type AttemptEntry, NOTHING_SENT, type UnsentEntry } from './attempt-entry.ts';
import { ATTEMPT_RETENTION_MS, createAttemptLog } from './attempt-log.ts';
import { failingMember } from './failing-member.ts';
import { activeSecrets } from './stored-secrets.ts';

export const MAX_LOGGED_ATTEMPTS = 1_000;
/** Longer than any attempt takes. Until then, an attempt without an end counts as under way. */
export const LEASE_MS = 60_000;
/** A watch that an operator ended is started again within this time. */
const WATCH_CALL_INTERVAL_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Identifies one attempt. */
export interface AttemptKey {
  readonly userId: string;
  readonly endpointId: string;
  readonly attemptId: string;
}

export interface BeginAttempt extends AttemptKey {
  /** An automatic attempt ends when the endpoint has another generation; null for a manual one. */
  readonly generation: number | null;
  /** The maximum number of open requests to the endpoint. */
  readonly concurrency: number;
}

/** The further effects of a finished attempt. */
export interface AttemptEffects {
  /** This attempt started a failure streak, or the last call for a watch was an hour ago: call for one. */
  readonly watch: boolean;
  /** This attempt ended a failure streak. */
  readonly recovered: boolean;
  /** The generation after this attempt's 410 disabled the endpoint. */
  readonly disabledGeneration: number | null;
}

export type BegunAttempt =
  | { readonly kind: 'go'; readonly url: string; readonly secrets: readonly string[]; readonly repeated: boolean }
  | { readonly kind: 'recorded'; readonly entry: AttemptEntry; readonly effects: AttemptEffects }
  | { readonly kind: 'busy' | 'disabled' | 'deleted' };

export interface FinishAttempt extends AttemptKey {
  readonly entry: AttemptEntry;
  readonly generation: number | null;
  /** Where it was sent. If the endpoint has another URL by now, the attempt has no effect on it. */
  readonly url: string;
}

export type StreakState =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait'; readonly dueAt: number }
  | { readonly kind: 'warn' | 'disable'; readonly failingSince: number; readonly generation: number };

export type WebhookAttemptStore = ReturnType<typeof createWebhookAttemptStore>;

export interface AttemptStoreOptions {
  readonly now?: Clock;
  /** Opens the signing secrets, as the endpoint store sealed them. @default it opens none */
  readonly sealing?: Sealing | undefined;
}

/** Stores attempts, failure streaks and waiting deliveries. Every decision is one atomic step in Redis. */
export function createWebhookAttemptStore(
  redis: Redis,
  { now = Date.now, sealing = createSealing(undefined) }: AttemptStoreOptions = {},
) {
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
    ...createAttemptLog(redis, { now }),
    /** Opens an attempt, or returns why none is allowed. The same attempt may be opened again after a crash. */
    begin: async (attempt: BeginAttempt): Promise<BegunAttempt> => {
      const { userId, endpointId, attemptId, generation, concurrency } = attempt;
      const at = now();
      const endpoint = keys.webhookEndpoint(userId, endpointId);
      const reply = (await scripts.begin(
        {
          endpoint,
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
        return { kind, url: first, secrets: activeSecrets(second, at, endpoint, sealing), repeated: third === '1' };
      }
      if (kind === 'recorded') {
        return { kind, entry: JSON.parse(first), effects: readEffects(second, third, fourth) };
      }
      return { kind: kind as 'busy' | 'disabled' | 'deleted' };
    },
    /** Where the endpoint's deliveries go now; null when it was deleted. */
    urlOf: ({ userId, endpointId }: AttemptKey): Promise<string | null> =>
      redis.hget(keys.webhookEndpoint(userId, endpointId), 'url'),
    /** Closes an attempt that was not sent, as if it had never been opened. */
    release: async ({ userId, endpointId, attemptId }: AttemptKey): Promise<void> => {
      await redis.zrem(keys.webhookInFlight(userId, endpointId), attemptId);
    },
    /**
     * Records how an attempt ended and its effects on the endpoint. The same attempt is recorded once.
     * @returns null when the endpoint was deleted meanwhile
     */
    finish: async ({ userId, endpointId, entry, generation, url }: FinishAttempt): Promise<AttemptEffects | null> => {
      const result = entry.failure === 'gone' ? 'gone' : entry.outcome;
      // Before the script, so that a crash may leave an extra entry in the index but never a missing one.
      if (result === 'gone' || (result === 'failed' && generation !== null)) {
        await redis.zadd(keys.failingEndpoints(), now(), failingMember(userId, endpointId));
      }
      const reply = (await scripts.finish(
        { ...logKeys(userId, endpointId), inFlight: keys.webhookInFlight(userId, endpointId) },
        {
          ...logArgs(userId, endpointId, entry),
          result,
          generation: generation ?? '',
          url,
          nextAt: entry.nextAttemptAt ?? '',
          watchIntervalMs: WATCH_CALL_INTERVAL_MS,
        },
      )) as string[];
      return reply[0] === 'deleted' ? null : readEffects(reply[1] ?? '', reply[2] ?? '', reply[3] ?? '');
    },
    /** Records an entry that is not an attempt, once per id. */
    record: async (userId: string, endpointId: string, entry: UnsentEntry): Promise<void> => {
      const args = logArgs(userId, endpointId, { ...entry, ...NOTHING_SENT });
      await scripts.record(logKeys(userId, endpointId), args);
    },
    /**
     * Decides about a failure streak: exactly one caller receives `warn`, and one `disable`.
     * @param decisionId chosen by the caller; the same id receives the same decision again
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
    /** Removes messages that no workflow delivers any more from that list. */
    forgetPending: async (userId: string, endpointId: string, messageIds: readonly string[]): Promise<void> => {
      if (messageIds.length > 0) await redis.zrem(keys.webhookPending(userId, endpointId), ...messageIds);
    },
  };
}

function readEffects(watch: string, recovered: string, disabledGeneration: string): AttemptEffects {
  return {
    watch: watch === '1',
    recovered: recovered === '1',
    disabledGeneration: disabledGeneration === '' ? null : Number(disabledGeneration),
  };
}
