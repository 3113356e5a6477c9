import { fileURLToPath } from 'node:url';
import { MAIN_QUEUE } from '../contracts/queues.ts';
import { connectRedis } from '../platform/redis/connection.ts';
import type { Env } from './executables.ts';
import type { Home } from './home.ts';
import { redisArguments } from './redis-arguments.ts';
import type { Part } from './supervise.ts';
import { type DevServerOptions, devServerArguments } from './temporal-arguments.ts';

/** What all parts share. */
export interface PartContext {
  readonly env: Env;
  readonly home: Home;
}

/** Where the embedded Temporal's Web UI is, which passes Temporal's HTTP API on. */
export interface TemporalAddress {
  readonly namespace: string;
  readonly uiPort: number;
}

function temporalApi({ namespace, uiPort }: TemporalAddress): string {
  return `http://127.0.0.1:${uiPort}/api/v1/namespaces/${encodeURIComponent(namespace)}`;
}

/** Redis, or Valkey, on loopback; ready once it has read its file and answers. */
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
      redis.on('error', () => {}); // refused until it listens
      try {
        return (await redis.ping()) === 'PONG';
      } finally {
        redis.disconnect();
      }
    },
  };
}

/** The Temporal dev server with its Web UI, which passes readiness on; ready once it knows the namespace. */
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
    isReady: async (signal) => (await fetch(url, { signal })).ok,
  };
}

/** The process that serves HTTP and runs dictations; it ends those in flight before it stops. */
export function apiPart({ env, home }: PartContext, url: string): Part {
  return {
    ...nodePart('API', '../api/main.ts', { env, home }),
    isReady: async (signal) => (await fetch(`${url}/health`, { signal })).ok,
  };
}

/**
 * The process that runs notes, webhooks and their clocks.
 * @param temporal the embedded server, which tells whether the worker polls; another one is not asked
 */
export function workerPart(context: PartContext, temporal: TemporalAddress | undefined): Part {
  return {
    ...nodePart('Worker', '../worker/main.ts', context),
    isReady: async (signal, pid) => temporal === undefined || (await polls(temporal, pid, signal)),
  };
}

/** The SDK names a worker after its process: `<pid>@<host>`. */
async function polls({ namespace, uiPort }: TemporalAddress, pid: number, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(`${temporalApi({ namespace, uiPort })}/task-queues/${MAIN_QUEUE}`, { signal });
  const { pollers = [] } = (await response.json()) as { pollers?: { identity?: string }[] };
  return pollers.some(({ identity }) => identity?.startsWith(`${pid}@`));
}

/** The environment without Temporal's own variables, which would turn a server or client of ours elsewhere. */
export function withoutTemporal(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

function nodePart(name: string, entry: string, { env, home }: PartContext): Omit<Part, 'isReady'> {
  const path = fileURLToPath(new URL(entry, import.meta.url));
  return { name, command: process.execPath, args: [path], env, logs: home.logs, graceMs: 30_000 };
}
