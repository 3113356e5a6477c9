import { dayOf } from '../accounts/daily-usage.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';

/** The record of every dictation: numbers, ids and codes. Neither content nor a hash of content. */
export interface UsageRecord {
  readonly orgId: string;
  readonly keyId: string;
  readonly transcriptionId: string;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly endedAt: number;
  readonly source: string;
  readonly outcome: string;
  readonly language: string | null;
  readonly engine: string | null;
  readonly rewrite: string | null;
  readonly audioBytes: number;
  readonly textBytes: number;
  readonly resultBytes: number;
  readonly audioSeconds: number | null;
  /** As measured by the client. */
  readonly audioDurationHintSeconds: number | null;
  readonly decodeMs: number | null;
  readonly inferenceMs: number | null;
  readonly formatMs: number | null;
  readonly platform: string | null;
  readonly appVersion: string | null;
  /** The caller's `x-request-id` and `traceparent`. */
  readonly callerRequestId?: string;
  readonly traceparent?: string;
}

/** The data that is found by a request id: of a dictation, or of feedback on one. */
export type KnownRequest = Pick<
  UsageRecord,
  'orgId' | 'keyId' | 'transcriptionId' | 'receivedAt' | 'callerRequestId' | 'traceparent'
> & {
  /** How the dictation ended. */
  readonly outcome?: string;
  readonly feedbackId?: string;
};

export type UsageStore = ReturnType<typeof createUsageStore>;

/** Stores one usage record per dictation, which expires after the retention time. */
export function createUsageStore(redis: Redis, options: { retentionMs: number }) {
  const save = loadScript(redis, new URL('./lua/save-usage.lua', import.meta.url));
  async function saveRequest(requestId: string, request: KnownRequest): Promise<void> {
    await redis.set(keys.request(requestId), JSON.stringify(request), 'PX', options.retentionMs);
  }
  return {
    /** Records whose dictation or feedback a request is. */
    saveRequest,
    /** Saves the record, replaces one with the same transcription id, and counts the request on its day, once. */
    async saveUsage(record: UsageRecord): Promise<void> {
      const key = keys.usage(record.orgId, record.transcriptionId);
      const { orgId, keyId, transcriptionId, receivedAt, outcome, callerRequestId: id, traceparent } = record;
      const callerIds = { ...(id ? { callerRequestId: id } : {}), ...(traceparent ? { traceparent } : {}) };
      const request = { orgId, keyId, transcriptionId, receivedAt, outcome, ...callerIds };
      // Two commands, because the keys are in different slots of a cluster.
      await Promise.all([
        save(
          { usage: key, day: keys.usageDay(record.orgId, dayOf(receivedAt)) },
          {
            record: JSON.stringify(record),
            requestId: record.requestId,
            audioMs: Math.round((record.audioSeconds ?? 0) * 1000),
            failed: outcome === 'completed' ? 0 : 1,
            retentionMs: options.retentionMs,
          },
        ),
        saveRequest(record.requestId, request),
      ]);
    },
    /** The dictation or feedback of a request, from any organization. */
    async findRequest(requestId: string): Promise<KnownRequest | null> {
      const found = await redis.get(keys.request(requestId));
      return found === null ? null : (JSON.parse(found) as KnownRequest);
    },
    async getUsage(orgId: string, transcriptionId: string): Promise<UsageRecord | null> {
      const found = await redis.get(keys.usage(orgId, transcriptionId));
      return found === null ? null : (JSON.parse(found) as UsageRecord);
    },
  };
}
