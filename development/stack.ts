import { type Config, readConfig } from '../platform/config/config.ts';
import type { Credentials } from './credentials.ts';
import type { Env } from './executables.ts';
import { findOrGetRedis } from './get-redis.ts';
import { findOrGetTemporal } from './get-temporal.ts';
import { type Home, keepSecret, openHome, writeWhole } from './home.ts';
import { takeInstance } from './instance.ts';
import { createPartGroup, type PartGroup } from './part-group.ts';
import { apiPart, redisPart, temporalPart, withoutTemporalServer, workerPart } from './parts.ts';
import type { Progress } from './progress.ts';
import { chooseStackPorts, type StackPorts } from './stack-ports.ts';

/** The dependencies of {@link startStack}. */
export interface StackDeps {
  /** The whole environment: the configuration, and what the parts inherit. */
  readonly env: Env;
  readonly progress: Progress;
  /** Aborts a start. */
  readonly signal: AbortSignal;
  /** Whether missing system packages may be installed with sudo. @default false */
  readonly maySudo?: boolean;
}

/** A running stack. */
export interface Stack {
  readonly home: Home;
  readonly credentials: Credentials;
  /** The URL of the API on this machine. */
  readonly url: string;
  /** Signs the first user in to the web app. Works once, within 15 minutes. */
  readonly signInLink: string;
  /** Completes what is in flight, then stops every part: API, worker, Temporal, Redis. */
  stop(): Promise<void>;
  /** Kills every part immediately, while {@link Stack.stop} waits for them. */
  kill(): void;
}

/**
 * Starts all of Sotto on this machine: Redis and Temporal unless others are configured, then the worker and the API.
 * @throws {StackError | ConfigError} when it cannot; nothing is left running then
 */
export async function startStack(deps: StackDeps): Promise<Stack> {
  const { progress, signal } = deps;
  const config = readConfig(deps.env);
  const home = await openHome(config.SOTTO_HOME);
  const instance = await takeInstance(home, (names) =>
    progress.say(`Stopping what an earlier start left running: ${names.join(', ')}`),
  );
  const group = createPartGroup(home, instance, progress, signal);
  try {
    const ports = await chooseStackPorts(config, deps.env);
    const url = `http://${localHost(config.HOST)}:${ports.api}`;
    const publicUrl = (config.PUBLIC_URL ?? url).replace(/\/+$/, '');
    const env: Env = { ...(await partEnvironment(deps.env, home, config, ports)), PUBLIC_URL: publicUrl };
    await writeWhole(home.redisUrl, env['REDIS_URL'] ?? '');
    // Its modules load while the servers start.
    const [{ firstCredentials }] = await Promise.all([
      import('./first-credentials.ts'),
      startServers({ ...deps, home, group, ports }),
    ]);
    const temporalUi = ports.temporal ? `http://127.0.0.1:${ports.temporal.uiPort}` : null;
    const first = { path: home.credentials, env, publicUrl, temporalUi, say: progress.say };
    const { credentials, signInLink } = await firstCredentials(first);
    await progress.during('Starting the worker and the API', () =>
      Promise.all([group.start(workerPart({ env, home }, ports.temporal)), group.start(apiPart({ env, home }, url))]),
    );
    return { home, credentials, signInLink, url, stop: group.stop, kill: group.kill };
  } catch (error) {
    await group.stop();
    throw error;
  }
}

/** The additional environment of worker and API: the addresses of the embedded parts. */
async function partEnvironment(
  env: Env,
  home: Home,
  config: Config,
  { api, redis, temporal }: StackPorts,
): Promise<Env> {
  return {
    ...(temporal ? withoutTemporalServer(env) : env),
    SOTTO_HOME: home.folder,
    SOTTO_SECRET: config.SOTTO_SECRET ?? (await keepSecret(home)),
    PORT: String(api),
    ...(redis === undefined ? {} : { REDIS_URL: `redis://127.0.0.1:${redis}` }),
    ...(temporal === undefined
      ? {}
      : {
          TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
          TEMPORAL_NAMESPACE: temporal.namespace,
          TEMPORAL_UI_URL: config.TEMPORAL_UI_URL ?? `http://127.0.0.1:${temporal.uiPort}`,
          // The user's own profile would add its TLS and keys to the embedded server's address.
          TEMPORAL_CONFIG_FILE: `${home.folder}/no-temporal-profile.toml`,
        }),
  };
}

/** Finds or installs Redis and Temporal concurrently, then starts them concurrently. */
async function startServers({
  env,
  progress,
  signal,
  maySudo = false,
  home,
  group,
  ports: { redis, temporal },
}: StackDeps & { home: Home; group: PartGroup; ports: StackPorts }): Promise<void> {
  const tools = { env, progress, signal, maySudo };
  const [redisPath, temporalPath] = await Promise.all([
    redis === undefined ? undefined : findOrGetRedis(tools),
    temporal === undefined ? undefined : findOrGetTemporal(tools),
  ]);
  const starts: Promise<unknown>[] = [];
  if (redisPath && redis) starts.push(group.start(redisPart({ env, home }, redisPath, redis)));
  if (temporalPath && temporal) {
    const options = { ...temporal, databaseFile: home.temporalDatabase };
    starts.push(group.start(temporalPart({ env, home }, temporalPath, options)));
  }
  if (starts.length > 0) await progress.during('Starting Redis and Temporal', () => Promise.all(starts));
}

/** The host name for connecting from this machine to a server that listens on `host`. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
