import { createHash } from 'node:crypto';
import type { NoteEventType } from '../../contracts/webhook-events.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';

export const MESSAGE_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

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

/** Stores events for 30 days, and the keys that make a manual send happen once. */
export function createWebhookMessageStore(redis: Redis): WebhookMessageStore {
  return {
    admit: async (userId, { messageId, type, noteId }) => {
      const ids = await redis.smembers(keys.webhookEndpoints(userId));
      if (ids.length === 0) return [];
      const message = keys.webhookMessage(userId, messageId);
      const pipeline = redis.pipeline().hset(message, { type, noteId }).pexpire(message, MESSAGE_RETENTION_MS);
      for (const id of ids) {
        pipeline.hmget(keys.webhookEndpoint(userId, id), 'status', 'generation', 'failingSince', 'eventTypes');
      }
      const replies = (await pipeline.exec()) ?? [];
      const failed = replies.find(([error]) => error);
      if (failed?.[0]) throw failed[0];
      return ids.flatMap((endpointId, index) => {
        const [status, generation, failingSince, eventTypes] = (replies[index + 2]?.[1] ?? []) as (string | null)[];
        if (!status || !eventTypes?.split(' ').includes(type)) return [];
        return [
          { endpointId, enabled: status === 'enabled', generation: Number(generation), failing: Boolean(failingSince) },
        ];
      });
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
