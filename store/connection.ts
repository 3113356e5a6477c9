import { Redis } from 'ioredis';

export type { Redis } from 'ioredis';

/**
 * Opens the one connection to Redis. Commands fail fast while Redis is away, so that callers answer 503
 * and Temporal retries, and nothing is sent twice after a reconnect.
 * @param url `redis://` or `rediss://`
 */
export function connectRedis(url: string): Redis {
  return new Redis(url, {
    connectionName: 'sotto',
    maxRetriesPerRequest: 1,
    commandTimeout: 5_000,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
  });
}
