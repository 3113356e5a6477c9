import { createHash } from 'node:crypto';
import type { NoteEventType } from '../../contracts/webhook-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { LEASE_MS } from './attempts.ts';

export const MESSAGE_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** An endpoint with a request that has been open for so long does not answer normally. */
export const SLOW_AFTER_MS = 2_000;

/** An event that is stored for redelivery. */
export interface WebhookMessage {
  readonly messageId: string;
  readonly type: NoteEventType;
  readonly noteId: string;
}

/** An endpoint that subscribes to this event type, as it is now. */
export interface Subscriber {
  readonly endpointId: string;
  readonly enabled: boolean;
  readonly generation: number;
  /** It failed at its last attempt, or a request to it has been open for {@link SLOW_AFTER_MS}. */
  readonly failing: boolean;
}

export interface WebhookMessageStore {
  /** Stores an event for redelivery and returns the endpoints that receive it. Idempotent. */
  admit(userId: string, message: WebhookMessage): Promise<Subscriber[]>;
  get(userId: string, messageId: string): Promise<WebhookMessage | null>;
  /**
   * Claims an Idempotency-Key for a manual send.
   * @returns the send that owns the key: this one, or that of an earlier request
   */
  claim<T extends object>(userId: string, idempotencyKey: string, send: T): Promise<T>;
}

/** An endpoint as the script returns it. */
type Row = [
  endpointId: string,
  status: string,
  generation: string,
  failingSince: string,
  eventTypes: string,
  slowRequests: number,
];

/** Stores events for 30 days, and the keys that make a manual send happen once. */
export function createWebhookMessageStore(
  redis: Redis,
  { now = Date.now }: { readonly now?: Clock } = {},
): WebhookMessageStore {
  const admit = loadScript(redis, new URL('./lua/admit-event.lua', import.meta.url));
  return {
    admit: async (userId, { messageId, type, noteId }) => {
      const at = now();
      const endpointKeys = keys.webhookEndpoint(userId, '');
      const endpoints = (await admit(
        { ids: keys.webhookEndpoints(userId), message: keys.webhookMessage(userId, messageId) },
        {
          ...{ type, noteId, retentionMs: MESSAGE_RETENTION_MS, endpointKeys },
          inFlightSuffix: keys.webhookInFlight(userId, '').slice(endpointKeys.length),
          ...{ now: at, slowLeaseEndsAt: at + LEASE_MS - SLOW_AFTER_MS },
        },
      )) as Row[];
      return endpoints
        .filter(([, , , , eventTypes]) => eventTypes.split(' ').includes(type))
        .map(([endpointId, status, generation, failingSince, , slowRequests]) => ({
          endpointId,
          enabled: status === 'enabled',
          generation: Number(generation),
          failing: failingSince !== '' || slowRequests > 0,
        }));
    },
    get: async (userId, messageId) => {
      const { type, noteId } = await redis.hgetall(keys.webhookMessage(userId, messageId));
      return type && noteId ? { messageId, type: type as NoteEventType, noteId } : null;
    },
    claim: async (userId, idempotencyKey, send) => {
      const key = keys.webhookIdempotency(userId, createHash('sha256').update(idempotencyKey).digest('hex'));
      const earlier = await redis.set(key, JSON.stringify(send), 'PX', MESSAGE_RETENTION_MS, 'NX', 'GET');
      return earlier === null ? send : (JSON.parse(earlier) as typeof send);
    },
  };
}
