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
export interface TestStack {
  readonly url: string;
  readonly apiKey: string;
  readonly personalToken: string;
  readonly home: string;
  readonly redis: Redis;
  /** `host:port` of Temporal. */
  readonly temporalAddress: string;
  /** The part's process; undefined while it is started again. */
  pid(part: PartName): number | undefined;
  /** The speech processes of a part. */
  engines(part: 'API' | 'Worker'): number[];
  /** What the supervisor wrote. */
  output(): string;
  stop(): Promise<void>;
}

export async function startTestStack(env: Record<string, string> = {}): Promise<TestStack> {
  const home = await mkdtemp(join(tmpdir(), 'sotto-chaos-'));
  const [api, redisPort, temporalPort, uiPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const ports = {
    ...{ PORT: String(api), EMBEDDED_REDIS_PORT: String(redisPort) },
    ...{ EMBEDDED_TEMPORAL_PORT: String(temporalPort), EMBEDDED_TEMPORAL_UI_PORT: String(uiPort) },
  };
  const inherited = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'],
  };
  const child = spawnServer(
    process.execPath,
    [fileURLToPath(new URL('../../../development/main.ts', import.meta.url))],
    {
      env: { ...inherited, SOTTO_HOME: home, ...ports, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const isReady = () => output.includes('Sotto is ready') || child.exitCode !== null;
  await eventually('the stack is ready', isReady, { timeoutMs: 120_000, intervalMs: 100 });
  if (child.exitCode !== null) throw new Error(`The stack ended: ${output}`);
  const credentials = JSON.parse(await readFile(join(home, 'credentials.json'), 'utf8')) as Record<string, string>;
  const redis = connectRedis((await readFile(join(home, 'redis-url'), 'utf8')).trim());
  redis.on('error', () => {}); // it is killed on purpose
  const pid = (part: PartName) => pidOf(home, part);
  return {
    url: credentials['base_url'] ?? '',
    apiKey: credentials['api_key'] ?? '',
    personalToken: credentials['personal_token'] ?? '',
    ...{ home, redis, pid, temporalAddress: `127.0.0.1:${temporalPort}` },
    engines: (part) => childrenOf(pid(part)),
    output: () => output,
    stop: async () => {
      redis.disconnect();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

function pidOf(home: string, part: PartName): number | undefined {
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
