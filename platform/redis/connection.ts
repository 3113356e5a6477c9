import { Redis } from 'ioredis';

export type { ChainableCommander, Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 5_000;

/**
 * Opens the one connection to Redis. Commands fail fast while Redis is away, so that callers answer 503
 * and Temporal retries, and nothing is sent twice after a reconnect.
 * @param url `redis://` or `rediss://`
 */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: 'sotto',
    // What is under way when a connection breaks fails at once, and so does what waits when none can be opened.
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    // A peer that is gone without a word is not waited for: TCP itself goes on sending to it for a quarter of an hour.
    socketTimeout: COMMAND_TIMEOUT_MS + 500,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    reconnectOnError: ({ message }) => {
      if (message.startsWith('READONLY')) lookForPrimary();
      return false;
    },
  });
  const lookForPrimary = createPrimarySearch(redis);
  return redis;
}

const SEARCH_PAUSE_MS = 1_000;

/**
 * After a failover the old primary may live on as a replica and keep its connections, while the name leads to the new
 * one. What it refuses makes us look where a new connection leads, and move there when that is a primary.
 */
function createPrimarySearch(redis: Redis): () => void {
  let searching = false;
  async function search(): Promise<void> {
    const probe = redis.duplicate({ lazyConnect: true, retryStrategy: () => null, reconnectOnError: null });
    probe.on('error', () => {}); // there is none: the next refusal looks again
    try {
      await probe.connect();
      const [there] = await probe.role();
      const [here] = await redis.role();
      if (there === 'master' && here !== 'master') redis.disconnect(true);
    } catch {
      // as above
    } finally {
      probe.disconnect();
    }
  }
  return () => {
    if (searching) return;
    searching = true;
    void search().then(() => setTimeout(() => (searching = false), SEARCH_PAUSE_MS).unref());
  };
}

/** Replies of a Redis that is there but cannot take a write now. */
const REFUSALS = /^(READONLY|OOM|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|BUSY|CLUSTERDOWN|TRYAGAIN)\b/;
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** True when Redis could not be reached, did not answer in time or cannot write now: the caller may try again. */
export function storeUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError') return true;
  if (error.name === 'ReplyError') return REFUSALS.test(error.message) || transactionUnavailable(error);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && CONNECTION_CODES.has(code))
    return (error as { syscall?: unknown }).syscall !== undefined;
  return /^(Command timed out|Connection is closed\.|Stream isn't writeable)/.test(error.message);
}

/** A transaction is refused as EXECABORT; the reason stands with the first command in it that was refused. */
function transactionUnavailable(error: Error & { previousErrors?: readonly unknown[] }): boolean {
  return error.message.startsWith('EXECABORT') && (error.previousErrors ?? []).some(storeUnavailable);
}

/** The reply to a write that a read can do without; undefined when Redis takes no writes now. */
export async function unlessUnavailable<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (storeUnavailable(error)) return undefined;
    throw error;
  }
}
