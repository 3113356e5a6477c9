import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Client } from '@temporalio/client';
import { createDictationActivities } from '../../activities/dictation.ts';
import { createDictationArchive } from '../../dictation/archive.ts';
import { createDictationContent, type DictationContents } from '../../dictation/content.ts';
import { createUsageStore } from '../../dictation/usage-store.ts';
import { createFormatter } from '../../formatting/formatter.ts';
import { createMetrics } from '../../platform/metrics/api-metrics.ts';
import { RecordingsUnavailableError } from '../../platform/recordings/types.ts';
import { connectRedis, type Redis } from '../../platform/redis/connection.ts';
import { createWorker, type RunningWorker } from '../../platform/temporal/worker.ts';
import { type SpeechEngine, SpeechError } from '../../speech/types.ts';
import type { dictation } from '../../workflows/dictation.ts';
import { arrived } from '../support/arrived.ts';
import { workflowBundle } from '../support/bundle.ts';
import { startTcpProxy, type TcpProxy } from '../support/proxy.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { openTemporal, type TestTemporal } from '../support/temporal.ts';

const TASK_QUEUE = 'dictation@test';
const DAY_MS = 24 * 60 * 60 * 1000;
const NO_ENGINE: SpeechEngine = {
  name: 'none',
  capabilities: () => ({ wordTimes: false, live: false }),
  open: () => ({ decodeEarly: () => undefined, close: () => undefined }),
  transcribe: () => Promise.reject(new SpeechError('engine_unavailable')),
  openLive: () => Promise.reject(new SpeechError('engine_unavailable')),
  ready: async () => {},
  reachable: async () => {},
  close: async () => {},
};
const FULL_DISK = { put: () => Promise.reject(new RecordingsUnavailableError('ENOSPC')) };

let server: TestRedis;
let proxy: TcpProxy;
let redis: Redis;
let temporal: TestTemporal;
let worker: RunningWorker;
const contents: DictationContents = new Map();

beforeAll(async () => {
  [server, temporal] = await Promise.all([startRedis(), openTemporal()]);
  proxy = await startTcpProxy(server.port);
  redis = connectRedis(`redis://${proxy.address}`);
  redis.on('error', () => {}); // a test makes it unavailable
  const { connection, namespace } = temporal;
  worker = await createWorker({
    ...{ connection, namespace, taskQueue: TASK_QUEUE, workflowBundle: await workflowBundle() },
    activities: createDictationActivities({
      contents,
      speech: NO_ENGINE,
      formatter: createFormatter(),
      usage: createUsageStore(redis, { retentionMs: DAY_MS }),
      archive: createDictationArchive(redis, FULL_DISK, { retentionMs: DAY_MS }),
      metrics: createMetrics(),
      maxAudioSeconds: 60,
      storeRetentionMs: DAY_MS,
      now: Date.now,
    }),
  });
}, 60_000);
afterAll(async () => {
  proxy.heal();
  await worker.stop();
  redis.disconnect();
  await Promise.all([proxy.stop(), temporal.stop(), server.stop()]);
});

/** Starts a dictation of text and returns its outcome in this process and in Temporal. */
async function dictate(contentId: string, { store = false } = {}) {
  const content = createDictationContent({
    orgId: 'organization',
    keyId: 'key',
    transcriptionId: contentId,
    requestId: 'req_1',
    source: 'format',
    audio: store ? arrived(new Uint8Array(4)) : undefined,
    rawText: 'hello there comma friend',
    context: undefined,
    dictionary: undefined,
    extraInstructions: undefined,
    language: 'en',
    audioDuration: undefined,
    appVersion: undefined,
    platform: undefined,
    store,
    receivedAt: Date.now(),
  });
  contents.set(contentId, content);
  const client = new Client({ connection: temporal.connection, namespace: temporal.namespace });
  const handle = await client.workflow.start<typeof dictation>('dictation', {
    workflowId: contentId,
    taskQueue: TASK_QUEUE,
    args: [{ contentId, source: 'format', stepTimeoutMs: 60_000 }],
  });
  const result = await handle.result().catch((error) => ({ outcome: error.cause.message }));
  return { inProcess: (await content.ended).outcome, inTemporal: result.outcome, text: content.text };
}

test('dictation() completes, with its words only in this process', async () => {
  expect(await dictate('one')).toEqual({
    inProcess: 'completed',
    inTemporal: 'completed',
    text: 'Hello there, friend',
  });
});

test('dictation() that cannot be stored is unavailable for its caller, in Temporal and in the usage', async () => {
  const { inProcess, inTemporal } = await dictate('kept', { store: true });
  expect({ inProcess, inTemporal }).toEqual({ inProcess: 'unavailable', inTemporal: 'unavailable' });
  const usage = await createUsageStore(redis, { retentionMs: DAY_MS }).getUsage('organization', 'kept');
  expect(usage).toMatchObject({ outcome: 'unavailable', resultBytes: 0 });
});

test('dictation() answers unavailable when the store does not answer', async () => {
  proxy.partition();
  const { inProcess, inTemporal } = await dictate('two');
  expect({ inProcess, inTemporal }).toEqual({ inProcess: 'unavailable', inTemporal: 'unavailable' });
}, 60_000);
