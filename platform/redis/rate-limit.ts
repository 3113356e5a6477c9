import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Redis } from './connection.ts';

/** Whether a request is allowed, and what is left in its window. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends; at least 1. */
  readonly resetSeconds: number;
  readonly windowSeconds: number;
}

export interface RateLimit {
  /** Counts one request against the limit of a key per window. A window starts with its first request. */
  take(key: string, limit: number): Promise<RateVerdict>;
  /** Returns the same without counting: whether the next request would be allowed. */
  peek(key: string, limit: number): Promise<RateVerdict>;
}

/** Counts requests by key in fixed windows, across all API processes. */
export function createRateLimit(redis: Redis, windowSeconds: number): RateLimit {
  const counter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: '',
    // Limits may differ per key, so they are compared below.
    points: Number.MAX_SAFE_INTEGER,
    duration: windowSeconds,
  });
  const verdict = (used: number, limit: number, msBeforeNext: number): RateVerdict => ({
    allowed: used <= limit,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    windowSeconds,
  });
  return {
    take: async (key, limit) => {
      const { consumedPoints, msBeforeNext } = await counter.consume(key);
      return verdict(consumedPoints, limit, msBeforeNext);
    },
    peek: async (key, limit) => {
      const found = await counter.get(key);
      return verdict((found?.consumedPoints ?? 0) + 1, limit, found?.msBeforeNext ?? windowSeconds * 1000);
    },
  };
}
