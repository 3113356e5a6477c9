import { fileURLToPath } from 'node:url';
import { connectRedis } from '../../store/connection.ts';
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
  options: DevServerOptions & { readonly uiPort: number },
): Part {
  const url = `http://127.0.0.1:${options.uiPort}/api/v1/namespaces/${options.namespace}`;
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
    ...nodePart('API', '../../api/main.ts', { env, home }),
    isReady: async (signal) => (await fetch(`${url}/health`, { signal })).ok,
  };
}

/** The process that runs notes, webhooks and their clocks. */
export function workerPart(context: PartContext): Part {
  return { ...nodePart('Worker', '../main.ts', context), isReady: async () => true };
}

/** The environment without Temporal's own variables, which would turn a server or client of ours elsewhere. */
export function withoutTemporal(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

function nodePart(name: string, entry: string, { env, home }: PartContext): Omit<Part, 'isReady'> {
  const path = fileURLToPath(new URL(entry, import.meta.url));
  return { name, command: process.execPath, args: [path], env, logs: home.logs, graceMs: 30_000 };
}
