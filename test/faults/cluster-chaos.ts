import { expect, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chaos, defineChaos } from './support/chaos.ts';
import { CLUSTER_START_MS, type ClusterPart, startTestCluster, type TestCluster } from './support/cluster.ts';

/*
 * The chaos test on a cluster of several processes of each kind: `npm run test:cluster`. `npm test` does not run it, as
 * it needs PostgreSQL, HAProxy and a Temporal server that Go builds.
 */
let cluster: TestCluster;
let killedMasters = 0;
const part = (name: ClusterPart) => async () => [cluster.pid(name)];

defineChaos({
  start: async (env) => {
    cluster = await startTestCluster(env);
    return cluster;
  },
  startMs: CLUSTER_START_MS,
  victims: (): ReturnType<Chaos['victims']> => ({
    'API-1': part('API-1'),
    'API-2': part('API-2'),
    'Worker-1': part('Worker-1'),
    'Worker-2': part('Worker-2'),
    'Redis master': async () => {
      killedMasters += 1;
      return [await cluster.replicatedMaster()];
    },
    Temporal: part('Temporal'),
    PostgreSQL: part('PostgreSQL'),
    'Load-balancer': part('Load-balancer'),
    'Worker-1 engine': async () => cluster.engines('Worker-1'),
  }),
  last: ['Redis master'],
  rounds: Number(process.env['CHAOS_ROUNDS'] ?? 1),
});

test('a replica took over from each Redis master that was killed', async () => {
  const logs = join(cluster.home, 'logs');
  const names = (await readdir(logs)).filter((name) => /^redis-\d\.log$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')));
  expect(killedMasters).toBeGreaterThan(0);
  expect(texts.join('').match(/Failover election won/g)?.length).toBeGreaterThanOrEqual(killedMasters);
});
