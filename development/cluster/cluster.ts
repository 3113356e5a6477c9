import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../platform/config/config.ts';
import type { Env } from '../executables.ts';
import { type FirstCredentials, firstCredentials } from '../first-credentials.ts';
import { type Home, keepSecret, openHome, writeWhole } from '../home.ts';
import { takeInstance } from '../instance.ts';
import { createPartGroup, type PartGroup } from '../part-group.ts';
import { apiPart, type PartContext, withoutTemporalServer, workerPart } from '../parts.ts';
import { choosePort } from '../ports.ts';
import type { SupervisedPart, SupervisionTimes } from '../supervise.ts';
import type { GetToolDeps } from '../system-package.ts';
import { freePorts } from './cluster-ports.ts';
import type { ClusterSize } from './cluster-size.ts';
import { type ClusterTools, getClusterTools } from './get-cluster-tools.ts';
import { loadBalancerPart } from './load-balancer.ts';
import { initPostgres, type PostgresServer, postgresPart } from './postgres.ts';
import { createRedisCluster, NODE_TIMEOUT_MS, REDIS_NODES, redisNodePart } from './redis-cluster.ts';
import type { TemporalServerOptions } from './temporal-config.ts';
import { createTemporalTables, registerNamespace, temporalServerPart } from './temporal-server.ts';

/** The dependencies of {@link startCluster}. */
export interface ClusterDeps extends GetToolDeps {
  /** Aborts a start. */
  readonly signal: AbortSignal;
  readonly size: ClusterSize;
  /** A folder that API and worker processes write a profile of their processor time to when they end. */
  readonly profiles?: string | undefined;
}

/** A running cluster. All its state is in a temporary folder and goes with it. */
export interface Cluster extends FirstCredentials {
  readonly home: Home;
  /** The URL of the load balancer. */
  readonly url: string;
  readonly temporal: { readonly address: string; readonly httpPort: number };
  readonly postgres: PostgresServer;
  readonly env: Env;
  /** Starts one more worker process. */
  addWorker(): Promise<SupervisedPart>;
  /** Completes what is in flight, then stops every part. */
  stop(): Promise<void>;
  /** Kills every part immediately, while {@link Cluster.stop} waits for them. */
  kill(): void;
}

const NAMESPACE = 'default';
/** A failed node starts again after its replica has taken over, as on a machine that restarts. */
const REDIS_TIMES: SupervisionTimes = { startMs: 90_000, firstDelayMs: 3 * NODE_TIMEOUT_MS, maxDelayMs: 30_000 };

/**
 * Starts Sotto as it runs on several machines, on loopback: a Redis Cluster of three masters with a replica each, a
 * Temporal server on PostgreSQL, API and worker processes, and a load balancer. Each part starts again when it ends.
 * @throws {StackError | ConfigError} when it cannot; nothing is left running then
 */
export async function startCluster(deps: ClusterDeps): Promise<Cluster> {
  const { progress, signal, size } = deps;
  const config = readConfig(deps.env);
  const tools = await getClusterTools(deps);
  const home = await openHome(await mkdtemp(join(tmpdir(), 'sotto-cluster-')));
  await chmod(home.folder, 0o711); // PostgreSQL runs as another user
  const instance = await takeInstance(home, () => {});
  const group = createPartGroup(home, instance, progress, signal, { isTemporary: true });
  const remove = async () => {
    await group.stop();
    await rm(home.folder, { recursive: true, force: true });
  };
  try {
    const servers = await progress.during('Starting Redis Cluster, PostgreSQL and Temporal', () =>
      startServers({ ...deps, tools, home, group }),
    );
    const started = await startProcesses({ ...deps, config, tools, home, group, servers, size });
    return { ...started, home, stop: remove, kill: group.kill };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Starting extends ClusterDeps {
  readonly tools: ClusterTools;
  readonly home: Home;
  readonly group: PartGroup;
}

interface Servers {
  readonly redisUrl: string;
  readonly postgres: PostgresServer;
  readonly temporal: Cluster['temporal'];
}

async function startServers(starting: Starting): Promise<Servers> {
  const [redisUrl, rest] = await Promise.all([startRedis(starting), startTemporal(starting)]);
  return { redisUrl, ...rest };
}

async function startRedis({ env, tools, home, group }: Starting): Promise<string> {
  const ports = await freePorts(2 * REDIS_NODES);
  const nodes = ports.slice(0, REDIS_NODES).map((port, index) => ({
    ...{ port, number: index + 1, busPort: ports[REDIS_NODES + index] ?? 0 },
  }));
  const start = async (node: (typeof nodes)[number]) =>
    group.start(await redisNodePart(tools.redis, node, { env, home }), REDIS_TIMES);
  await Promise.all(nodes.map(start));
  await createRedisCluster(tools.redisCli, nodes, env);
  return nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(',');
}

async function startTemporal({ env, tools, home, group, size, signal }: Starting): Promise<Omit<Servers, 'redisUrl'>> {
  const [databasePort = 0, port = 0, httpPort = 0, ...innerPorts] = await freePorts(10);
  const folder = join(home.folder, 'postgresql');
  await mkdir(folder);
  const password = randomBytes(24).toString('base64url');
  const postgres = { bin: tools.postgres, port: databasePort, user: 'temporal', password, folder };
  await initPostgres(postgres, env);
  await group.start(postgresPart(postgres, { env, logs: home.logs }));
  await createTemporalTables(tools.temporal, postgres, env);
  const options: Omit<TemporalServerOptions, 'dynamicConfigFile'> = {
    ...{ port, httpPort, innerPorts, shards: size.shards, database: postgres },
  };
  const context = { env, logs: home.logs, folder: join(home.folder, 'temporal') };
  await group.start(await temporalServerPart(tools.temporal.server, options, context));
  await registerNamespace(httpPort, NAMESPACE, signal);
  return { postgres, temporal: { address: `127.0.0.1:${port}`, httpPort } };
}

async function startProcesses(
  starting: Starting & { readonly config: Config; readonly servers: Servers },
): Promise<Omit<Cluster, 'home' | 'stop' | 'kill'>> {
  const { config, home, group, progress, size, servers, tools, profiles } = starting;
  const preferred = { part: 'the load balancer', variable: 'PORT', host: '127.0.0.1', port: config.PORT };
  const port = await choosePort({ ...preferred, preferred: config.PORT });
  const url = `http://127.0.0.1:${port}`;
  const env = await processEnvironment(starting, url);
  await writeWhole(home.redisUrl, servers.redisUrl);
  const first = await firstCredentials({
    ...{ path: home.credentials, env, publicUrl: url, temporalUi: null, say: progress.say },
  });
  const context: PartContext = { env, home, profiles };
  const temporal = { namespace: NAMESPACE, uiPort: servers.temporal.httpPort };
  let workers = 0;
  const addWorker = () => {
    workers += 1;
    return group.start(workerPart(context, temporal, `Worker-${workers}`));
  };
  const apiPorts = await freePorts(size.apis);
  const addApi = (apiPort: number, index: number) => {
    const own = { ...context, env: { ...env, PORT: String(apiPort) } };
    return group.start(apiPart(own, `http://127.0.0.1:${apiPort}`, `API-${index + 1}`));
  };
  const balancer = await loadBalancerPart(
    tools.haproxy,
    { port, apiPorts },
    { env, logs: home.logs, folder: home.folder },
  );
  await progress.during(`Starting ${size.workers} workers, ${size.apis} APIs and the load balancer`, () =>
    // The load balancer comes first and so stops last: HAProxy ends its connections at once, and the APIs first answer.
    Promise.all([group.start(balancer), ...Array.from({ length: size.workers }, addWorker), ...apiPorts.map(addApi)]),
  );
  return { ...first, url, env, temporal: servers.temporal, postgres: servers.postgres, addWorker };
}

/** The environment that all API and worker processes share. */
async function processEnvironment({ env, home, servers }: Starting & { servers: Servers }, url: string): Promise<Env> {
  return {
    ...withoutTemporalServer(env),
    SOTTO_HOME: home.folder,
    SOTTO_SECRET: env['SOTTO_SECRET'] ?? (await keepSecret(home)),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.0/8',
    REDIS_URL: servers.redisUrl,
    REDIS_CLUSTER: 'true',
    TEMPORAL_ADDRESS: servers.temporal.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    TEMPORAL_CONFIG_FILE: join(home.folder, 'no-temporal-profile.toml'),
  };
}
