import { relative } from 'node:path';
import { type Config, readConfig } from '../../runtime/config.ts';
import { connectRedis } from '../../store/connection.ts';
import { type Credentials, ensureCredentials } from './credentials.ts';
import type { Env } from './executables.ts';
import { findOrGetRedis } from './get-redis.ts';
import { findOrGetTemporal } from './get-temporal.ts';
import { type Home, keepSecret, openHome, writeWhole } from './home.ts';
import { takeInstance } from './instance.ts';
import { createPartGroup, type PartGroup } from './part-group.ts';
import { apiPart, redisPart, type TemporalAddress, temporalPart, withoutTemporal, workerPart } from './parts.ts';
import { choosePort } from './ports.ts';
import type { Progress } from './progress.ts';

/** What {@link startStack} needs. */
export interface StackDeps {
  /** The whole environment: configuration, and what the parts inherit. */
  readonly env: Env;
  readonly progress: Progress;
  /** Breaks a start off. */
  readonly signal: AbortSignal;
}

/** A running stack. */
export interface Stack {
  readonly home: Home;
  readonly credentials: Credentials;
  /** Where the API listens on this machine. */
  readonly url: string;
  /** Ends what is in flight, then every part: API, worker, Temporal, Redis. */
  stop(): Promise<void>;
  /** Ends every part at once, while {@link Stack.stop} waits for them. */
  kill(): void;
}

interface Ports {
  readonly api: number;
  /** Undefined where an external one is named. */
  readonly redis: number | undefined;
  readonly temporal: (TemporalAddress & { readonly port: number }) | undefined;
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
    const ports = await choosePorts(config, deps.env);
    const env = await partEnvironment(deps.env, home, config, ports);
    await writeWhole(home.redisUrl, env['REDIS_URL'] ?? '');
    await startServers({ ...deps, home, group, ports });
    const url = `http://${localHost(config.HOST)}:${ports.api}`;
    const credentials = await firstCredentials({ home, config, env, url, ports });
    await progress.during('Starting the worker and the API', () =>
      Promise.all([group.start(workerPart({ env, home }, ports.temporal)), group.start(apiPart({ env, home }, url))]),
    );
    return { home, credentials, url, stop: group.stop, kill: group.kill };
  } catch (error) {
    await group.stop();
    throw error;
  }
}

async function choosePorts(config: Config, env: Env): Promise<Ports> {
  const inner = { host: '127.0.0.1' };
  const { EMBEDDED_REDIS_PORT, EMBEDDED_TEMPORAL_PORT, EMBEDDED_TEMPORAL_UI_PORT } = config;
  const api = { part: 'the API', variable: 'PORT', host: config.HOST, port: config.PORT, preferred: config.PORT };
  const redis = { ...inner, part: 'Redis', variable: 'EMBEDDED_REDIS_PORT', port: EMBEDDED_REDIS_PORT };
  const temporal = { ...inner, part: 'Temporal', variable: 'EMBEDDED_TEMPORAL_PORT', port: EMBEDDED_TEMPORAL_PORT };
  const ui = {
    ...inner,
    part: 'the Temporal Web UI',
    variable: 'EMBEDDED_TEMPORAL_UI_PORT',
    port: EMBEDDED_TEMPORAL_UI_PORT,
  };
  return {
    api: await choosePort(api),
    redis: config.REDIS_URL ? undefined : await choosePort({ ...redis, preferred: 6390 }),
    temporal: namesTemporal(env)
      ? undefined
      : {
          namespace: env['TEMPORAL_NAMESPACE'] || 'default',
          port: await choosePort({ ...temporal, preferred: 7233 }),
          uiPort: await choosePort({ ...ui, preferred: 8233 }),
        },
  };
}

/** Whether the environment says where a Temporal server is, directly or by a profile of Temporal's own configuration. */
function namesTemporal(env: Env): boolean {
  return Boolean(env['TEMPORAL_ADDRESS'] || env['TEMPORAL_PROFILE'] || env['TEMPORAL_CONFIG_FILE']);
}

/** What the worker and the API are told on top of the environment: where the embedded parts are. */
async function partEnvironment(env: Env, home: Home, config: Config, { api, redis, temporal }: Ports): Promise<Env> {
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
  home,
  group,
  ports: { redis, temporal },
}: StackDeps & { home: Home; group: PartGroup; ports: Ports }): Promise<void> {
  const tools = { env, progress, signal };
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
  config: Config;
  env: Env;
  url: string;
  ports: Ports;
}): Promise<Credentials> {
  const { home, config, env, url, ports } = given;
  const redis = connectRedis(env['REDIS_URL'] ?? '');
  redis.on('error', () => {}); // each command that fails says so itself
  try {
    const publicUrl = config.PUBLIC_URL?.replace(/\/+$/, '') ?? url;
    return await ensureCredentials({
      redis,
      path: home.credentials,
      secret: env['SOTTO_SECRET'] ?? '',
      addresses: {
        base_url: publicUrl,
        enterprise_url: publicUrl,
        temporal_ui: ports.temporal ? `http://127.0.0.1:${ports.temporal.uiPort}` : null,
      },
    });
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

/** What a person is told once all of it runs; the command works when it is pasted. */
export function describeStack({ url, home, credentials }: Stack, sample: string, folder: string): string {
  const from = (path: string) => {
    const short = relative(folder, path);
    return short === '' || short.startsWith('..') ? path : short;
  };
  const { temporal_ui: temporalUi, api_key: apiKey } = credentials;
  return [
    '',
    'Sotto is ready. Ctrl-C stops it.',
    '',
    `  API             ${url}`,
    `  API reference   ${url}/swagger`,
    ...(temporalUi ? [`  Temporal Web UI ${temporalUi}`] : []),
    `  Credentials     ${from(home.credentials)}`,
    `  Logs            ${from(home.logs)}`,
    '',
    'Try it:',
    '',
    `  curl -sS ${url}/v1/enterprise/dictate -H 'X-API-Key: ${apiKey}' -F source=smart -F 'audio=@${from(sample)}'`,
    '',
  ].join('\n');
}
