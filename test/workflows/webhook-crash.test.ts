import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { createNoteEvents } from '../../activities/note-events.ts';
import { createWebhookWorkflows } from '../../activities/webhook-workflows.ts';
import { createNoteStore } from '../../store/notes.ts';
import { createWebhookAttemptStore } from '../../store/webhook-attempts.ts';
import { createWebhookEndpointStore } from '../../store/webhook-endpoints.ts';
import { createWebhookMessageStore } from '../../store/webhook-messages.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { manualSendWorkflowId, webhookEventWorkflowId } from '../../workflows/ids.ts';
import { spawnServer } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startDevServer, type TestTemporal } from '../support/temporal.ts';

let redis: TestRedis;
let temporal: TestTemporal;
let receiver: Receiver;
let client: Client;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  [redis, temporal, receiver] = await Promise.all([startRedis(), startDevServer(), startReceiver()]);
  client = new Client({ connection: temporal.connection, namespace: temporal.namespace });
}, 60_000);
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all([temporal.stop(), redis.stop(), receiver.stop()]);
});

/** A worker process as in production. */
function startWorkerProcess(): ChildProcess {
  const main = fileURLToPath(new URL('../../worker/main.ts', import.meta.url));
  const worker = spawnServer(process.execPath, ['run', main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      REDIS_URL: redis.url,
      TEMPORAL_ADDRESS: temporal.address,
      SOTTO_SECRET: 'a secret for tests, long enough for it',
      SOTTO_HOME: redis.folder,
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
    },
  });
  workers.push(worker);
  return worker;
}

async function killed(worker: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await exited;
}

async function startCase() {
  const userId = crypto.randomUUID();
  const noteId = crypto.randomUUID();
  const notes = createNoteStore(redis.redis);
  const recording = { object: noteId, contentType: 'audio/mp4', bytes: 1 };
  await notes.create({ userId, noteId, title: null, language: 'en', recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ status: 'completed', transcript: 'Hello' }));
  const endpoints = createWebhookEndpointStore(redis.redis);
  const settings = { url: receiver.url, description: null, eventTypes: ['note.processed'] };
  const endpoint = await endpoints.create(userId, settings, createSigningSecret());
  const attempts = createWebhookAttemptStore(redis.redis);
  const workflows = createWebhookWorkflows(client);
  const emit = createNoteEvents({ messages: createWebhookMessageStore(redis.redis), attempts, workflows });
  const messageId = `msg_${crypto.randomUUID()}`;
  const endpointId = endpoint?.endpointId ?? '';
  return {
    ...{ userId, noteId, endpointId, messageId, workflows },
    emit: () => emit({ userId, noteId, type: 'note.processed', messageId }),
    log: async () => (await attempts.list(userId, endpointId, { filter: {}, after: null, limit: 100 })).entries,
  };
}

describe('kill -9 of the worker', () => {
  test('before the receiver got the request: the event is delivered once', async () => {
    const one = await startCase();
    const worker = startWorkerProcess();
    // Its port is closed: the worker connects in vain until it is killed in the wait for the second attempt.
    const { port } = receiver;
    await receiver.stop();
    await one.emit();
    await eventually('the first attempt failed', async () => (await one.log()).length === 1, { timeoutMs: 60_000 });
    await killed(worker);
    receiver = await startReceiver({ port });
    startWorkerProcess();
    const handle = client.workflow.getHandle(webhookEventWorkflowId(one.messageId));
    expect((await handle.result()).outcomes).toEqual({ [one.endpointId]: 'delivered' });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([one.messageId]);
    await killed(workers.at(-1) as ChildProcess);
  }, 90_000);

  test('after the receiver got the request: it is delivered with one duplicate at most, under the same id', async () => {
    receiver.requests.length = 0;
    const one = await startCase();
    const worker = startWorkerProcess();
    receiver.answerWith((response) => {
      // The first request is never answered: the worker dies with it.
      if (receiver.requests.length > 1) response.writeHead(204).end();
    });
    await one.emit();
    await eventually('the receiver has it', () => receiver.requests.length === 1, { timeoutMs: 60_000 });
    await killed(worker);
    startWorkerProcess();
    const handle = client.workflow.getHandle(webhookEventWorkflowId(one.messageId));
    expect((await handle.result()).outcomes).toEqual({ [one.endpointId]: 'delivered' });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([one.messageId, one.messageId]);
    // The log says that this attempt was sent again.
    expect((await one.log()).map(({ outcome, attempt, repeated }) => [outcome, attempt, repeated])).toEqual([
      ['succeeded', 1, true],
    ]);
    await killed(workers.at(-1) as ChildProcess);
  }, 90_000);

  test('in the middle of a manual send: it is not sent a second time, and the log says so', async () => {
    receiver.requests.length = 0;
    receiver.answerWith(() => {});
    const one = await startCase();
    const worker = startWorkerProcess();
    const { userId, endpointId, messageId } = one;
    const attemptId = `att_${crypto.randomUUID()}`;
    await one.workflows.startManualSend({
      userId,
      endpointId,
      messageId,
      attemptId,
      trigger: 'ping',
      type: 'ping',
      noteId: null,
    });
    await eventually('the receiver has it', () => receiver.requests.length === 1, { timeoutMs: 60_000 });
    await killed(worker);
    receiver.answerWith(204);
    startWorkerProcess();
    expect(await client.workflow.getHandle(manualSendWorkflowId(attemptId)).result()).toEqual({ outcome: 'failed' });
    expect(receiver.requests).toHaveLength(1);
    expect(await one.log()).toMatchObject([
      { trigger: 'ping', outcome: 'failed', failure: 'interrupted', repeated: true },
    ]);
  }, 90_000);
});
