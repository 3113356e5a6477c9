import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { createRateLimit, type RateVerdict } from '../platform/redis/rate-limit.ts';

export interface RequestRate {
  /** Counts one request of a key against its limit per window. */
  take(organizationId: string, keyId: string, limit: number): Promise<RateVerdict>;
}

/** Counts the requests of each enterprise key in fixed windows, across all API processes. */
export function createRequestRate(redis: Redis, { windowSeconds = 60 }: { windowSeconds?: number } = {}): RequestRate {
  const rate = createRateLimit(redis, windowSeconds);
  return {
    take: (organizationId, keyId, limit) => rate.take(keys.requestRate(organizationId, keyId), limit),
  };
}
