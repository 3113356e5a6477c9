import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Readable } from 'node:stream';
import { createDictationArchive } from '../../dictation/archive.ts';
import { createUsageStore, type UsageRecord } from '../../dictation/usage-store.ts';
import { createRecordingExpiries } from '../../platform/recordings/expiries.ts';
import { arrived } from '../support/arrived.ts';
import { startAdmin, type TestAdmin } from './setup.ts';

const DAY_MS = 86_400_000;
const orgId = crypto.randomUUID();
let operator: TestAdmin;
beforeAll(async () => {
  operator = await startAdmin();
});
afterAll(() => operator.stop());

const USAGE: UsageRecord = {
  ...{ orgId, keyId: 'k', transcriptionId: 't-1', requestId: 'req_1', receivedAt: 0, endedAt: 500 },
  ...{ source: 'smart', outcome: 'completed', language: 'en', engine: 'moonshine-tiny', rewrite: 'off' },
  ...{ audioBytes: 10, textBytes: 0, resultBytes: 5, audioSeconds: 1.5, audioDurationHintSeconds: null },
  ...{ decodeMs: 1, inferenceMs: 2, formatMs: 3, platform: null, appVersion: null },
};

async function keep(transcriptionId: string): Promise<void> {
  const sink = { put: async (stream: Readable) => void (await stream.toArray()) };
  const archive = createDictationArchive(operator.server.redis, sink, { retentionMs: DAY_MS });
  const request = { source: 'smart', context: 'To Ada', language: null };
  const response = { text: 'Hello.', raw_text: 'hello' };
  await archive.save(
    orgId,
    transcriptionId,
    { request, response },
    arrived(new Uint8Array(3)),
    operator.deps.now() + DAY_MS,
  );
}

test('dictation show prints the usage, and the content only if it was stored', async () => {
  const usage = createUsageStore(operator.server.redis, { retentionMs: DAY_MS });
  await usage.saveUsage(USAGE);
  const shown: unknown = await operator.row('dictation', 'show', orgId, 't-1');
  expect(shown).toMatchObject({
    ...{ transcription_id: 't-1', outcome: 'completed', received_at: '1970-01-01T00:00:00.000Z', source: 'smart' },
    ...{ engine: 'moonshine-tiny', audio_seconds: 1.5, stored: false },
  });
  expect(shown).not.toHaveProperty('text');

  await keep('t-1');
  expect<unknown>(await operator.row('dictation', 'show', orgId, 't-1')).toMatchObject({
    ...{ outcome: 'completed', language: 'en', stored: true, context: 'To Ada', text: 'Hello.', raw_text: 'hello' },
    audio: expect.stringMatching(new RegExp(`^dictations/${orgId}/`)),
  });
});

test('dictation show refuses an unknown id and an id of another organization', async () => {
  await keep('t-2');
  await expect(operator.admin('dictation', 'show', orgId, 'x')).rejects.toThrow("Cannot find dictation 'x'");
  const other = crypto.randomUUID();
  await expect(operator.admin('dictation', 'show', other, 't-2')).rejects.toThrow("Cannot find dictation 't-2'");
});

test('dictation delete removes the stored content at once, and its audio in the next maintenance round', async () => {
  await keep('t-3');
  const expiries = createRecordingExpiries(operator.server.redis);
  const due = () => expiries.due(operator.deps.now(), { skip: 0, count: 10 });
  expect(await due()).toEqual([]);
  const { audio } = (await operator.row('dictation', 'show', orgId, 't-3')) as unknown as { audio: string };
  expect<unknown>(await operator.row('dictation', 'delete', orgId, 't-3')).toEqual({
    transcription_id: 't-3',
    deleted: true,
  });
  expect(await due()).toEqual([audio]);
  await expect(operator.admin('dictation', 'show', orgId, 't-3')).rejects.toThrow('Cannot find');
  await expect(operator.admin('dictation', 'delete', orgId, 't-3')).rejects.toThrow('Cannot find a stored dictation');
});
