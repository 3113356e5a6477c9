import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionStore } from '../../accounts/sessions.ts';
import { createUserStore } from '../../accounts/users.ts';
import { noteWorkflowId } from '../../contracts/workflow-ids.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { startWorker, type WorkerProcess } from '../../worker/start.ts';
import { formOf, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { environment, startBase, startService, type TestBase, type TestService } from '../support/service.ts';

let base: TestBase;
let service: TestService;
let worker: WorkerProcess;
/** `SOTTO_HOME` of the worker, which should be the same as the API's. */
let elsewhere: string;
let operatorPort: number;
let headers: Record<string, string>;
let audio: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'sotto-elsewhere-'));
  base = await startBase();
  service = await startService(base);
  operatorPort = await freePort();
  const env = environment(base, { SOTTO_HOME: elsewhere, WORKER_METRICS_PORT: String(operatorPort) });
  worker = await startWorker(requireService(readConfig(env)), env, createLog('silent'));
  const { userId } = await createUserStore(base.redis.redis).ensure({ email: 'ada@example.org' });
  headers = { cookie: `sotto_session=${await createSessionStore(base.redis.redis).begin(userId)}` };
  audio = await sampleAudio();
}, 90_000);
afterAll(async () => {
  await worker.stop();
  await service.api.stop();
  await base.stop();
  await rm(elsewhere, { recursive: true, force: true });
});

const copyRecordings = () =>
  cp(join(base.home, 'recordings'), join(elsewhere, 'recordings'), { recursive: true, force: true });

async function upload(): Promise<string> {
  const response = await fetch(`${service.url}/v1/app/notes`, { method: 'POST', headers, body: formOf({ audio }) });
  return ((await response.json()) as { note_id: string }).note_id;
}

async function statusOf(noteId: string): Promise<string> {
  const response = await fetch(`${service.url}/v1/app/notes/${noteId}`, { headers });
  return ((await response.json()) as { status: string }).status;
}

/** The note's pending transcription in Temporal. */
async function pending(noteId: string) {
  const { raw } = await base.client.workflow.getHandle(noteWorkflowId(noteId, 1)).describe();
  return raw.pendingActivities?.[0];
}

const completes = (noteId: string) =>
  eventually('the note is completed', async () => (await statusOf(noteId)) === 'completed', { timeoutMs: 60_000 });

test('a worker with other recordings takes no note until it uses those of the API', async () => {
  const noteId = await upload();
  const waiting = await eventually('the transcription waits', () => pending(noteId));
  expect(waiting.lastStartedTime ?? null).toBeNull();
  const ready = await fetch(`http://127.0.0.1:${operatorPort}/health/ready`);
  expect(ready.status).toBe(503);
  expect((await ready.json()) as object).toMatchObject({
    checks: { recordings: 'unavailable', transcription: 'unavailable' },
  });
  expect(await statusOf(noteId)).toBe('processing');
  await copyRecordings();
  await completes(noteId);
}, 90_000);

test('a worker that loses sight of the recordings tries a note again and does not fail it', async () => {
  await rm(join(elsewhere, 'recordings'), { recursive: true });
  const noteId = await upload();
  const retried = await eventually(
    'an attempt failed',
    async () => {
      const found = await pending(noteId);
      return found?.lastFailure ? found : undefined;
    },
    { timeoutMs: 30_000 },
  );
  expect(retried.lastFailure?.applicationFailureInfo?.nonRetryable ?? false).toBe(false);
  expect(await statusOf(noteId)).toBe('processing');
  await copyRecordings();
  await completes(noteId);
}, 90_000);
