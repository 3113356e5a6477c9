import { type Figure, print } from './report.ts';
import { percentile, timed } from './stats.ts';
import { steady } from './steady-load.ts';
import type { Target, WebhookStack } from './webhook-stack.ts';

const SPARSE = { perSecond: 5, seconds: 20 };
const HUNG = { perSecond: 20, seconds: 4 };
/** Enough to fill an endpoint's places within a round. */
const HUNG_PER_SECOND = 4;
const MANY_HUNG = 20;
/** How often and how many times at most it is checked that deliveries to other endpoints have ended. */
const SETTLE = { everyMs: 500, times: 12 };

/** A few events per second, each followed by a minimal workflow. */
export async function sparse(stack: WebhookStack, targets: readonly Target[]): Promise<Figure[]> {
  const bareMs: number[] = [];
  const bare = async () => {
    await new Promise((resolve) => setTimeout(resolve, 500 / SPARSE.perSecond));
    bareMs.push(await timed(stack.bare.run));
  };
  const running: Promise<void>[] = [];
  const load = await steady(
    SPARSE,
    targets,
    async (target) => {
      running.push(bare());
      return stack.emit(target);
    },
    stack.receiver.report,
  );
  await Promise.all(running);
  const { latencies } = load;
  const [p50, p95, bare50, bare95] = [
    percentile(latencies, 0.5),
    percentile(latencies, 0.95),
    percentile(bareMs, 0.5),
    percentile(bareMs, 0.95),
  ];
  print(`at ${SPARSE.perSecond}/s: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  print(`  bare workflows, until their result: p50 ${bare50.toFixed(1)} ms, p95 ${bare95.toFixed(1)} ms`);
  return [
    { name: 'webhooks: lost at 5/s', value: load.lost + load.refused, unit: '', goal: { atMost: 0 } },
    { name: 'webhooks: p50 event to delivery at 5/s', value: p50, unit: 'ms' },
    { name: 'webhooks: p95 event to delivery at 5/s', value: p95, unit: 'ms' },
    { name: 'webhooks: p50 at 5/s / bare p50', value: p50 / bare50, unit: '×', goal: { atMost: 1.25 } },
  ];
}

/** The latency of healthy endpoints beside others that answer, and beside the same ones while they hang, in turn. */
export async function besideHung(stack: WebhookStack, targets: readonly Target[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  let lost = 0;
  for (const { name, paths, rounds } of HUNG_KINDS) {
    const [answering, hanging]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const hangs = round % 2 === 1;
      const end = await startOthers(stack, hangs ? paths : paths.map(() => '/answer'));
      const load = await steady(HUNG, targets, stack.emit, stack.receiver.report);
      await end();
      (hangs ? hanging : answering).push(...load.latencies);
      lost += load.lost + load.refused;
    }
    const [before, after] = [percentile(answering, 0.95), percentile(hanging, 0.95)];
    const medians = [percentile(answering, 0.5), percentile(hanging, 0.5)].map((ms) => ms.toFixed(1)).join(' and ');
    print(`beside ${name}: p95 ${after.toFixed(1)} ms, ${before.toFixed(1)} ms when it answers; p50 ${medians} ms`);
    const compared = { name: `webhooks: p95 beside ${name} / beside the same that answers`, unit: '×' };
    figures.push({ ...compared, value: after / before, goal: { atMost: 1.1 } });
  }
  return [...figures, { name: 'webhooks: lost beside hung endpoints', value: lost, unit: '', goal: { atMost: 0 } }];
}

interface HungKind {
  readonly name: string;
  readonly paths: readonly string[];
  /** Answering, hanging, answering, …, answering: the middle of both is at the same time. */
  readonly rounds: number;
}

const HUNG_KINDS: readonly HungKind[] = [
  { name: 'a hung endpoint', paths: ['/hang'], rounds: 5 },
  {
    name: `${MANY_HUNG} endpoints that hang or trickle`,
    paths: Array.from({ length: MANY_HUNG }, (_, index) => (index % 2 === 0 ? '/hang' : '/trickle')),
    // The slowest twentieth varies more beside so much other work: 4 rounds of 80 that hang.
    rounds: 9,
  },
];

/** Emits to new endpoints of these paths. The returned function ends their deliveries. */
async function startOthers(stack: WebhookStack, paths: readonly string[]): Promise<() => Promise<void>> {
  const others = await Promise.all(paths.map((path) => stack.addTarget(path)));
  let turn = 0;
  const emitting = setInterval(
    () => {
      const target = others[turn++ % others.length];
      if (target) stack.emit(target).catch(() => {}); // its loss is not measured
    },
    1_000 / (HUNG_PER_SECOND * Math.sqrt(others.length)),
  );
  return async () => {
    clearInterval(emitting);
    await stack.receiver.release();
    await Promise.all(others.map(stack.disable));
    await settled(stack);
  };
}

/** Waits until no event is delivered any more: the failures of closed connections have been recorded. */
async function settled({ worker }: WebhookStack): Promise<void> {
  for (let checked = 0; checked < SETTLE.times; checked += 1) {
    // The server shows a new workflow in its list after up to half a second.
    await new Promise((resolve) => setTimeout(resolve, SETTLE.everyMs));
    const { count } = await worker.client.workflow.count(
      "WorkflowType = 'webhookEvent' AND ExecutionStatus = 'Running'",
    );
    if (count === 0 && checked > 0) return;
  }
}
