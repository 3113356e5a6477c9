import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { createRateLimit, type RateVerdict } from '../platform/redis/rate-limit.ts';

const WINDOW_SECONDS = 60;

export interface AppRateSettings {
  /** Per user, for sessions and tokens together. */
  readonly requestsPerMinute: number;
  /** Per client address, with any or no credentials. */
  readonly requestsPerMinuteAndAddress: number;
  /** Pings, tests and redeliveries per user, because each sends a request to another server. */
  readonly sendsPerMinute: number;
  /** To the operator API, per client address. */
  readonly operatorRequestsPerMinute: number;
}

/** Counts one request. Undefined while Redis accepts no writes: nothing is counted then, so that reads still work. */
type Count = (whom: string) => Promise<RateVerdict | undefined>;

/** The limits of the app API and the operator API, across all API processes. */
export interface AppRates {
  readonly address: Count;
  readonly user: Count;
  readonly sends: Count;
  readonly operator: Count;
}

export function createAppRates(redis: Redis, settings: AppRateSettings): AppRates {
  const rate = createRateLimit(redis, WINDOW_SECONDS);
  const count = (key: string, limit: number) => unlessUnavailable(rate.take(key, limit));
  return {
    address: (client) => count(keys.clientRate(client), settings.requestsPerMinuteAndAddress),
    user: (userId) => count(keys.userRate(userId, 'requests'), settings.requestsPerMinute),
    operator: (client) => count(keys.operatorRate(client), settings.operatorRequestsPerMinute),
    sends: (userId) => count(keys.userRate(userId, 'sends'), settings.sendsPerMinute),
  };
}
