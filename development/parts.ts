import { fileURLToPath } from 'node:url';
import { MAIN_QUEUE } from '../contracts/queues.ts';
import { Environment } from '../platform/config/config.ts';
import { connectRedis } from '../platform/redis/connection.ts';
import type { Env } from './executables.ts';
import type { Home } from './home.ts';
import { redisArguments } from './redis-arguments.ts';
import type { Part } from './supervise.ts';
import { type DevServerOptions, devServerArguments } from './temporal-arguments.ts';

/** The settings that all parts share. */
export interface PartContext {
  readonly env: Env;
  readonly home: Home;
  /** A folder that API and worker write a profile of their processor time to when they end. */
  readonly profiles?: string | undefined;
}

/** The address of the embedded Temporal's Web UI, which also serves Temporal's HTTP API. */
export interface TemporalAddress {
  readonly namespace: string;
  readonly uiPort: number;
}

function temporalApi({ namespace, uiPort }: TemporalAddress): string {
  return `http://127.0.0.1:${uiPort}/api/v1/namespaces/${encodeURIComponent(namespace)}`;
}

/** Redis, or Valkey, on loopback. Ready once it has loaded its file and answers. */
export function redisPart({ env, home }: PartContext, command: string, port: number): Part {
  return {
    name: 'Redis',
    command,
    args: redisArguments({ port, folder: home.redis }),
    env,
    logs: home.logs,
    graceMs: 15_000,
    isReady: async () => {
      const redis = connectRedis(`redis://127.0.0.1:${port}`);
      redis.on('error', () => {}); // connections are refused until it listens
      try {
        return (await redis.ping()) === 'PONG';
      } finally {
        redis.disconnect();
      }
    },
  };
}

/** The Temporal dev server with its Web UI, which is used to check readiness. Ready once it has the namespace. */
export function temporalPart(
  { env, home }: PartContext,
  command: string,
  options: DevServerOptions & TemporalAddress,
): Part {
  const url = temporalApi(options);
  return {
    name: 'Temporal',
    command,
    args: devServerArguments(options),
    env: withoutTemporal(env),
    logs: home.logs,
    graceMs: 15_000,
    // It chooses free ports for its inner services. Another process may take one before it listens on it.
    starts: 3,
    isReady: async (signal) => (await fetch(url, { signal })).ok,
  };
}

/** The process that serves HTTP and runs dictations. It completes dictations in flight before it stops. */
export function apiPart(context: PartContext, url: string, name = 'API'): Part {
  return {
    ...nodePart(name, '../api/main.ts', context),
    isReady: async (signal) => (await fetch(`${url}/health`, { signal })).ok,
  };
}

/**
 * The process that runs notes, webhooks and their timers.
 * @param temporal the embedded server, which reports whether the worker polls; another server is not queried
 */
export function workerPart(context: PartContext, temporal: TemporalAddress | undefined, name = 'Worker'): Part {
  return {
    ...nodePart(name, '../worker/main.ts', context),
    isReady: async (signal, pid) => temporal === undefined || (await polls(temporal, pid, signal)),
  };
}

/** The SDK's identity of a worker is `<pid>@<host>`. */
async function polls({ namespace, uiPort }: TemporalAddress, pid: number, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(`${temporalApi({ namespace, uiPort })}/task-queues/${MAIN_QUEUE}`, { signal });
  const { pollers = [] } = (await response.json()) as { pollers?: { identity?: string }[] };
  return pollers.some(({ identity }) => identity?.startsWith(`${pid}@`));
}

/** The environment without the variables that would point API and worker to another Temporal server. */
export function withoutTemporalServer(env: Env): Env {
  const isOwn = (name: string) => name in Environment.properties;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_') || isOwn(name)));
}

/** The environment of a Temporal server, which must not read variables that are meant for its clients. */
export function withoutTemporal(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

function nodePart(name: string, entry: string, { env, home, profiles }: PartContext): Omit<Part, 'isReady'> {
  const path = fileURLToPath(new URL(entry, import.meta.url));
  const profile =
    profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}.cpuprofile`];
  return { name, command: process.execPath, args: [...profile, path], env, logs: home.logs, graceMs: 30_000 };
}
