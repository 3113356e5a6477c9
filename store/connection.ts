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

/** Replies of a Redis that is there but cannot take a write now. */
const REFUSALS = /^(READONLY|OOM|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|BUSY|CLUSTERDOWN|TRYAGAIN)\b/;
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** True when Redis could not be reached, did not answer in time or cannot write now: the caller may try again. */
export function storeUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError') return true;
  if (error.name === 'ReplyError') return REFUSALS.test(error.message);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && CONNECTION_CODES.has(code))
    return (error as { syscall?: unknown }).syscall !== undefined;
  return /^(Command timed out|Connection is closed\.|Stream isn't writeable)/.test(error.message);
}
