import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { connectRedis, firstConnection, masterNodes } from '../../platform/redis/connection.ts';
import { type Attempt, createAttemptMaker } from '../../webhooks/attempt.ts';
import { createEgressGuard } from '../../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../../webhooks/egress/policy.ts';
import { createResolver } from '../../webhooks/egress/resolver.ts';
import { createSender, type Sender } from '../../webhooks/egress/sender.ts';
import { pingData, serialize } from '../../webhooks/payload.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { createWebhookAttemptStore } from '../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../../webhooks/store/endpoints.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let redis: TestRedis;
let receiver: Receiver;
let sender: Sender;

beforeAll(async () => {
  [redis, receiver] = await Promise.all([startRedis(), startReceiver()]);
  const policy = createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: true });
  sender = createSender({ guard: createEgressGuard(policy, createResolver()) });
});
afterEach(() => {
  receiver.requests.length = 0;
  receiver.answerWith(204);
});
afterAll(async () => {
  sender.close();
  await Promise.all([redis.stop(), receiver.stop()]);
});

async function startAttempt(fields: Partial<Attempt> = {}) {
  const userId = crypto.randomUUID();
  const settings = { url: receiver.url, description: null, eventTypes: ['note.processed'] } as const;
  const endpoint = await createWebhookEndpointStore(redis.redis).create(userId, settings, createSigningSecret());
  const attempt: Attempt = {
    ...{ userId, endpointId: endpoint?.endpointId ?? '', attemptId: 'att_1', messageId: 'msg_1', eventType: 'ping' },
    ...{ noteId: null, trigger: 'ping', generation: null, attempt: 1, delayAfterMs: null },
    compose: async (nowMs) => serialize('ping', pingData(), nowMs),
    ...fields,
  };
  return attempt;
}

const maker = (attempts = createWebhookAttemptStore(redis.redis)) =>
  createAttemptMaker({ attempts, sender, concurrency: 1, now: Date.now });

test('makeAttempt() makes no attempt when the message cannot be composed, also for a manual send', async () => {
  const attempt = await startAttempt();
  const broken = { ...attempt, compose: () => Promise.reject(new Error('The store is away')) };
  await expect(maker()(broken)).rejects.toThrow('The store is away');
  expect(receiver.requests).toHaveLength(0);
  expect(await maker()(attempt)).toMatchObject({ kind: 'sent', entry: { outcome: 'succeeded', repeated: false } });
  expect(receiver.requests).toHaveLength(1);
});

test('makeAttempt() records its attempt after a short store outage, without sending again', async () => {
  const attempt = await startAttempt();
  // A separate connection that breaks while the receiver works, and is restored immediately afterwards.
  const connection = connectRedis(redis.settings);
  connection.on('error', () => {});
  await firstConnection(connection);
  receiver.answerWith(async (response) => {
    const cut = masterNodes(redis.redis).map((node) => node.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
    await Promise.all(cut);
    connection.disconnect(true);
    response.writeHead(204).end();
  });
  const made = await maker(createWebhookAttemptStore(connection))(attempt);
  expect(made).toMatchObject({ kind: 'sent', entry: { outcome: 'succeeded' } });
  expect(receiver.requests).toHaveLength(1);
  expect(await maker()(attempt)).toMatchObject({ kind: 'sent', entry: { outcome: 'succeeded', repeated: false } });
  expect(receiver.requests).toHaveLength(1);
  connection.disconnect();
});

test('makeAttempt() records a 410 of a URL that was replaced meanwhile as a failure that is retried', async () => {
  const attempt = await startAttempt({ trigger: 'automatic', generation: 0, delayAfterMs: 5_000 });
  const endpoints = createWebhookEndpointStore(redis.redis);
  receiver.answerWith(async (response) => {
    await endpoints.update(attempt.userId, attempt.endpointId, { url: `${receiver.url}/new` });
    response.writeHead(410).end();
  });
  const made = await maker()(attempt);
  expect(made).toMatchObject({ kind: 'sent', entry: { outcome: 'failed', failure: 'status', status: 410 } });
  expect(made.kind === 'sent' && made.entry.nextAttemptAt).toBeNumber();
  expect(await endpoints.get(attempt.userId, attempt.endpointId)).toMatchObject({ status: 'enabled' });
});

test('makeAttempt() frees its slot for a waiter in this process', async () => {
  const make = maker();
  const attempt = await startAttempt({ trigger: 'automatic', generation: 0 });
  const results = await Promise.all(
    Array.from({ length: 5 }, (_, index) => make({ ...attempt, attemptId: `a${index}` })),
  );
  expect(results.map(({ kind }) => kind)).toEqual(Array(5).fill('sent'));
  expect(receiver.requests).toHaveLength(5);
});

test('makeAttempt() sends once if the same attempt is repeated while its request is open', async () => {
  const make = maker();
  const attempt = await startAttempt({ trigger: 'automatic', generation: 0 });
  const opened = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  receiver.answerWith(async (response) => {
    opened.resolve();
    await answered.promise;
    response.writeHead(204).end();
  });
  const first = make(attempt);
  await opened.promise;
  const repeated = make(attempt);
  answered.resolve();
  expect(await repeated).toEqual(await first);
  expect(receiver.requests).toHaveLength(1);
  expect(await make(attempt)).toMatchObject({ kind: 'sent', entry: { outcome: 'succeeded', repeated: false } });
  expect(receiver.requests).toHaveLength(1);
});
