import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../development/cluster/cluster.ts';
import { DEFAULT_SIZE } from '../development/cluster/cluster-size.ts';
import { createProgress } from '../development/progress.ts';
import { connectRedis, firstConnection } from '../platform/redis/connection.ts';
import { dictate } from '../test/support/dictate.ts';
import { freePort } from '../test/support/ports.ts';
import { type ServerStatistics, serverStatistics } from './support/cluster-servers.ts';
import { clusterUsage, describeUsage, type Usage, usedBetween, workerPids } from './support/cluster-usage.ts';
import { describeProfiles } from './support/cpu-profile.ts';
import { limitProcessorTime } from './support/processor-limit.ts';
import { liftRateLimits } from './support/rate-limit.ts';
import { type Figure, print } from './support/report.ts';
import { createSoakWork } from './support/soak-work.ts';
import { percentile, timed } from './support/stats.ts';

interface Work {
  readonly name: string;
  readonly callers: number;
  once(): Promise<void>;
}

const ROUNDS = 2;
const STEP_MS = 8_000;
const WARM_UP_MS = 3_000;
const IDLE_MS = 5_000;
/**
 * The cores that each worker gets in the limited steps. On two cores, the whole cluster binds before a worker does; with
 * this limit, the worker does.
 */
const LIMITED_CORES = 0.1;

/**
 * `bun run bench cluster`: a cluster on this machine (see docs/cluster.md) with one and with two workers, in turn: raw
 * text, webhook events and notes a second, and which processes used the machine's cores. Events are also measured with
 * workers that are limited to a part of a core, to show what a second one adds where the worker binds. `--profile` also profiles API
 * and worker processes, which makes them slower.
 */
export async function run(given: readonly string[]): Promise<readonly Figure[]> {
  const profiles = given.includes('--profile') ? await mkdtemp(join(tmpdir(), 'sotto-profiles-')) : undefined;
  const cluster = await startCluster({
    ...{ env: await environment(), progress: createProgress(process.stderr), signal: new AbortController().signal },
    ...{ size: { ...DEFAULT_SIZE, workers: 1 }, profiles },
  });
  try {
    return await measureAll(cluster);
  } finally {
    await cluster.stop();
    if (profiles !== undefined) {
      for (const line of await describeProfiles(profiles)) print(line);
      await rm(profiles, { recursive: true });
    }
  }
}

async function environment() {
  return {
    ...process.env,
    ...{ PORT: String(await freePort()), LOG_LEVEL: 'warn', DICTATION_CONCURRENCY: '64', WEBHOOK_CONCURRENCY: '64' },
    ...{ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true', SPEECH_THREADS: '1' },
  };
}

async function measureAll(cluster: Cluster): Promise<Figure[]> {
  const redis = connectRedis({ url: cluster.env['REDIS_URL'] ?? '', cluster: true });
  redis.on('error', () => {}); // each failing command reports it
  await firstConnection(redis);
  await liftRateLimits(redis);
  const { api_key: apiKey, personal_token: personalToken } = cluster.credentials;
  const stack = { url: cluster.url, apiKey, personalToken, redis };
  const soak = await createSoakWork(stack, cluster.temporal.address);
  const events: Work = { name: 'webhook events', callers: 16, once: soak.event };
  const works: Work[] = [
    { name: 'dictations of text', callers: 8, once: () => dictateText(stack) },
    events,
    { name: 'notes of 1 s', callers: 4, once: soak.note },
  ];
  const statistics = await serverStatistics(cluster, redis);
  const rates = new Map<string, number[]>();
  for (const work of works) await callers(work, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure({ cluster, works, statistics, rates, workers: 1 });
    await measureLimited({ cluster, work: events, rates, workers: 1 });
    const second = await cluster.addWorker();
    await measure({ cluster, works, statistics, rates, workers: 2 });
    await measureLimited({ cluster, work: events, rates, workers: 2 });
    await second.stop();
  }
  const lost = soak.lost();
  await soak.stop();
  redis.disconnect();
  return [
    { name: 'cluster: webhooks lost', value: lost, unit: '', goal: { atMost: 0 } },
    ...[...rates].map(([name, values]) => ({
      ...{ name: `cluster: ${name}`, value: values.reduce((sum, value) => sum + value, 0) / values.length, unit: '/s' },
    })),
  ];
}

async function dictateText(stack: { url: string; apiKey: string }): Promise<void> {
  const { status } = await dictate(stack, { source: 'format', raw_text: 'um send it to anna comma please period' });
  if (status !== 200) throw new Error(`A dictation was refused with ${status}`);
}

interface Measuring {
  readonly cluster: Cluster;
  readonly works: readonly Work[];
  readonly statistics: ServerStatistics;
  /** All rates a second, by the work and the number of workers. */
  readonly rates: Map<string, number[]>;
  readonly workers: number;
}

interface Limited extends Pick<Measuring, 'cluster' | 'rates' | 'workers'> {
  readonly work: Work;
}

const plural = (workers: number): string => `${workers} worker${workers === 1 ? '' : 's'}`;

function record(rates: Map<string, number[]>, name: string, perSecond: number): void {
  rates.set(name, [...(rates.get(name) ?? []), perSecond]);
}

async function measure({ cluster, works, statistics, rates, workers }: Measuring): Promise<void> {
  const idle = await measureIdle(cluster, workers);
  for (const work of works) {
    await statistics.reset();
    const before = clusterUsage(cluster.home);
    const { times, seconds, refused } = await callers(work, STEP_MS);
    const used = usedBetween(before, clusterUsage(cluster.home));
    const perSecond = times.length / seconds;
    const name = `${work.name}, ${plural(workers)}`;
    record(rates, name, perSecond);
    const [p50, p95] = [percentile(times, 0.5).toFixed(0), percentile(times, 0.95).toFixed(0)];
    print(
      `\n${name}, ${work.callers} callers: ${perSecond.toFixed(1)}/s, p50 ${p50} ms, p95 ${p95} ms, ${refused} refused`,
    );
    print(`  cores: ${describeUsage(used, 1_000 * seconds, 2)}`);
    const own = lessIdle({ ...used, others: 0 }, idle, 1_000 * seconds);
    print(`  processor ms for one, without the idle use: ${describeUsage(own, Math.max(1, times.length), 1)}`);
    for (const line of await statistics.describe(times.length)) print(`  ${line}`);
  }
}

/** The rate of events with workers that are limited to {@link LIMITED_CORES} each. */
async function measureLimited({ cluster, work, rates, workers }: Limited): Promise<void> {
  const endLimit = limitProcessorTime(workerPids(cluster.home), LIMITED_CORES);
  try {
    const before = clusterUsage(cluster.home);
    const { times, seconds } = await callers(work, STEP_MS);
    const used = usedBetween(before, clusterUsage(cluster.home));
    const name = `${work.name}, ${plural(workers)} of ${LIMITED_CORES} cores`;
    record(rates, name, times.length / seconds);
    print(`\n${name}: ${(times.length / seconds).toFixed(1)}/s`);
    print(`  cores: ${describeUsage(used, 1_000 * seconds, 2)}`);
  } finally {
    endLimit();
  }
}

/** What the parts use while nothing is asked of them: processor time in a millisecond. */
async function measureIdle(cluster: Cluster, workers: number): Promise<Usage> {
  const before = clusterUsage(cluster.home);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const used = usedBetween(before, clusterUsage(cluster.home));
  print(`\nidle, ${plural(workers)}: cores: ${describeUsage(used, IDLE_MS, 3)}`);
  return Object.fromEntries(Object.entries(used).map(([kind, ms]) => [kind, ms / IDLE_MS]));
}

function lessIdle(used: Usage, idle: Usage, forMs: number): Usage {
  return Object.fromEntries(Object.entries(used).map(([kind, ms]) => [kind, ms - (idle[kind] ?? 0) * forMs]));
}

async function callers({ callers: count, once }: Work, forMs: number) {
  const times: number[] = [];
  let refused = 0;
  const startedAt = performance.now();
  const caller = async () => {
    while (performance.now() - startedAt < forMs) {
      try {
        times.push(await timed(once));
      } catch {
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: count }, caller));
  return { times, refused, seconds: (performance.now() - startedAt) / 1_000 };
}
