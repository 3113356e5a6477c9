import { createRecordingExpiries, UNCLAIMED_AUDIO_MS } from '../platform/recordings/expiries.ts';
import type { ChainableCommander, Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import type { UsageRecord, UsageStore } from './usage-store.ts';

export type Sentiment = 'like' | 'dislike';

/** Audio attached to feedback, stored in the recordings store. */
export interface FeedbackAudio {
  readonly object: string;
  readonly contentType: string | null;
  readonly bytes: number;
}

export interface NewFeedback {
  readonly feedbackId: string;
  readonly orgId: string;
  readonly keyId: string;
  readonly transcriptionId: string;
  /** The request that sent the feedback. Absent in the records of earlier versions. */
  readonly requestId?: string;
  readonly sentiment: Sentiment;
  /** Content that the sender attached for review. */
  readonly text: string | null;
  readonly audio: FeedbackAudio | null;
}

export interface Feedback extends Omit<NewFeedback, 'text'> {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The dictation's usage record at that time; null when the organization has none with that id. */
  readonly usage: UsageRecord | null;
}

export interface FeedbackStore {
  /** Registers audio that is about to be stored. It is removed after an hour unless {@link save} follows. */
  expectAudio(object: string): Promise<void>;
  save(feedback: NewFeedback): Promise<Feedback>;
  get(orgId: string, feedbackId: string): Promise<Feedback | null>;
  /** The attached text; null when there was none or it has expired. */
  getText(orgId: string, feedbackId: string): Promise<string | null>;
  /**
   * Removes it with its attachments. Its audio is deleted by the next maintenance run. Returns false when there is
   * none.
   */
  remove(orgId: string, feedbackId: string): Promise<boolean>;
  /** Newest first. */
  list(orgId: string, limit: number): Promise<Feedback[]>;
}

export interface FeedbackStoreOptions {
  readonly usage: Pick<UsageStore, 'getUsage'>;
  /** For the record and its usage. */
  readonly usageRetentionMs: number;
  /** For attached text and audio. */
  readonly storeRetentionMs: number;
  readonly now: () => number;
}

/** Stores feedback on dictations: always who, what and the rating; content only where it was attached. */
export function createFeedbackStore(redis: Redis, options: FeedbackStoreOptions): FeedbackStore {
  const { usage, usageRetentionMs, storeRetentionMs, now } = options;
  const expiries = createRecordingExpiries(redis);
  const get = async (orgId: string, feedbackId: string): Promise<Feedback | null> => {
    const found = await redis.get(keys.feedback(orgId, feedbackId));
    return found === null ? null : (JSON.parse(found) as Feedback);
  };

  return {
    expectAudio: async (object) => {
      await expiries.expect(object, now() + UNCLAIMED_AUDIO_MS);
    },
    save: async ({ text, ...given }) => {
      const { orgId, feedbackId, audio } = given;
      const createdAt = now();
      const feedback = { ...given, createdAt, usage: await usage.getUsage(orgId, given.transcriptionId) };
      // Before the record is saved, because audio that a record names must still exist.
      if (audio) await expiries.expect(audio.object, createdAt + storeRetentionMs);
      const index = keys.feedbackIndex(orgId);
      const transaction = redis
        .multi()
        .set(keys.feedback(orgId, feedbackId), JSON.stringify(feedback), 'PX', usageRetentionMs)
        .zadd(index, createdAt, feedbackId)
        .zremrangebyscore(index, '-inf', createdAt - usageRetentionMs)
        .pexpire(index, usageRetentionMs);
      if (text !== null) transaction.set(keys.feedbackText(orgId, feedbackId), text, 'PX', storeRetentionMs);
      await commit(transaction);
      return feedback;
    },
    get,
    getText: (orgId, feedbackId) => redis.get(keys.feedbackText(orgId, feedbackId)),
    remove: async (orgId, feedbackId) => {
      const feedback = await get(orgId, feedbackId);
      if (!feedback) return false;
      if (feedback.audio) await expiries.expect(feedback.audio.object, now());
      const kept = [keys.feedback(orgId, feedbackId), keys.feedbackText(orgId, feedbackId)];
      await commit(
        redis
          .multi()
          .del(...kept)
          .zrem(keys.feedbackIndex(orgId), feedbackId),
      );
      return true;
    },
    list: async (orgId, limit) => {
      const ids = await redis.zrevrange(keys.feedbackIndex(orgId), 0, limit - 1);
      const found = await Promise.all(ids.map((id) => get(orgId, id)));
      return found.flatMap((feedback) => feedback ?? []);
    },
  };
}

/** A command that fails inside a transaction does not fail the transaction. */
async function commit(transaction: ChainableCommander): Promise<void> {
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
}
