import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookEventWorkflowId } from '../contracts/workflow-ids.ts';
import { createNoteStore } from '../notes/store/notes.ts';
import { startRedis } from '../test/support/redis.ts';
import { startDevServer } from '../test/support/temporal.ts';
import { addEndpoint, startWebhookService, type WebhookService } from '../test/support/webhooks.ts';
import { createSigningSecret } from '../webhooks/secret.ts';
import { startBare } from './support/bare.ts';
import { type Delivery, type ReceiverProcess, startReceiverProcess } from './support/receiver-process.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const USERS = 50;
const STEADY = { perSecond: 100, seconds: 30 };
const SPARSE = { perSecond: 5, seconds: 20 };
const HUNG = { perSecond: 50, seconds: 15 };
const CALLERS = 32;
const ROUND_MS = 5_000;
const ROUNDS = 4;

interface Target {
  readonly userId: string;
  readonly noteId: string;
}

/**
 * `bun run bench webhooks`: the time from an accepted event to its verified delivery, compared with minimal workflows
 * on one server.
 */
export async function run(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-bench-'));
  // In a file, as with `npm start`.
  const databaseFile = join(folder, 'temporal.db');
  const [redis, temporal] = await Promise.all([startRedis(), startDevServer({ databaseFile })]);
  const receiver = await startReceiverProcess();
  const bare = await startBare(temporal.connection, temporal.namespace);
  let connections = 0;
  const notes = createNoteStore(redis.redis);
  const service = await startWebhookService({
    ...{ redis: redis.redis, connection: temporal.connection, namespace: temporal.namespace, notes },
    sender: { onConnect: () => (connections += 1) },
  });
  const targets: Target[] = [];
  for (let user = 0; user < USERS; user += 1) targets.push(await createTarget(service, notes, receiver.url));
  const emit = (target: Target) => emitTo(service, target);
  try {
    // The first runs are slow: code is compiled, connections are opened.
    await steady({ perSecond: 50, seconds: 5 }, targets, emit, receiver.report);
    await Promise.all(Array.from({ length: 200 }, bare.run));
    const before = { connections, cpu: process.cpuUsage() };
    const load = await steady(STEADY, targets, emit, receiver.report);
    const cpu = process.cpuUsage(before.cpu);
    const sent = load.latencies.length;
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
        name: 'webhooks: processor time per 1,000 deliveries',
        value: ((cpu.user + cpu.system) / 1_000_000 / sent) * 1_000,
        unit: 's',
      },
      {
        name: 'webhooks: connections opened per 1,000 deliveries',
        value: ((connections - before.connections) / sent) * 1_000,
        unit: '',
      },
    ];
    figures.push(await highestRate(service, targets, bare.run, receiver.report));
    figures.push(await sparse(targets, emit, bare.run, receiver.report));
    figures.push(await besideHung(service, targets, emit, receiver));
    return figures;
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    receiver.child.kill();
    await Promise.all([temporal.stop(), redis.stop()]);
    await rm(folder, { recursive: true });
  }
}

/** Open loop: events start at fixed times, independent of previous ones. */
async function steady(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  targets: readonly Target[],
  emit: (target: Target) => Promise<string>,
  report: () => Promise<Delivery[]>,
) {
  const accepted = new Map<string, number>();
  const emitting: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const waitMs = startedAt + (sent * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const at = performance.timeOrigin + performance.now();
    const target = targets[sent % targets.length];
    if (target) emitting.push(emit(target).then((id) => void accepted.set(id, at)));
  }
  await Promise.all(emitting);
  const deliveries: Delivery[] = [];
  // Late deliveries are waited for up to a minute; only later ones count as lost.
  for (let waited = 0; waited < 600 && deliveries.length < accepted.size; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    deliveries.push(...(await report()));
  }
  const first = new Map(deliveries.map(({ id, at }) => [id, at]));
  const latencies = [...accepted].flatMap(([id, at]) => (first.has(id) ? [(first.get(id) ?? at) - at] : []));
  const twice = deliveries.filter(({ id }) => accepted.has(id)).length - latencies.length;
  return {
    latencies,
    lost: accepted.size - latencies.length,
    wrong: twice + deliveries.filter(({ ok }) => !ok).length,
  };
}

/** Closed loop with 32 callers, in turn with minimal workflows. */
async function highestRate(
  service: WebhookService,
  targets: readonly Target[],
  runBare: () => Promise<void>,
  report: () => Promise<Delivery[]>,
): Promise<Figure> {
  let turn = 0;
  const ids = new Set<string>();
  const deliver = async () => {
    turn += 1;
    const target = targets[turn % targets.length];
    if (!target) return;
    const id = await emitTo(service, target);
    ids.add(id);
    await service.client.workflow.getHandle(webhookEventWorkflowId(id)).result();
  };
  const counts = { bare: 0, events: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    counts.bare += await callers(runBare);
    counts.events += await callers(deliver);
  }
  for (const { id } of await report()) ids.delete(id);
  const lost = ids.size;
  const perSecond = (count: number) => (count * 1000) / (ROUNDS * ROUND_MS);
  print(`highest rate: ${perSecond(counts.events)}/s, bare ${perSecond(counts.bare)}/s, lost ${lost}`);
  const value = lost === 0 ? counts.events / counts.bare : 0;
  return { name: 'webhooks: highest rate without loss / bare', value, unit: '×', goal: { atLeast: 0.85 } };
}

async function callers(call: () => Promise<void>): Promise<number> {
  const endAt = performance.now() + ROUND_MS;
  let count = 0;
  const caller = async () => {
    while (performance.now() < endAt) {
      await call();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return count;
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
  service: WebhookService,
  targets: readonly Target[],
  emit: (target: Target) => Promise<string>,
  { url, report }: ReceiverProcess,
): Promise<Figure> {
  const good = targets.slice(1);
  const alone: number[] = [];
  const beside: number[] = [];
  const hung = targets[0];
  if (!hung) throw new Error('There is no endpoint');
  const endpoint = await addEndpoint(service, hung.userId, `${url}/hang`);
  for (let round = 0; round < 2; round += 1) {
    alone.push(...(await steady(HUNG, good, emit, report)).latencies);
    const hanging = setInterval(() => void emit(hung), (1000 * USERS) / HUNG.perSecond);
    beside.push(...(await steady(HUNG, good, emit, report)).latencies);
    clearInterval(hanging);
  }
  await service.endpoints.disable(hung.userId, endpoint.endpointId);
  const [before, after] = [percentile(alone, 0.95), percentile(beside, 0.95)];
  print(`p95 of 49 endpoints: ${before.toFixed(1)} ms alone, ${after.toFixed(1)} ms beside a hung one`);
  return {
    name: 'webhooks: p95 beside a hung endpoint / alone',
    value: after / before,
    unit: '×',
    goal: { atMost: 1.2 },
  };
}

async function emitTo(service: WebhookService, { userId, noteId }: Target): Promise<string> {
  const messageId = `msg_${randomUUID()}`;
  await service.emitNoteEvent({ userId, noteId, type: 'note.processed', messageId });
  return messageId;
}

async function createTarget(
  service: WebhookService,
  notes: ReturnType<typeof createNoteStore>,
  url: string,
): Promise<Target> {
  const userId = randomUUID();
  const noteId = randomUUID();
  const recording = { object: noteId, contentType: 'audio/mp4', bytes: 100_000 };
  await notes.create({ userId, noteId, title: null, language: 'en', recordedAt: null, recording });
  const transcript = 'So what I wanted to say is that we meet on Tuesday. '.repeat(30);
  await notes.change(userId, noteId, () => ({
    ...{ status: 'completed', title: 'Meeting', summary: 'We meet on Tuesday.', transcript, durationSeconds: 90 },
  }));
  const secret = createSigningSecret();
  await fetch(`${url}/secret/${userId}`, { method: 'POST', body: secret });
  await addEndpoint(service, userId, `${url}/${userId}`, secret);
  return { userId, noteId };
}
