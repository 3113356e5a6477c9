import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSessionStore } from '../../accounts/sessions.ts';
import { createUserStore } from '../../accounts/users.ts';
import { openServices } from '../../composition/services.ts';
import { noteWorkflowId } from '../../contracts/workflow-ids.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { workflowStatus } from '../../platform/temporal/workflow-status.ts';
import { startWorker, type WorkerProcess } from '../../worker/start.ts';
import { formOf, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { environment, startBase, startService, type TestBase, type TestService } from '../support/service.ts';
import { openTemporal, type TestTemporal } from '../support/temporal.ts';

const SOON_MS = 5 * 60_000;

let base: TestBase;
let service: TestService;
let receiver: Receiver;
let env: Record<string, string>;
let audio: Uint8Array<ArrayBuffer>;
let empty: TestTemporal | undefined;
beforeAll(async () => {
  [base, receiver, audio] = await Promise.all([startBase(), startReceiver(), sampleAudio()]);
  const open = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };
  env = environment(base, open);
  service = await startService(base, open);
}, 90_000);
afterAll(async () => {
  await service.api.stop();
  await receiver.stop();
  await base.stop();
  await empty?.stop();
});

const start = (): Promise<WorkerProcess> => startWorker(requireService(readConfig(env)), env, createLog('silent'));

/** Runs the workers' check of each minute as it would run in five minutes. */
async function recover(): Promise<{ notes: number; events: number }> {
  const config = requireService(readConfig(env));
  const services = await openServices({ config, env, log: createLog('silent'), now: () => Date.now() + SOON_MS });
  try {
    const [notes, events] = [services.notes.recovery, services.webhooks.eventRecovery];
    return { notes: await notes.restartLost(), events: await events.emitLost() };
  } finally {
    await services.close();
  }
}

test('notes and webhook events are completed after Temporal lost its data', async () => {
  const { redis } = base.redis;
  const { userId } = await createUserStore(redis).ensure({ email: 'ada@example.org' });
  const headers = { cookie: `sotto_session=${await createSessionStore(redis).begin(userId)}` };
  const post = async (path: string, body: FormData | string) =>
    (await fetch(`${service.url}/v1/app${path}`, { method: 'POST', headers, body })).json() as Promise<{
      note_id: string;
    }>;
  const told = (noteId: string) =>
    receiver.requests.map(({ body }) => JSON.parse(String(body))).filter(({ data }) => data.note_id === noteId);
  await post('/webhook-endpoints', JSON.stringify({ url: receiver.url }));

  const worker = await start();
  receiver.answerWith(500);
  const { note_id: failing } = await post('/notes', formOf({ audio }));
  await eventually('the first attempt failed', () => told(failing).length === 1, { timeoutMs: 60_000 });
  await worker.stop();
  const { note_id: waiting } = await post('/notes', formOf({ audio }));
  expect(await workflowStatus(base.client, noteWorkflowId(waiting, 1))).toBe('RUNNING');
  expect(await recover()).toEqual({ notes: 0, events: 0 });

  // From now on the address leads to a Temporal without data, as after the loss of its database.
  empty = await openTemporal();
  env = { ...env, TEMPORAL_ADDRESS: empty.address, TEMPORAL_NAMESPACE: empty.namespace };
  receiver.answerWith(204);
  // The first check postponed both by ten minutes.
  await redis.zadd('v1:notes-under-way', 0, `${userId}/${waiting}`);
  const [event = ''] = await redis.zrange('v1:open-events', 0, '-1');
  await redis.zadd('v1:open-events', 0, event);
  expect(await recover()).toEqual({ notes: 1, events: 1 });
  expect(await recover()).toEqual({ notes: 0, events: 0 });
  const next = await start();
  await eventually('both notes are told', () => told(failing).length === 2 && told(waiting).length === 1, {
    timeoutMs: 60_000,
  });
  expect(told(failing).map(({ type }) => type)).toEqual(['note.processed', 'note.processed']);
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids.slice(-3)).size).toBe(2);
  await next.stop();
}, 180_000);
