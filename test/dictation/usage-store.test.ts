import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createDailyUsage } from '../../accounts/daily-usage.ts';
import { createUsageStore, type UsageRecord } from '../../dictation/usage-store.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
const FULL: UsageRecord = {
  orgId: '6f1d7a52-5f0e-4c6e-9a3b-0a8d8a6f3c11',
  keyId: 'key',
  transcriptionId: 'trans{}:* 1/ü',
  requestId: 'req_1',
  receivedAt: 1_700_000_000_123,
  endedAt: 1_700_000_001_456,
  source: 'smart',
  outcome: 'completed',
  language: 'en',
  engine: 'moonshine-tiny',
  rewrite: 'off',
  audioBytes: 12_345,
  textBytes: 0,
  resultBytes: 42,
  audioSeconds: 11.25,
  audioDurationHintSeconds: 0,
  decodeMs: 3.5,
  inferenceMs: 210.75,
  formatMs: 1,
  platform: 'server',
  appVersion: '1.0',
};

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());
const store = () => createUsageStore(server.redis, { retentionMs: RETENTION_MS });

test('saveUsage() keeps every field for the retention', async () => {
  await store().saveUsage(FULL);
  expect(await store().getUsage(FULL.orgId, FULL.transcriptionId)).toEqual(FULL);
  const left = await server.redis.pttl(keys.usage(FULL.orgId, FULL.transcriptionId));
  expect(left).toBeGreaterThan(RETENTION_MS - 60_000);
  expect(left).toBeLessThanOrEqual(RETENTION_MS);
});

test('getUsage() returns null for unknown values', async () => {
  const bare: UsageRecord = {
    ...FULL,
    transcriptionId: 'bare',
    language: null,
    engine: null,
    rewrite: null,
    audioSeconds: null,
    audioDurationHintSeconds: null,
    decodeMs: null,
    inferenceMs: null,
    formatMs: null,
    platform: null,
    appVersion: null,
  };
  await store().saveUsage(bare);
  expect(await store().getUsage(bare.orgId, 'bare')).toEqual(bare);
});

test('saveUsage() replaces an earlier record of the same transcription', async () => {
  await store().saveUsage({ ...FULL, transcriptionId: 'again' });
  await store().saveUsage({ ...FULL, transcriptionId: 'again', outcome: 'timed_out', engine: null });
  const record = await store().getUsage(FULL.orgId, 'again');
  expect(record).toMatchObject({ outcome: 'timed_out', engine: null });
  expect(await server.redis.pttl(keys.usage(FULL.orgId, 'again'))).toBeGreaterThan(0);
});

test('getUsage() returns null for an unknown id and for another organization', async () => {
  await store().saveUsage(FULL);
  expect(await store().getUsage(FULL.orgId, 'unknown')).toBeNull();
  expect(await store().getUsage('11111111-5f0e-4c6e-9a3b-0a8d8a6f3c11', FULL.transcriptionId)).toBeNull();
});

test('saveUsage() counts a request once on the day it came, also when its outcome is saved again', async () => {
  const orgId = crypto.randomUUID();
  const daily = createDailyUsage(server.redis, { retentionMs: RETENTION_MS, now: () => FULL.receivedAt });
  const record = { ...FULL, orgId };
  await store().saveUsage(record);
  await store().saveUsage({ ...record, outcome: 'unavailable' });
  await store().saveUsage({ ...record, outcome: 'unavailable' });
  expect(await daily.read(orgId, 1)).toMatchObject([
    { day: '2023-11-14', dictations: 1, dictationSeconds: 11.25, failedDictations: 1 },
  ]);
  await store().saveUsage({ ...record, requestId: 'req_2', audioSeconds: null, outcome: 'cancelled' });
  expect(await daily.read(orgId, 1)).toMatchObject([{ dictations: 2, dictationSeconds: 11.25, failedDictations: 2 }]);
});
