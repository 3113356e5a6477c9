import { createSignInLinkStore } from '../accounts/sign-in-links.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { connectRedis, storeUnavailable } from '../platform/redis/connection.ts';
import { redisSettings } from '../platform/redis/settings.ts';
import { type Credentials, ensureCredentials } from './credentials.ts';
import type { Env } from './executables.ts';
import { findOrGetRedis } from './get-redis.ts';
import { findOrGetTemporal } from './get-temporal.ts';
import { type Home, keepSecret, openHome, writeWhole } from './home.ts';
import { takeInstance } from './instance.ts';
import { createPartGroup, type PartGroup } from './part-group.ts';
import { apiPart, redisPart, temporalPart, withoutTemporal, workerPart } from './parts.ts';
import type { Progress } from './progress.ts';
import { StackError } from './stack-error.ts';
import { chooseStackPorts, type StackPorts } from './stack-ports.ts';

/** What {@link startStack} needs. */
export interface StackDeps {
  /** The whole environment: configuration, and what the parts inherit. */
  readonly env: Env;
  readonly progress: Progress;
  /** Breaks a start off. */
  readonly signal: AbortSignal;
  /** Whether missing system packages may be installed with sudo. @default false */
  readonly maySudo?: boolean;
}

/** A running stack. */
export interface Stack {
  readonly home: Home;
  readonly credentials: Credentials;
  /** Where the API listens on this machine. */
  readonly url: string;
  /** Signs the first user in to the web app: once, within 15 minutes. */
  readonly signInLink: string;
  /** Ends what is in flight, then every part: API, worker, Temporal, Redis. */
  stop(): Promise<void>;
  /** Ends every part at once, while {@link Stack.stop} waits for them. */
  kill(): void;
}

/**
 * Starts all of Sotto on this machine: Redis and Temporal unless others are named, then the worker and the API.
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
    await startServers({ ...deps, home, group, ports });
    const { credentials, signInLink } = await firstCredentials({ home, env, publicUrl, ports, say: progress.say });
    await progress.during('Starting the worker and the API', () =>
      Promise.all([group.start(workerPart({ env, home }, ports.temporal)), group.start(apiPart({ env, home }, url))]),
    );
    return { home, credentials, signInLink, url, stop: group.stop, kill: group.kill };
  } catch (error) {
    await group.stop();
    throw error;
  }
}

/** What the worker and the API are told on top of the environment: where the embedded parts are. */
async function partEnvironment(
  env: Env,
  home: Home,
  config: Config,
  { api, redis, temporal }: StackPorts,
): Promise<Env> {
  return {
    ...(temporal ? withoutTemporal(env) : env),
    SOTTO_HOME: home.folder,
    SOTTO_SECRET: config.SOTTO_SECRET ?? (await keepSecret(home)),
    PORT: String(api),
    ...(redis === undefined ? {} : { REDIS_URL: `redis://127.0.0.1:${redis}` }),
    ...(temporal === undefined
      ? {}
      : {
          TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
          TEMPORAL_NAMESPACE: temporal.namespace,
          // A profile of the person's own would add its TLS and keys to the embedded server's address.
          TEMPORAL_CONFIG_FILE: `${home.folder}/no-temporal-profile.toml`,
        }),
  };
}

/** Finds or gets Redis and Temporal side by side, then starts them side by side. */
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
  const starts: Promise<void>[] = [];
  if (redisPath && redis) starts.push(group.start(redisPart({ env, home }, redisPath, redis)));
  if (temporalPath && temporal) {
    const options = { ...temporal, databaseFile: home.temporalDatabase };
    starts.push(group.start(temporalPart({ env, home }, temporalPath, options)));
  }
  if (starts.length > 0) await progress.during('Starting Redis and Temporal', () => Promise.all(starts));
}

async function firstCredentials(given: {
  home: Home;
  env: Env;
  publicUrl: string;
  ports: StackPorts;
  say: (line: string) => void;
}): Promise<Pick<Stack, 'credentials' | 'signInLink'>> {
  const { home, env, publicUrl, ports, say } = given;
  const redis = connectRedis(await redisSettings({ ...readConfig(env), REDIS_URL: env['REDIS_URL'] ?? '' }));
  redis.on('error', () => {}); // each command that fails says so itself
  try {
    const credentials = await ensureCredentials({
      redis,
      path: home.credentials,
      secret: env['SOTTO_SECRET'] ?? '',
      say,
      addresses: {
        base_url: publicUrl,
        enterprise_url: publicUrl,
        temporal_ui: ports.temporal ? `http://127.0.0.1:${ports.temporal.uiPort}` : null,
      },
    });
    const secret = await createSignInLinkStore(redis).create(credentials.user_email);
    // Behind the `#`, no server and no log sees it; the page there uses it at once.
    return { credentials, signInLink: `${publicUrl}/sign-in#${secret}` };
  } catch (error) {
    if (!storeUnavailable(error)) throw error;
    throw new StackError(
      'Cannot start as Redis does not answer: check REDIS_URL, or leave it out to have one embedded',
    );
  } finally {
    redis.disconnect();
  }
}

/** Where a server that listens on `host` is reached from this machine. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
