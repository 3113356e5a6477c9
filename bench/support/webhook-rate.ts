import { webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { redisCalls } from './redis-calls.ts';
import { type Figure, print } from './report.ts';
import type { ProcessorTime, Target, WebhookStack } from './webhook-stack.ts';

const CALLERS = 32;
const ROUND_MS = 3_500;
const ROUNDS = 4;
/** Of each kind. The engine compiles code in steps: in the first 1,000 events, that takes up to 2 ms of processor time each. */
const WARM_UP = 1_200;

interface Sum {
  count: number;
  ms: number;
  readonly used: Record<string, number>;
}

/** Runs events and minimal workflows until connections are open and code is compiled, as in a worker that has run for a while. */
export async function warmUp(stack: WebhookStack, targets: readonly Target[]): Promise<void> {
  const deliver = (turn: number) => {
    const target = targets[turn % targets.length];
    return target ? emitAndWait(stack, target) : Promise.resolve('');
  };
  await repeat(deliver);
  await repeat(stack.bare.run);
  await stack.receiver.report();
}

async function repeat(call: (turn: number) => Promise<unknown>): Promise<void> {
  let turn = 0;
  const caller = async () => {
    while (turn < WARM_UP) await call(turn++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** Emits an event, and waits for the end of its workflow. */
async function emitAndWait({ emit, worker }: WebhookStack, target: Target): Promise<string> {
  const id = await emit(target);
  await worker.client.workflow.getHandle(webhookEventWorkflowId(id)).result();
  return id;
}

/**
 * The highest rate: a closed loop of 32 callers, in turn with minimal workflows and in alternating order, so that a
 * machine that becomes slower or faster affects both alike.
 */
export async function highestRate(stack: WebhookStack, targets: readonly Target[]): Promise<Figure[]> {
  const { worker, bare, receiver } = stack;
  const ids = new Set<string>();
  let latest = '';
  let turn = 0;
  const deliver = async () => {
    const target = targets[turn++ % targets.length];
    if (!target) return;
    const id = await emitAndWait(stack, target);
    ids.add(id);
    latest = webhookEventWorkflowId(id);
  };
  const [events, bares]: [Sum, Sum] = [createSum(), createSum()];
  let calls = 0;
  const measureEvents = async () => {
    const before = await redisCalls(worker.redis);
    await callers(stack, deliver, events);
    calls += (await redisCalls(worker.redis)) - before;
  };
  const opened = stack.connections();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) await callers(stack, bare.run, bares);
    await measureEvents();
    if (round % 2 === 1) await callers(stack, bare.run, bares);
  }
  const deliveries = await receiver.report();
  const wrong =
    deliveries.filter(({ ok }) => !ok).length + deliveries.length - new Set(deliveries.map(({ id }) => id)).size;
  for (const { id } of deliveries) ids.delete(id);
  const { events: history } = await worker.client.workflow.getHandle(latest).fetchHistory();
  const [rate, bareRate] = [events, bares].map(({ count, ms }) => (1_000 * count) / ms) as [number, number];
  print(`highest rate: ${rate.toFixed(1)}/s, bare workflows ${bareRate.toFixed(1)}/s`);
  print(`  processor ms of an event: ${describe(events)}`);
  print(`  processor ms of a bare workflow: ${describe(bares)}`);
  const own = ({ used, count }: Sum) => ((used['worker'] ?? 0) + (used['Redis'] ?? 0)) / count;
  const whole = ({ used, count }: Sum) => Object.values(used).reduce((sum, ms) => sum + ms, 0) / count;
  return [
    { name: 'webhooks: events lost at the highest rate', value: ids.size, unit: '', goal: { atMost: 0 } },
    { name: 'webhooks: deliveries twice or not verified', value: wrong, unit: '', goal: { atMost: 0 } },
    { name: 'webhooks: highest rate', value: rate, unit: '/s' },
    { name: 'webhooks: highest rate / bare', value: rate / bareRate, unit: '×', goal: { atLeast: 0.92 } },
    {
      name: 'webhooks: processor time of worker and Redis per event',
      value: own(events),
      unit: 'ms',
      goal: { atMost: 6 },
    },
    { name: 'webhooks: the same of a bare workflow', value: own(bares), unit: 'ms' },
    {
      name: 'webhooks: processor time of an event / bare, all processes',
      value: whole(events) / whole(bares),
      unit: '×',
    },
    { name: "webhooks: events in a delivered event's history", value: history?.length ?? 0, unit: '' },
    { name: 'webhooks: Redis commands per event, with those of scripts', value: calls / events.count, unit: '' },
    {
      name: 'webhooks: connections opened per 1,000 deliveries',
      value: ((stack.connections() - opened) / events.count) * 1_000,
      unit: '',
    },
  ];
}

const createSum = (): Sum => ({ count: 0, ms: 0, used: {} });

/** Calls for one round, and adds the calls, the time until the last one ended, and the processor time. */
async function callers(stack: WebhookStack, call: () => Promise<void>, sum: Sum): Promise<void> {
  const startedAt = performance.now();
  const before = stack.processorTime();
  const caller = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      await call();
      sum.count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  sum.ms += performance.now() - startedAt;
  for (const [name, ms] of Object.entries(stack.processorTime())) {
    sum.used[name] = (sum.used[name] ?? 0) + ms - before[name as keyof ProcessorTime];
  }
}

function describe({ used, count }: Sum): string {
  return Object.entries(used)
    .map(([name, ms]) => `${name} ${(ms / count).toFixed(1)}`)
    .join(', ');
}
