import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectRedis, type Redis } from '../../../platform/redis/connection.ts';
import { spawnServer } from '../../support/child.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';

/** A process of the stack that the supervisor starts again when it ends. */
export type PartName = 'API' | 'Worker' | 'Redis' | 'Temporal';

/** All of Sotto as `npm start` runs it, under its own supervisor. */
export interface RunningStack {
  readonly url: string;
  readonly apiKey: string;
  readonly personalToken: string;
  readonly home: string;
  readonly redis: Redis;
  /** `host:port` of Temporal. */
  readonly temporalAddress: string;
  /** The output of the supervisor. */
  output(): string;
  stop(): Promise<void>;
}

/** The stack with its processes. */
export interface TestStack<Name extends string = PartName> extends RunningStack {
  /** The part's process; undefined while it is being restarted. */
  pid(part: Name): number | undefined;
  /** The speech processes of a part. */
  engines(part: Name): number[];
}

export async function startTestStack(env: Record<string, string> = {}): Promise<TestStack> {
  const home = await mkdtemp(join(tmpdir(), 'sotto-chaos-'));
  const [api, redisPort, temporalPort, uiPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const ports = {
    ...{ PORT: String(api), EMBEDDED_REDIS_PORT: String(redisPort) },
    ...{ EMBEDDED_TEMPORAL_PORT: String(temporalPort), EMBEDDED_TEMPORAL_UI_PORT: String(uiPort) },
  };
  const launched = await launch('development/main.ts', { SOTTO_HOME: home, ...ports, ...env }, 120_000);
  const redis = connectRedis((await readFile(join(home, 'redis-url'), 'utf8')).trim());
  const temporalAddress = `127.0.0.1:${temporalPort}`;
  const stack = await describeStack(home, launched, redis, temporalAddress);
  return {
    ...stack,
    stop: async () => {
      await stack.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The supervisor process of a stack. */
export interface LaunchedStack {
  /** Its output. */
  output(): string;
  /** Resolves once it has stopped all parts. */
  stop(): Promise<void>;
}

/** Runs the entry of a stack and waits until it is ready. */
export async function launch(entry: string, env: Record<string, string>, timeoutMs: number): Promise<LaunchedStack> {
  const inherited = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'],
  };
  const child = spawnServer(process.execPath, [fileURLToPath(new URL(`../../../${entry}`, import.meta.url))], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const isReady = () => output.includes('Try it:') || child.exitCode !== null;
  await eventually('the stack is ready', isReady, { timeoutMs, intervalMs: 100 });
  if (child.exitCode !== null) throw new Error(`The stack ended: ${output}`);
  return {
    output: () => output,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A launched stack with its credentials and processes. It closes the connection to Redis when it stops. */
export async function describeStack<Name extends string>(
  home: string,
  launched: LaunchedStack,
  redis: Redis,
  temporalAddress: string,
): Promise<TestStack<Name>> {
  const credentials = JSON.parse(await readFile(join(home, 'credentials.json'), 'utf8')) as Record<string, string>;
  redis.on('error', () => {}); // the test kills Redis
  const pid = (part: Name) => pidOf(home, part);
  return {
    url: credentials['base_url'] ?? '',
    apiKey: credentials['api_key'] ?? '',
    personalToken: credentials['personal_token'] ?? '',
    ...{ home, redis, pid, temporalAddress, output: launched.output },
    engines: (part) => childrenOf(pid(part)),
    stop: async () => {
      redis.disconnect();
      await launched.stop();
    },
  };
}

function pidOf(home: string, part: string): number | undefined {
  try {
    const text = readFileSync(join(home, 'processes.json'), 'utf8');
    const found = new RegExp(`\\{[^{}]*"name":\\s*"${part}"[^{}]*\\}`).exec(text)?.[0];
    return found ? (JSON.parse(found) as { pid: number }).pid : undefined;
  } catch {
    return undefined; // it is being written
  }
}

function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  try {
    const found = execFileSync('pgrep', ['-P', String(pid)]).toString();
    return found.trim().split('\n').map(Number);
  } catch {
    return []; // none
  }
}
