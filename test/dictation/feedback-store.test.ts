import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { createFeedbackStore, type NewFeedback } from '../../dictation/feedback-store.ts';
import { createUsageStore, type UsageRecord } from '../../dictation/usage-store.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const HOUR_MS = 3_600_000;
const USAGE_RETENTION_MS = 90 * 24 * HOUR_MS;
const STORE_RETENTION_MS = 30 * 24 * HOUR_MS;
const NOW = 1_700_000_000_000;

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

function store(nowMs = NOW) {
  return createFeedbackStore(server.redis, {
    usage: createUsageStore(server.redis, { retentionMs: USAGE_RETENTION_MS }),
    usageRetentionMs: USAGE_RETENTION_MS,
    storeRetentionMs: STORE_RETENTION_MS,
    now: () => nowMs,
  });
}

function feedback(given: Partial<NewFeedback> = {}): NewFeedback {
  const base = { feedbackId: randomUUID(), orgId: randomUUID(), keyId: 'key', transcriptionId: 'transcription' };
  return { ...base, sentiment: 'like', text: null, audio: null, ...given };
}

function usage(orgId: string, transcriptionId: string): UsageRecord {
  return {
    ...{ orgId, transcriptionId, keyId: 'key', requestId: 'req', receivedAt: NOW, endedAt: NOW + 1 },
    ...{ source: 'smart', outcome: 'completed', language: 'en', engine: 'moonshine', rewrite: null },
    ...{ audioBytes: 1, textBytes: 0, resultBytes: 2, audioSeconds: 1.5, audioDurationHintSeconds: null },
    ...{ decodeMs: 1, inferenceMs: 2, formatMs: 3, platform: 'web', appVersion: '1.0' },
  };
}

test('save() keeps sentiment and ids for the usage retention, and nothing else', async () => {
  const given = feedback({ sentiment: 'dislike' });
  const { text: _, ...ids } = given;
  expect(await store().save(given)).toEqual({ ...ids, createdAt: NOW, usage: null });
  expect(await store().get(given.orgId, given.feedbackId)).toEqual({ ...ids, createdAt: NOW, usage: null });
  expect(await server.redis.pttl(keys.feedback(given.orgId, given.feedbackId))).toBeGreaterThan(STORE_RETENTION_MS);
  expect(await store().getText(given.orgId, given.feedbackId)).toBeNull();
});

test('save() keeps an attached text for the store retention, apart from the record', async () => {
  const given = feedback({ text: 'The final text, with ümlauts' });
  await store().save(given);
  expect(await store().getText(given.orgId, given.feedbackId)).toBe('The final text, with ümlauts');
  const left = await server.redis.pttl(keys.feedbackText(given.orgId, given.feedbackId));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(STORE_RETENTION_MS);
  expect(await server.redis.get(keys.feedback(given.orgId, given.feedbackId))).not.toContain('final text');
});

test('save() joins the usage of the same organization, and of no other', async () => {
  const given = feedback();
  const usages = createUsageStore(server.redis, { retentionMs: USAGE_RETENTION_MS });
  const record = usage(given.orgId, given.transcriptionId);
  await usages.saveUsage(record);
  expect((await store().save(given)).usage).toEqual(record);
  expect((await store().save(feedback())).usage).toBeNull();
});

test('save() keeps the joined usage when the usage record has expired', async () => {
  const given = feedback();
  await createUsageStore(server.redis, { retentionMs: USAGE_RETENTION_MS }).saveUsage(
    usage(given.orgId, 'transcription'),
  );
  await store().save(given);
  await server.redis.del(keys.usage(given.orgId, 'transcription'));
  expect((await store().get(given.orgId, given.feedbackId))?.usage?.engine).toBe('moonshine');
});

test('expectAudio() schedules audio for deletion after an hour unless save() claims it', async () => {
  const object = `feedback/${randomUUID()}`;
  await store().expectAudio(object);
  expect(await server.redis.zscore(keys.recordingExpiries(), object)).toBe(String(NOW + HOUR_MS));
  await store().save(feedback({ audio: { object, contentType: 'audio/mp4', bytes: 9 } }));
  expect(await server.redis.zscore(keys.recordingExpiries(), object)).toBe(String(NOW + STORE_RETENTION_MS));
});

test('get() and getText() give nothing to another organization', async () => {
  const given = feedback({ text: 'mine' });
  await store().save(given);
  expect(await store().get(randomUUID(), given.feedbackId)).toBeNull();
  expect(await store().getText(randomUUID(), given.feedbackId)).toBeNull();
});

test('list() is newest first, keeps to the limit and drops what has expired', async () => {
  const orgId = randomUUID();
  await store(NOW - USAGE_RETENTION_MS).save(feedback({ orgId }));
  const saved = [];
  for (let i = 0; i < 3; i += 1) saved.push(await store(NOW + i).save(feedback({ orgId })));
  expect(await store().list(orgId, 2)).toEqual(saved.toReversed().slice(0, 2));
  expect(await store().list(orgId, 10)).toHaveLength(3);
  expect(await server.redis.zcard(keys.feedbackIndex(orgId))).toBe(3);
});
