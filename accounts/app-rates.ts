import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { createRateLimit, type RateVerdict } from '../platform/redis/rate-limit.ts';

const WINDOW_SECONDS = 60;

export interface AppRateSettings {
  /** Of each user, by session and by token together. */
  readonly requestsPerMinute: number;
  /** Of each client address, whoever it says it is. */
  readonly requestsPerMinuteAndAddress: number;
  /** Pings, tests and redeliveries of each user: each reaches another's server. */
  readonly sendsPerMinute: number;
}

/** Counts one request; undefined while Redis takes no writes: nothing is counted then, so that reading goes on. */
type Count = (whom: string) => Promise<RateVerdict | undefined>;

/** The limits of the app API, over all API processes. */
export interface AppRates {
  readonly address: Count;
  readonly user: Count;
  readonly sends: Count;
}

export function createAppRates(redis: Redis, settings: AppRateSettings): AppRates {
  const rate = createRateLimit(redis, WINDOW_SECONDS);
  const count = (key: string, limit: number) => unlessUnavailable(rate.take(key, limit));
  return {
    address: (client) => count(keys.clientRate(client), settings.requestsPerMinuteAndAddress),
    user: (userId) => count(keys.userRate(userId, 'requests'), settings.requestsPerMinute),
    sends: (userId) => count(keys.userRate(userId, 'sends'), settings.sendsPerMinute),
  };
}
