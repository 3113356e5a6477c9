import { parseArgs } from 'node:util';
import { bypassProxyForLoopback } from '../../platform/http/loopback.ts';
import { runUntilStopped } from '../run-until-stopped.ts';
import { StackError } from '../stack-error.ts';
import { startCluster } from './cluster.ts';
import { clusterSize, DEFAULT_SIZE } from './cluster-size.ts';
import { describeCluster } from './describe-cluster.ts';

/** Entry of `npm run cluster`: runs Sotto as on several machines. `--sudo` allows it to install packages with sudo. */
bypassProxyForLoopback(process.env);
await runUntilStopped(async ({ progress, signal }) => {
  const { apis, workers, shards, profiles, sudo } = readOptions();
  const size = clusterSize({ apis, workers, shards });
  return startCluster({ env: process.env, maySudo: sudo, profiles, size, progress, signal });
}, describeCluster);

function readOptions() {
  try {
    return parseArgs({
      options: {
        apis: { type: 'string', default: String(DEFAULT_SIZE.apis) },
        workers: { type: 'string', default: String(DEFAULT_SIZE.workers) },
        shards: { type: 'string', default: String(DEFAULT_SIZE.shards) },
        profiles: { type: 'string' },
        sudo: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StackError(`Cannot start a cluster: ${error instanceof Error ? error.message : 'wrong options'}`);
  }
}
