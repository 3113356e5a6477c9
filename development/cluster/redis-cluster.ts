import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../executables.ts';
import type { Home } from '../home.ts';
import { redisPart } from '../parts.ts';
import { lastLine, runTool } from '../run-tool.ts';
import { StackError } from '../stack-error.ts';
import type { Part } from '../supervise.ts';

/** Three masters with a replica each. */
export const REDIS_NODES = 6;
const CREATE_TIMEOUT_MS = 60_000;
/** A node that is silent for this long has failed: its replica takes over. */
export const NODE_TIMEOUT_MS = 2_000;

/** One node of a Redis Cluster. Its data is in a folder of its own. */
export async function redisNodePart(
  command: string,
  { number, port, busPort }: { readonly number: number; readonly port: number; readonly busPort: number },
  { env, home }: { readonly env: Env; readonly home: Home },
): Promise<Part> {
  const folder = join(home.redis, String(number));
  await mkdir(folder, { recursive: true });
  const part = redisPart({ env, home: { ...home, redis: folder } }, command, port);
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)];
  const args = [...part.args, ...cluster, '--cluster-node-timeout', String(NODE_TIMEOUT_MS)];
  return { ...part, name: `Redis-${number}`, args };
}

/**
 * Makes a cluster of running nodes.
 * @throws {StackError} with the last line of redis-cli
 */
export async function createRedisCluster(
  redisCli: string,
  nodes: readonly { readonly port: number; readonly busPort: number }[],
  env: Env,
): Promise<void> {
  const addresses = nodes.map(({ port, busPort }) => `127.0.0.1:${port}@${busPort}`);
  const args = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  const { ok, output } = await runTool(redisCli, args, { env, timeoutMs: CREATE_TIMEOUT_MS });
  if (!ok) throw new StackError(`Cannot start a cluster as redis-cli failed: ${lastLine(output)}`);
}
