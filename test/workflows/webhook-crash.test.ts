import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { manualSendWorkflowId, webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { createNoteStore } from '../../notes/store/notes.ts';
import { keys } from '../../platform/redis/keys.ts';
import { createOwnedSet } from '../../platform/redis/owned-set.ts';
import { createNoteEvents } from '../../webhooks/emit-note-event.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { createWebhookAttemptStore } from '../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../../webhooks/store/endpoints.ts';
import { createWebhookMessageStore } from '../../webhooks/store/messages.ts';
import { createWebhookWorkflows } from '../../webhooks/workflow-client.ts';
import { spawnServer } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { startTcpProxy, type TcpProxy } from '../support/proxy.ts';
import { type Answer, type Receiver, startReceiver } from '../support/receiver.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { openTemporal, type TestTemporal } from '../support/temporal.ts';

/** A worker takes seconds to start, and Temporal some more to miss one that was killed. */
const PATIENCE = { timeoutMs: 60_000 };

let redis: TestRedis;
let temporal: TestTemporal;
let client: Client;
const workers: ChildProcess[] = [];
const receivers: Receiver[] = [];

beforeAll(async () => {
  [redis, temporal] = await Promise.all([startRedis(), openTemporal()]);
  client = new Client({ connection: temporal.connection, namespace: temporal.namespace });
}, 60_000);
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all([temporal.stop(), redis.stop(), ...receivers.map((receiver) => receiver.stop())]);
});

/** A worker process, whose way to Redis or Temporal a test may break. */
interface TestWorker {
  readonly process: ChildProcess;
  readonly toRedis: TcpProxy;
  readonly toTemporal: TcpProxy;
}

/** Starts a worker as in production. It transcribes nothing here, so it needs no engine of its own. */
async function startWorker(): Promise<TestWorker> {
  const temporalPort = Number(temporal.address.split(':')[1]);
  const [toRedis, toTemporal] = await Promise.all([startTcpProxy(redis.port), startTcpProxy(temporalPort)]);
  const main = fileURLToPath(new URL('../../worker/main.ts', import.meta.url));
  const child = spawnServer(process.execPath, ['run', main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      REDIS_URL: `redis://${toRedis.address}`,
      TEMPORAL_ADDRESS: toTemporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      SOTTO_SECRET: 'a secret for tests, long enough for it',
      SOTTO_HOME: redis.folder,
      LOG_LEVEL: 'silent',
      SPEECH_URL: 'http://127.0.0.1:9',
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
    },
  });
  workers.push(child);
  return { process: child, toRedis, toTemporal };
}

/** The worker that recovered the work of the one before, which is the next to be killed. */
let successor: TestWorker | undefined;

async function takeWorker(): Promise<TestWorker> {
  const worker = successor ?? (await startWorker());
  successor = undefined;
  return worker;
}

async function killed({ process: child, toRedis, toTemporal }: TestWorker): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  await Promise.all([toRedis.stop(), toTemporal.stop()]);
}

/** A user with a note and an endpoint, whose receiver answers as a test wants. */
async function startCase(answer: Answer, port?: number) {
  const userId = crypto.randomUUID();
  const noteId = crypto.randomUUID();
  const notes = createNoteStore(redis.redis);
  const recording = { object: noteId, contentType: 'audio/mp4', bytes: 1 };
  await notes.create({ userId, noteId, title: null, language: 'en', recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ status: 'completed', transcript: 'Hello' }));
  const receiver = await startReceiver(port === undefined ? {} : { port });
  receiver.answerWith(answer);
  receivers.push(receiver);
  const endpoints = createWebhookEndpointStore(redis.redis);
  const settings = { url: receiver.url, description: null, eventTypes: ['note.processed'] } as const;
  const endpointId = (await endpoints.create(userId, settings, createSigningSecret()))?.endpointId ?? '';
  const attempts = createWebhookAttemptStore(redis.redis);
  const workflows = createWebhookWorkflows(client);
  const messages = createWebhookMessageStore(redis.redis);
  const openEvents = createOwnedSet(redis.redis, keys.openEvents());
  const emit = createNoteEvents({ messages, attempts, workflows, openEvents });
  const messageId = `msg_${crypto.randomUUID()}`;
  const attemptId = `att_${crypto.randomUUID()}`;
  const one = { userId, endpointId, messageId };
  return {
    ...one,
    receiver,
    emit: () => emit({ userId, noteId, type: 'note.processed', messageId }),
    ping: () => workflows.startManualSend({ ...one, attemptId, trigger: 'ping', type: 'ping', noteId: null }),
    /** How the event's workflow ended, and the ping's. */
    delivered: async () =>
      (await client.workflow.getHandle(webhookEventWorkflowId(messageId)).result()).outcomes[endpointId],
    pinged: async () => (await client.workflow.getHandle(manualSendWorkflowId(attemptId)).result()).outcome,
    /** The `webhook-id` of each request that the receiver got. */
    ids: () => receiver.requests.map(({ headers }) => headers['webhook-id']),
    /** The attempt log: outcome, status or failure, and whether it was sent more than once. */
    log: async () => {
      const { entries } = await attempts.list(userId, endpointId, { filter: {}, after: null, limit: 100 });
      return entries.map(({ outcome, status, failure, repeated }) => [outcome, status ?? failure, repeated]);
    },
  };
}

type Case = Awaited<ReturnType<typeof startCase>>;

const reached = (...cases: Case[]) =>
  eventually('the receivers have it', () => cases.every(({ ids }) => ids().length === 1), PATIENCE);

/** A manual send in whose middle the worker was killed: sent once, as nobody knows whether it arrived. */
async function expectInterrupted(one: Case): Promise<void> {
  expect(await one.pinged()).toBe('failed');
  expect(one.ids()).toHaveLength(1);
  expect(await one.log()).toEqual([['failed', 'interrupted', true]]);
}

/** An event that was sent again, under the same id; its one line says so. */
async function expectSentAgain(one: Case): Promise<void> {
  expect(await one.delivered()).toBe('delivered');
  expect(one.ids()).toEqual([one.messageId, one.messageId]);
  expect(await one.log()).toEqual([['succeeded', 204, true]]);
}

describe('kill -9 of the worker', () => {
  test('before the receiver got the request: the event is delivered once', async () => {
    // Nobody listens there: the worker connects in vain until it is killed in the wait for the second attempt.
    const port = await freePort();
    const one = await startCase(204, port);
    await one.receiver.stop();
    const worker = await takeWorker();
    await one.emit();
    await eventually('the first attempt failed', async () => (await one.log()).length === 1, PATIENCE);
    await killed(worker);
    const receiver = await startReceiver({ port });
    receivers.push(receiver);
    successor = await startWorker();
    expect(await one.delivered()).toBe('delivered');
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([one.messageId]);
    expect(await one.log()).toEqual([
      ['succeeded', 204, false],
      ['failed', 'connection_refused', false],
    ]);
  }, 120_000);

  test('while the receiver processes it: an event is delivered again under its id, a ping is not', async () => {
    const { promise: workerGone, resolve: gone } = Promise.withResolvers<void>();
    const first = (one: Case) => one.ids().length === 1;
    const mute: Case = await startCase((response) => void (first(mute) || response.writeHead(204).end()));
    const late: Case = await startCase(async (response) => {
      if (first(late)) await workerGone;
      response.writeHead(204).end();
    });
    const pinged = await startCase(() => {});
    const worker = await takeWorker();
    await Promise.all([mute.emit(), late.emit(), pinged.ping()]);
    await reached(mute, late, pinged);
    await killed(worker);
    gone();
    pinged.receiver.answerWith(204);
    successor = await startWorker();
    await expectSentAgain(mute);
    await expectSentAgain(late);
    await expectInterrupted(pinged);
  }, 120_000);

  test('after the receiver answered, before that is recorded: the same', async () => {
    const { promise: all, resolve: go } = Promise.withResolvers<void>();
    const thenAnswer: Answer = async (response) => {
      await all;
      response.writeHead(204).end();
    };
    const [event, pinged] = [await startCase(thenAnswer), await startCase(thenAnswer)];
    const worker = await takeWorker();
    await Promise.all([event.emit(), pinged.ping()]);
    await reached(event, pinged);
    // Both attempts have begun; Redis hears no more of this worker.
    worker.toRedis.partition();
    go();
    const writing = () => worker.toRedis.held().match(/"outcome":"succeeded"/g)?.length === 2;
    await eventually('the worker writes down that both were delivered', writing, PATIENCE);
    await killed(worker);
    expect([await event.log(), await pinged.log()]).toEqual([[], []]);
    successor = await startWorker();
    await expectSentAgain(event);
    await expectInterrupted(pinged);
  }, 120_000);

  test('after it is recorded, before the activity completes: nothing is sent again', async () => {
    const { promise: all, resolve: go } = Promise.withResolvers<void>();
    const thenAnswer: Answer = async (response) => {
      await all;
      response.writeHead(204).end();
    };
    const [event, pinged] = [await startCase(thenAnswer), await startCase(thenAnswer)];
    const worker = await takeWorker();
    await Promise.all([event.emit(), pinged.ping()]);
    await reached(event, pinged);
    worker.toTemporal.partition();
    go();
    const lines = async () => [...(await event.log()), ...(await pinged.log())];
    await eventually('both are written down', async () => (await lines()).length === 2, PATIENCE);
    await killed(worker);
    successor = await startWorker();
    expect([await event.delivered(), await pinged.pinged()]).toEqual(['delivered', 'delivered']);
    expect([event.ids().length, pinged.ids().length]).toEqual([1, 1]);
    expect(await lines()).toEqual(Array(2).fill(['succeeded', 204, false]));
  }, 120_000);
});
