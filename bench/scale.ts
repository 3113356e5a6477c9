import { startTestStack, type TestStack } from '../test/faults/support/stack.ts';
import { cpuMs } from './support/cpu.ts';
import { liftRateLimits } from './support/rate-limit.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';
import { createWorkloads, type Workload } from './support/workloads.ts';

const LOADS = [1, 2, 4, 8, 16];
const STEP_MS = 6_000;

interface Step {
  readonly callers: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly refused: number;
  /** CPU milliseconds per operation, by process. */
  readonly cost: Readonly<Record<string, number>>;
}

/**
 * `bun run bench scale`: the whole stack under 1, 2, 4, 8 and 16 callers of each workload: throughput, latency, and the
 * CPU time of each process per operation. Where throughput stops growing, the most expensive process shows the reason.
 * Arguments select workloads by the start of their names.
 */
export async function run(given: readonly string[]): Promise<readonly Figure[]> {
  const stack = await startTestStack({
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    DICTATION_CONCURRENCY: '64',
    WEBHOOK_CONCURRENCY: '64',
    LOG_LEVEL: 'warn',
  });
  try {
    await stack.redis.config('SET', 'slowlog-log-slower-than', '10000');
    await liftRateLimits(stack.redis);
    const workloads = await createWorkloads(stack);
    const figures: Figure[] = [];
    for (const workload of workloads.all) {
      if (given.length === 0 || given.some((name) => workload.name.startsWith(name))) {
        figures.push(...(await measure(stack, workload)));
      }
    }
    await workloads.stop();
    return figures;
  } finally {
    await stack.stop();
  }
}

async function measure(stack: TestStack, workload: Workload): Promise<Figure[]> {
  print(`\n${workload.name}`);
  await step(stack, workload, 2, 2_000);
  const steps: Step[] = [];
  for (const callers of LOADS) {
    const done = await step(stack, workload, callers, STEP_MS);
    steps.push(done);
    const cost = Object.entries(done.cost).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    print(
      `  ${String(callers).padStart(2)} callers: ${done.perSecond.toFixed(1)}/s, p50 ${done.p50.toFixed(0)} ms, ` +
        `p95 ${done.p95.toFixed(0)} ms, ${done.refused} refused; processor ms for one: ${cost.join(', ')}`,
    );
  }
  const best = Math.max(...steps.map(({ perSecond }) => perSecond));
  const saturated = steps.find(({ perSecond }) => perSecond >= best * 0.9);
  const whole = Object.values(saturated?.cost ?? {}).reduce((sum, ms) => sum + ms, 0);
  return [
    { name: `scale: ${workload.name}, most a second`, value: best, unit: '/s' },
    { name: `scale: ${workload.name}, saturated from`, value: saturated?.callers ?? 0, unit: 'callers' },
    { name: `scale: ${workload.name}, processor time of one`, value: whole, unit: 'ms' },
  ];
}

async function step(stack: TestStack, workload: Workload, callers: number, forMs: number): Promise<Step> {
  const times: number[] = [];
  let refused = 0;
  const before = usage(stack);
  const startedAt = performance.now();
  const caller = async () => {
    while (performance.now() - startedAt < forMs) {
      try {
        times.push(await timed(workload.once));
      } catch {
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = usage(stack);
  const cost = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / Math.max(1, times.length)]),
  );
  return {
    ...{ callers, refused, cost, perSecond: times.length / seconds },
    ...{ p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
  };
}

/** CPU time so far, by process. The callers run in this process, which is not counted. */
function usage(stack: TestStack): Record<string, number> {
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + cpuMs(pid), 0);
  return {
    API: cpuMs(stack.pid('API')),
    worker: cpuMs(stack.pid('Worker')),
    engines: sum([...stack.engines('API'), ...stack.engines('Worker')]),
    Temporal: cpuMs(stack.pid('Temporal')),
    Redis: cpuMs(stack.pid('Redis')),
  };
}
