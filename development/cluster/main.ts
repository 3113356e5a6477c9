import { parseArgs } from 'node:util';
import { ConfigError } from '../../platform/config/config.ts';
import { bypassProxyForLoopback } from '../../platform/http/loopback.ts';
import { createProgress } from '../progress.ts';
import { StackError } from '../stack-error.ts';
import { startCluster } from './cluster.ts';
import { clusterSize, DEFAULT_SIZE } from './cluster-size.ts';
import { describeCluster } from './describe-cluster.ts';

/**
 * Entry of `npm run cluster`: runs Sotto as on several machines until SIGINT, SIGTERM or SIGHUP. A second one of these
 * kills what is still running.
 */
const progress = createProgress(process.stderr);
const interrupted = new AbortController();
const SAME_WISH_MS = 1_000;
let kill: () => void = () => process.exit(130); // the guard stops what has started so far
let askedAt: number | undefined;

function onStopSignal(): void {
  const now = performance.now();
  if (askedAt === undefined) {
    askedAt = now;
    progress.say('Stopping: what is in flight ends first (once more ends it at once)');
    interrupted.abort();
  } else if (now - askedAt > SAME_WISH_MS) kill();
}

bypassProxyForLoopback(process.env);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onStopSignal);

try {
  const { values } = parseArgs({
    options: {
      apis: { type: 'string', default: String(DEFAULT_SIZE.apis) },
      workers: { type: 'string', default: String(DEFAULT_SIZE.workers) },
      shards: { type: 'string', default: String(DEFAULT_SIZE.shards) },
      profiles: { type: 'string' },
      sudo: { type: 'boolean', default: false },
    },
  });
  const cluster = await startCluster({
    ...{ env: process.env, progress, signal: interrupted.signal, maySudo: values.sudo, profiles: values.profiles },
    size: clusterSize(values),
  });
  kill = cluster.kill;
  if (!interrupted.signal.aborted) process.stdout.write(`${describeCluster(cluster)}\n`);
  await new Promise<void>((resolve) => {
    if (interrupted.signal.aborted) resolve();
    else interrupted.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await cluster.stop();
  progress.say('Stopped');
  process.exit(0);
} catch (error) {
  if (interrupted.signal.aborted) process.exit(0);
  interrupted.abort(); // ends a download or a build that is still running
  const known = error instanceof StackError || error instanceof ConfigError;
  progress.say(known ? error.message : `Cannot start: ${error instanceof Error ? error.stack : String(error)}`);
  process.exit(1);
}
