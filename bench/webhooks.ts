import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookEventWorkflowId } from '../contracts/workflow-ids.ts';
import { startBase } from '../test/support/service.ts';
import { createSigningSecret } from '../webhooks/secret.ts';
import { startBare } from './support/bare.ts';
import { type Delivery, type ReceiverProcess, startReceiverProcess } from './support/receiver-process.ts';
import { redisCalls } from './support/redis-calls.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';
import { steady } from './support/steady-load.ts';
import { startWebhookWorker, type WebhookWorker } from './support/webhook-worker.ts';

const USERS = 50;
const STEADY = { perSecond: 100, seconds: 30 };
const SPARSE = { perSecond: 5, seconds: 20 };
const HUNG = { perSecond: 50, seconds: 15 };
const CALLERS = 32;
const ROUND_MS = 5_000;
const ROUNDS = 4;
const EMIT_ATTEMPTS = 3;

interface Target {
  readonly userId: string;
  readonly noteId: string;
}

/**
 * `bun run bench webhooks`: the time from an accepted event to its verified delivery, compared with minimal workflows
 * on one server. Worker, Redis and Temporal are set up as with `npm start`.
 */
export async function run(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-bench-'));
  const base = await startBase({ databaseFile: join(folder, 'temporal.db') });
  const receiver = await startReceiverProcess();
  let connections = 0;
  const worker = await startWebhookWorker(base, () => {
    connections += 1;
  });
  const bare = await startBare(worker.connection, base.temporal.namespace);
  const targets: Target[] = [];
  for (let user = 0; user < USERS; user += 1) targets.push(await createTarget(worker, receiver.url));
  const emit = (target: Target) => emitTo(worker, target);
  try {
    // The first runs are slow: code is compiled, connections are opened.
    await steady({ perSecond: 50, seconds: 5 }, targets, emit, receiver.report);
    await Promise.all(Array.from({ length: 200 }, bare.run));
    const before = { connections, calls: await redisCalls(worker.redis) };
    const load = await steady(STEADY, targets, emit, receiver.report);
    const sent = load.latencies.length;
    const calls = (await redisCalls(worker.redis)) - before.calls;
    print(`steady: ${sent} delivered, p50 ${percentile(load.latencies, 0.5).toFixed(1)} ms`);
    const figures: Figure[] = [
      { name: 'webhooks: events lost at 100/s for 30 s', value: load.lost, unit: '', goal: { atMost: 0 } },
      { name: 'webhooks: deliveries twice or not verified', value: load.wrong, unit: '', goal: { atMost: 0 } },
      { name: 'webhooks: p50 event to delivery at 100/s', value: percentile(load.latencies, 0.5), unit: 'ms' },
      {
        name: 'webhooks: p95 event to delivery at 100/s',
        value: percentile(load.latencies, 0.95),
        unit: 'ms',
        goal: { atMost: 200 },
      },
      {
        name: 'webhooks: connections opened per 1,000 deliveries',
        value: ((connections - before.connections) / sent) * 1_000,
        unit: '',
      },
      { name: 'webhooks: Redis commands per event, with those of scripts', value: calls / sent, unit: '' },
    ];
    figures.push(...(await highestRate(worker, targets, bare.run, receiver.report)));
    figures.push(await sparse(targets, emit, bare.run, receiver.report));
    figures.push(await besideHung(worker, targets, emit, receiver));
    return figures;
  } finally {
    await bare.stop();
    await worker.stop();
    receiver.child.kill();
    await base.stop();
    await rm(folder, { recursive: true });
  }
}

/** Closed loop with 32 callers, in turn with minimal workflows. */
async function highestRate(
  worker: WebhookWorker,
  targets: readonly Target[],
  runBare: () => Promise<void>,
  report: () => Promise<Delivery[]>,
): Promise<Figure[]> {
  let turn = 0;
  let latest = '';
  const ids = new Set<string>();
  const deliver = async () => {
    turn += 1;
    const target = targets[turn % targets.length];
    if (!target) return;
    const id = await emitTo(worker, target);
    ids.add(id);
    latest = webhookEventWorkflowId(id);
    await worker.client.workflow.getHandle(latest).result();
  };
  const sums = { bare: { count: 0, cpuMs: 0 }, events: { count: 0, cpuMs: 0 } };
  for (let round = 0; round < ROUNDS; round += 1) {
    await callers(runBare, sums.bare);
    await callers(deliver, sums.events);
  }
  for (const { id } of await report()) ids.delete(id);
  const lost = ids.size;
  const { events: history } = await worker.client.workflow.getHandle(latest).fetchHistory();
  const { bare, events } = sums;
  const perSecond = (count: number) => (count * 1000) / (ROUNDS * ROUND_MS);
  print(`highest rate: ${perSecond(events.count)}/s, bare ${perSecond(bare.count)}/s, lost ${lost}`);
  const [eventMs, bareMs] = [events.cpuMs / events.count, bare.cpuMs / bare.count];
  return [
    {
      name: 'webhooks: highest rate without loss / bare',
      value: lost === 0 ? events.count / bare.count : 0,
      unit: '×',
      goal: { atLeast: 0.85 },
    },
    { name: 'webhooks: processor time of the worker per event', value: eventMs, unit: 'ms' },
    {
      name: 'webhooks: the same / of a bare workflow',
      value: eventMs / bareMs,
      unit: '×',
      goal: { atMost: 1.5 },
    },
    { name: "webhooks: events in a delivered event's history", value: history?.length ?? 0, unit: '' },
  ];
}

/** Calls for one round, and adds the calls and the processor time of this process. */
async function callers(call: () => Promise<void>, sum: { count: number; cpuMs: number }): Promise<void> {
  const endAt = performance.now() + ROUND_MS;
  const before = process.cpuUsage();
  const caller = async () => {
    while (performance.now() < endAt) {
      await call();
      sum.count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { user, system } = process.cpuUsage(before);
  sum.cpuMs += (user + system) / 1_000;
}

/** A few events per second, in turn with minimal workflows at the same rate. */
async function sparse(
  targets: readonly Target[],
  emit: (target: Target) => Promise<string>,
  runBare: () => Promise<void>,
  report: () => Promise<Delivery[]>,
): Promise<Figure> {
  const bareMs: number[] = [];
  const eventMs: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { latencies } = await steady({ ...SPARSE, seconds: SPARSE.seconds / 2 }, targets, emit, report);
    eventMs.push(...latencies);
    for (let ran = 0; ran < (SPARSE.perSecond * SPARSE.seconds) / 2; ran += 1) {
      const tookMs = await timed(runBare);
      bareMs.push(tookMs);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 / SPARSE.perSecond - tookMs)));
    }
  }
  const [events50, bare50] = [percentile(eventMs, 0.5), percentile(bareMs, 0.5)];
  print(`at 5/s: p50 ${events50.toFixed(1)} ms, bare ${bare50.toFixed(1)} ms`);
  return { name: 'webhooks: p50 at 5/s / bare p50', value: events50 / bare50, unit: '×', goal: { atMost: 1.25 } };
}

/** The same load twice: with 50 healthy endpoints, then with one of them hanging. */
async function besideHung(
  worker: WebhookWorker,
  targets: readonly Target[],
  emit: (target: Target) => Promise<string>,
  { url, report }: ReceiverProcess,
): Promise<Figure> {
  const good = targets.slice(1);
  const alone: number[] = [];
  const beside: number[] = [];
  const hung = targets[0];
  if (!hung) throw new Error('There is no endpoint');
  const endpoint = await addEndpoint(worker, hung.userId, `${url}/hang`, createSigningSecret());
  for (let round = 0; round < 2; round += 1) {
    alone.push(...(await steady(HUNG, good, emit, report)).latencies);
    const hanging = setInterval(() => void emit(hung), (1000 * USERS) / HUNG.perSecond);
    beside.push(...(await steady(HUNG, good, emit, report)).latencies);
    clearInterval(hanging);
  }
  await worker.endpoints.disable(hung.userId, endpoint.endpointId);
  const [before, after] = [percentile(alone, 0.95), percentile(beside, 0.95)];
  print(`p95 of 49 endpoints: ${before.toFixed(1)} ms alone, ${after.toFixed(1)} ms beside a hung one`);
  return {
    name: 'webhooks: p95 beside a hung endpoint / alone',
    value: after / before,
    unit: '×',
    goal: { atMost: 1.1 },
  };
}

async function emitTo(worker: WebhookWorker, { userId, noteId }: Target): Promise<string> {
  const messageId = `msg_${randomUUID()}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await worker.emitNoteEvent({ userId, noteId, type: 'note.processed', messageId });
      return messageId;
    } catch (error) {
      // As a note's step does: an overloaded server may not accept the start in time, and emitting again is safe.
      if (attempt === EMIT_ATTEMPTS) throw error;
    }
  }
}

async function createTarget(worker: WebhookWorker, url: string): Promise<Target> {
  const userId = randomUUID();
  const noteId = randomUUID();
  const recording = { object: noteId, contentType: 'audio/mp4', bytes: 100_000 };
  await worker.notes.create({ userId, noteId, title: null, language: 'en', recordedAt: null, recording });
  const transcript = 'So what I wanted to say is that we meet on Tuesday. '.repeat(30);
  await worker.notes.change(userId, noteId, () => ({
    ...{ status: 'completed', title: 'Meeting', summary: 'We meet on Tuesday.', transcript, durationSeconds: 90 },
  }));
  const secret = createSigningSecret();
  await fetch(`${url}/secret/${userId}`, { method: 'POST', body: secret });
  await addEndpoint(worker, userId, `${url}/${userId}`, secret);
  return { userId, noteId };
}

async function addEndpoint({ endpoints }: WebhookWorker, userId: string, url: string, secret: string) {
  const settings = { url, description: null, eventTypes: ['note.processed', 'note.failed'] } as const;
  const endpoint = await endpoints.create(userId, settings, secret);
  if (!endpoint) throw new Error('The user has too many endpoints');
  return endpoint;
}
