import { Cluster, type RedisOptions, Redis as SingleRedis } from 'ioredis';
import { type RedisSettings, readAddresses } from './options.ts';

export type { ChainableCommander } from 'ioredis';

/** A connection to one Redis, to the master that sentinels name, or to the nodes of a cluster. */
export type Redis = SingleRedis | Cluster;

const COMMAND_TIMEOUT_MS = 5_000;

const OPTIONS = {
  connectionName: 'sotto',
  // What is in flight when a connection breaks fails at once, and so does what waits when none can be opened.
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: COMMAND_TIMEOUT_MS,
  // A peer that disappeared is not waited for: TCP itself keeps sending to it for a quarter of an hour.
  socketTimeout: COMMAND_TIMEOUT_MS + 500,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

const backOff = (attempt: number) => Math.min(50 * 2 ** attempt, 1_000);

/**
 * Opens the one connection to Redis. Commands fail fast while Redis is unavailable, so that callers answer 503
 * and Temporal retries, and nothing is sent twice after a reconnect.
 * @param to a `redis://` or `rediss://` address, or all settings
 */
export function connectRedis(to: string | RedisSettings): Redis {
  const settings = typeof to === 'string' ? { url: to } : to;
  return settings.cluster ? connectCluster(settings) : connectSingle(settings);
}

function connectSingle(settings: RedisSettings): SingleRedis {
  const { nodes, tls, ...access } = readAddresses(settings);
  const { sentinelMaster, sentinelPassword } = settings;
  const options: RedisOptions & { replyMapping: 'legacy' } = {
    ...OPTIONS,
    replyMapping: 'legacy',
    ...access,
    ...(tls ? { tls } : {}),
    ...(sentinelMaster === undefined
      ? nodes[0]
      : {
          sentinels: nodes.map((node) => ({ ...node })),
          name: sentinelMaster,
          sentinelReconnectStrategy: backOff,
          ...(sentinelPassword ? { sentinelPassword } : {}),
          ...(tls ? { sentinelTLS: tls, enableTLSForSentinelMode: true } : {}),
        }),
    retryStrategy: backOff,
    reconnectOnError: ({ message }) => {
      if (message.startsWith('READONLY')) lookForPrimary();
      return false;
    },
  };
  const redis = new SingleRedis(options);
  const lookForPrimary = createPrimarySearch(redis);
  return redis;
}

function connectCluster(settings: RedisSettings): Cluster {
  const { nodes, tls, db: _, ...access } = readAddresses(settings);
  return new Cluster([...nodes], {
    redisOptions: { ...OPTIONS, ...access, ...(tls ? { tls } : {}) },
    // A node's certificate names its host, which the cluster tells; it must not be looked up before it is checked.
    ...(tls ? { dnsLookup: (address, callback) => callback(null, address) } : {}),
    clusterRetryStrategy: backOff,
    slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
    slotsRefreshInterval: 10_000,
    enableOfflineQueue: false,
    // A command that may have run is not sent a second time; one that was redirected or refused did not run.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
  });
}

/** Rejects unless Redis answers; of a cluster, unless it covers all slots and each of its masters answers. */
export async function pingRedis(redis: Redis): Promise<void> {
  if (redis instanceof Cluster) return pingCluster(redis);
  await redis.ping();
}

const ALL_SLOTS = 16_384;

async function pingCluster(cluster: Cluster): Promise<void> {
  if (!/cluster_state:ok/.test(String(await cluster.cluster('INFO')))) throw new Error('The cluster is down');
  const ranges = await cluster.cluster('SLOTS');
  const covered = ranges.reduce((count, [first, last]) => count + last - first + 1, 0);
  if (covered !== ALL_SLOTS) throw new Error('The cluster does not cover all slots');
  const masters = new Set(ranges.map(([, , master]) => (master ? `${master[0]}:${master[1]}` : '')));
  const known = new Map(cluster.nodes('all').map((node) => [`${node.options.host}:${node.options.port}`, node]));
  // ioredis forgets a node whose connection broke, and the cluster names it until another takes its slots.
  if (![...masters].every((master) => known.has(master))) {
    cluster.refreshSlotsCache();
    throw new Error('A master of the cluster cannot be reached');
  }
  await Promise.all([...masters].map((master) => known.get(master)?.ping()));
}

/**
 * A second connection, for subscriptions: to the same Redis, or to one node of the cluster, which hears what is
 * published on all of them.
 */
export function connectSubscriber(redis: Redis): SingleRedis {
  const options = { lazyConnect: true, autoResubscribe: false } as const;
  if (!(redis instanceof Cluster)) return redis.duplicate(options);
  const subscriber = new SingleRedis({ ...options, retryStrategy: backOff });
  // Another node each time, as the last one may be gone for good.
  const choose = () => {
    const nodes = redis.nodes('all').filter(({ status }) => status === 'ready');
    const node = nodes[Math.floor(Math.random() * nodes.length)];
    if (node) Object.assign(subscriber.options, node.options, options, { readOnly: false, retryStrategy: backOff });
  };
  redis.once('ready', choose);
  subscriber.on('close', choose);
  choose();
  return subscriber;
}

const SEARCH_PAUSE_MS = 1_000;

/**
 * After a failover the old primary may live on as a replica and keep its connections, while the name leads to the new
 * one. What it refuses makes us look where a new connection leads, and move there when that is a primary.
 */
function createPrimarySearch(redis: SingleRedis): () => void {
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

/** What ioredis says when no connection can carry a command. */
const UNREACHABLE =
  /^(Command timed out|Connection is closed\.|Stream isn't writeable|Cluster isn't ready|Failed to refresh slots cache|Too many Cluster redirections)/;

/** True when Redis could not be reached, did not answer in time or cannot write now: the caller may try again. */
export function storeUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError' || error.name === 'ClusterAllFailedError') return true;
  if (error.name === 'ReplyError') return REFUSALS.test(error.message) || transactionUnavailable(error);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && CONNECTION_CODES.has(code))
    return (error as { syscall?: unknown }).syscall !== undefined;
  return UNREACHABLE.test(error.message);
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

/** Every node that holds keys: the one Redis, or the masters of the cluster. */
export function masterNodes(redis: Redis): SingleRedis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}
