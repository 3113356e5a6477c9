import { connectRedis, firstConnection, masterNodes } from '../../../platform/redis/connection.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { describeStack, launch, type TestStack } from './stack.ts';

/** A process of the cluster that the supervisor starts again when it ends. */
export type ClusterPart =
  | 'API-1'
  | 'API-2'
  | 'Worker-1'
  | 'Worker-2'
  | `Redis-${number}`
  | 'Temporal'
  | 'PostgreSQL'
  | 'Load-balancer';

/** All of Sotto as `npm run cluster` runs it, under its own supervisor. */
export interface TestCluster extends TestStack<ClusterPart> {
  /** The process of a Redis master whose replica has all of its data, so that a kill loses nothing. Waits for one. */
  replicatedMaster(): Promise<number | undefined>;
}

/** The first start on a machine installs PostgreSQL and builds Temporal's server. */
export const CLUSTER_START_MS = 40 * 60_000;
const REPLICATED_MS = 60_000;

export async function startTestCluster(env: Record<string, string> = {}): Promise<TestCluster> {
  const port = await freePort();
  const launched = await launch('development/cluster/main.ts', { PORT: String(port), ...env }, CLUSTER_START_MS);
  const line = (title: string) => new RegExp(`^  ${title} +(\\S+)`, 'm').exec(launched.output())?.[1] ?? '';
  const url = line('Redis Cluster');
  const redis = connectRedis({ url, cluster: true });
  await firstConnection(redis);
  const stack = await describeStack<ClusterPart>(line('State'), launched, redis, line('Temporal'));
  const partOf = (nodePort: number | undefined): ClusterPart =>
    `Redis-${1 + url.split(',').findIndex((address) => Number(new URL(address).port) === nodePort)}`;
  const findReplicated = async () => {
    for (const node of masterNodes(redis)) {
      const info = await node.info('replication').catch(() => '');
      const pid =
        /^role:master/m.test(info) && /^slave0:.*state=online/m.test(info) && stack.pid(partOf(node.options.port));
      if (pid) return pid;
    }
    return false;
  };
  return {
    ...stack,
    replicatedMaster: () => eventually('a master has a replica', findReplicated, { timeoutMs: REPLICATED_MS }),
  };
}
