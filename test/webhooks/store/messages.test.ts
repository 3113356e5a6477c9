import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createWebhookAttemptStore, LEASE_MS } from '../../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../../../webhooks/store/endpoints.ts';
import { createWebhookMessageStore, SLOW_AFTER_MS } from '../../../webhooks/store/messages.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

const START = Date.UTC(2026, 0, 1);
const SETTINGS = { url: 'https://example.com/', description: null, eventTypes: ['note.processed'] } as const;
let redis: TestRedis;
let clock = START;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

test('admit() reports an endpoint as failing exactly while a request to it is open for too long', async () => {
  const now = () => clock;
  const messages = createWebhookMessageStore(redis.redis, { now });
  const attempts = createWebhookAttemptStore(redis.redis, { now });
  const endpoints = createWebhookEndpointStore(redis.redis, { now });
  const userId = crypto.randomUUID();
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const [slow, other] = [
    await endpoints.create(userId, SETTINGS, secret),
    await endpoints.create(userId, SETTINGS, secret),
  ];
  if (!slow || !other) throw new Error('No endpoint could be created');
  const failing = async (afterMs: number) => {
    clock = START + afterMs;
    const found = await messages.admit(userId, { messageId: 'msg_1', type: 'note.processed', noteId: 'note-1' });
    const states = new Map(found.map((subscriber) => [subscriber.endpointId, subscriber.failing]));
    return [states.get(slow.endpointId), states.get(other.endpointId)];
  };
  const attempt = { userId, endpointId: slow.endpointId, attemptId: 'one' };
  await attempts.begin({ ...attempt, generation: 0, concurrency: 10 });
  expect(await failing(0)).toEqual([false, false]);
  expect(await failing(SLOW_AFTER_MS)).toEqual([false, false]);
  expect(await failing(SLOW_AFTER_MS + 1)).toEqual([true, false]);
  // The process that made the request has died.
  expect(await failing(LEASE_MS)).toEqual([false, false]);
  expect(await failing(SLOW_AFTER_MS + 1)).toEqual([true, false]);
  await attempts.release(attempt);
  expect(await failing(SLOW_AFTER_MS + 1)).toEqual([false, false]);
});
