import { Cluster, type RedisOptions, Redis as SingleRedis } from 'ioredis';
import { type RedisSettings, readAddresses } from './options.ts';

export type { ChainableCommander } from 'ioredis';

/** A connection to one Redis, to the master that sentinels name, or to the nodes of a cluster. */
export type Redis = SingleRedis | Cluster;

const COMMAND_TIMEOUT_MS = 5_000;

const OPTIONS = {
  connectionName: 'sotto',
  // Commands in flight fail immediately when a connection breaks, and so do waiting ones when none can be opened.
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: COMMAND_TIMEOUT_MS,
  // Limits the wait for a peer that disappeared: TCP itself would resend for a quarter of an hour.
  socketTimeout: COMMAND_TIMEOUT_MS + 500,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

const backOff = (attempt: number) => Math.min(50 * 2 ** attempt, 1_000);

/**
 * Opens the connection to Redis. Commands fail fast while Redis is unavailable, so that callers answer 503 and Temporal
 * retries. Nothing is sent twice after a reconnect.
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
    // A node's certificate names its host, as the cluster reports it. It must not be resolved before it is checked.
    ...(tls ? { dnsLookup: (address, callback) => callback(null, address) } : {}),
    clusterRetryStrategy: backOff,
    slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
    slotsRefreshInterval: 10_000,
    enableOfflineQueue: false,
    // A command that may have run is not resent. One that was redirected or rejected did not run.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
  });
}

/**
 * Waits until the first connection is open. Commands to a cluster fail before that, because its slots are not known.
 * Returns also when that takes longer than a command may: the next command reports why.
 */
export async function firstConnection(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  const opened = new Promise<void>((resolve) => redis.once('ready', resolve));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, COMMAND_TIMEOUT_MS);
  });
  await Promise.race([opened, late]).finally(() => clearTimeout(timer));
}

/** Rejects unless Redis answers. A cluster must cover all slots, and each of its masters must answer. */
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
  // ioredis forgets a node whose connection broke. The cluster lists the node until another one takes its slots.
  if (![...masters].every((master) => known.has(master))) {
    cluster.refreshSlotsCache();
    throw new Error('A master of the cluster cannot be reached');
  }
  await Promise.all([...masters].map((master) => known.get(master)?.ping()));
}

/**
 * A second connection, for subscriptions: to the same Redis, or to one node of the cluster. Every node receives what is
 * published on any of them.
 */
export function connectSubscriber(redis: Redis): SingleRedis {
  const options = { lazyConnect: true, autoResubscribe: false } as const;
  if (!(redis instanceof Cluster)) return redis.duplicate(options);
  const subscriber = new SingleRedis({ ...options, retryStrategy: backOff });
  // A different node each time, because the last one may be gone permanently.
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
 * After a failover the old primary may continue as a replica and keep its connections, while its name leads to the new
 * one. When it rejects a write, this checks where a new connection leads, and moves there if that is a primary.
 */
function createPrimarySearch(redis: SingleRedis): () => void {
  let searching = false;
  async function search(): Promise<void> {
    const probe = redis.duplicate({ lazyConnect: true, retryStrategy: () => null, reconnectOnError: null });
    probe.on('error', () => {}); // unavailable; the next rejected write checks again
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

/** Replies of a Redis that is running but cannot accept a write now. */
const REFUSALS = /^(READONLY|OOM|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|BUSY|CLUSTERDOWN|TRYAGAIN)\b/;
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** Messages of ioredis when no connection can carry a command. */
const UNREACHABLE =
  /^(Command timed out|Connection is closed\.|Stream isn't writeable|Cluster isn't ready|Failed to refresh slots cache|Too many Cluster redirections)/;

/** Whether Redis could not be reached, did not answer in time or cannot write now. The caller may try again. */
export function storeUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError' || error.name === 'ClusterAllFailedError') return true;
  if (error.name === 'ReplyError') return REFUSALS.test(error.message) || transactionUnavailable(error);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && CONNECTION_CODES.has(code))
    return (error as { syscall?: unknown }).syscall !== undefined;
  return UNREACHABLE.test(error.message);
}

/** A rejected transaction fails as EXECABORT. The reason is in the first rejected command. */
function transactionUnavailable(error: Error & { previousErrors?: readonly unknown[] }): boolean {
  return error.message.startsWith('EXECABORT') && (error.previousErrors ?? []).some(storeUnavailable);
}

/** The reply to a write that a read does not require; undefined when Redis accepts no writes now. */
export async function unlessUnavailable<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (storeUnavailable(error)) return undefined;
    throw error;
  }
}

/** Every node that stores keys: the single Redis, or the masters of the cluster. */
export function masterNodes(redis: Redis): SingleRedis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}
