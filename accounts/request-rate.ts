import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';

/** Whether a request may go on, and what is left for the window in which it came. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends; at least 1. */
  readonly resetSeconds: number;
  readonly windowSeconds: number;
}

export interface RequestRate {
  /** Counts one request of a key against its limit for a window. */
  take(organizationId: string, keyId: string, limit: number): Promise<RateVerdict>;
}

/** Counts the requests of each enterprise key in fixed windows, over all API processes. */
export function createRequestRate(redis: Redis, { windowSeconds = 60 }: { windowSeconds?: number } = {}): RequestRate {
  const counter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: '',
    // Each organization has its own limit, so it is compared below.
    points: Number.MAX_SAFE_INTEGER,
    duration: windowSeconds,
  });
  return {
    take: async (organizationId, keyId, limit) => {
      const { consumedPoints, msBeforeNext } = await counter.consume(keys.requestRate(organizationId, keyId));
      return {
        allowed: consumedPoints <= limit,
        limit,
        remaining: Math.max(0, limit - consumedPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
        windowSeconds,
      };
    },
  };
}
