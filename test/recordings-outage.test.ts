import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createUser, type TestUser } from './faults/support/user.ts';
import { endServer, spawnServer } from './support/child.ts';
import { formOf, sampleAudio } from './support/dictate.ts';
import { eventually } from './support/eventually.ts';
import { startGcs, type TestGcs } from './support/gcs.ts';
import { freePort } from './support/ports.ts';
import { createCustomer, environment, startBase, type TestBase } from './support/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** 64 blocks of 512 bytes: the space left on a disk that is nearly full. */
const ROOM_BLOCKS = 64;

let base: TestBase;
let user: TestUser;
let apiKey: string;
let long: Uint8Array<ArrayBuffer>;
const short = new Uint8Array(1_000);
beforeAll(async () => {
  base = await startBase();
  user = await createUser(base);
  ({ apiKey } = await createCustomer(base));
  long = await sampleAudio();
}, 60_000);
afterAll(() => base.stop());

/** Starts the API as a process that can write no file longer than `ROOM_BLOCKS`, as if the disk were full. */
async function startApi(env: Record<string, string>, { limited = false } = {}) {
  const port = await freePort();
  const log = join(base.home, `${port}.log`);
  const file = openSync(log, 'a');
  const limit = limited ? `ulimit -f ${ROOM_BLOCKS};` : '';
  const all = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...environment(base, { ...env, PORT: String(port) }),
  };
  const child = spawnServer('sh', ['-c', `${limit} exec "$0" api/main.ts`, process.execPath], {
    ...{ cwd: root, env: { ...all, LOG_LEVEL: 'warn' }, stdio: ['ignore', file, file] },
  });
  closeSync(file);
  const url = `http://127.0.0.1:${port}`;
  await eventually('the API serves', async () => (await fetch(`${url}/health`)).ok, { timeoutMs: 60_000 });
  return { url, log: () => readFile(log, 'utf8'), stop: () => endServer(child, 30_000) };
}

async function answerOf(response: Response) {
  const body = (await response.json()) as { code?: string; detail?: string };
  const { status, headers } = response;
  return { status, says: body.code ?? body.detail, retryAfter: headers.get('retry-after'), body: JSON.stringify(body) };
}

/** Every request that writes a recording before it is answered. */
function writers(url: string, audio: Uint8Array<ArrayBuffer>) {
  const enterprise = (path: string, fields: Record<string, string | Uint8Array<ArrayBuffer>>) =>
    fetch(`${url}/v1/enterprise${path}`, { method: 'POST', headers: { 'x-api-key': apiKey }, body: formOf(fields) });
  const headers = { authorization: `Bearer ${user.token}` };
  return {
    feedback: async () => answerOf(await enterprise('/transcriptions/some-id/feedback', { sentiment: 'like', audio })),
    note: async () =>
      answerOf(await fetch(`${url}/v1/app/notes`, { method: 'POST', headers, body: formOf({ audio }) })),
    dictation: async (store: string) =>
      answerOf(await enterprise('/dictate', { source: 'transcription', store, audio })),
  };
}

const busy = { status: 503, retryAfter: '1' };

/** Each gets a 503 with Retry-After in the format of its API, without the reason. */
async function expectUnavailable(url: string): Promise<void> {
  const { feedback, note, dictation } = writers(url, long);
  const answers = await Promise.all([feedback(), note(), dictation('true'), dictation('false')]);
  expect(answers).toMatchObject([
    { ...busy, says: 'unavailable' },
    { ...busy, says: 'The service is unavailable for a moment' },
    { ...busy, says: 'unavailable' },
    { status: 200 }, // a request that stores nothing needs no recordings
  ]);
  for (const { body } of answers) expect(body).not.toMatch(/ENO|EFBIG|ECONN|127\.0\.0\.1|\//);
}

describe('with recordings on a disk', () => {
  let recordings: string;
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    recordings = await mkdtemp(join(tmpdir(), 'sotto-full-disk-'));
    api = await startApi({ RECORDINGS: recordings }, { limited: true });
  }, 60_000);
  afterAll(async () => {
    await api.stop();
    await rm(recordings, { recursive: true, force: true });
  });

  const files = async () => {
    const entries = await readdir(recordings, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  test('that is full: uploads get 503 and leave nothing behind, and the log names the reason', async () => {
    await expectUnavailable(api.url);
    expect(await files()).toEqual([]);
    const told = (await api.log()).match(/"code":"EFBIG".*Recordings unavailable/g);
    expect(told).toHaveLength(3);
  }, 60_000);

  test('that is full: an upload that fits is kept', async () => {
    const { feedback, note } = writers(api.url, short);
    expect([await feedback(), await note()]).toMatchObject([{ status: 201 }, { status: 202 }]);
    expect(await files()).toHaveLength(2);
  });

  test('that is missing: uploads get 503 until it returns', async () => {
    const away = `${recordings}-away`;
    await rename(recordings, away);
    await writeFile(recordings, 'a file where the folder was mounted');
    await expectUnavailable(api.url);
    await rm(recordings);
    await rename(away, recordings);
    expect(await writers(api.url, short).feedback()).toMatchObject({ status: 201 });
  }, 60_000);
});

describe('with recordings in a bucket', () => {
  let gcs: TestGcs;
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    gcs = await startGcs();
    const env = { RECORDINGS: `gs://${gcs.bucket}/sotto`, STORAGE_EMULATOR_HOST: gcs.url };
    api = await startApi(env);
  }, 60_000);
  afterAll(async () => {
    await api.stop();
    await gcs.stop();
  });

  test('that is missing: uploads get 503, and the log names the reason', async () => {
    const { feedback, note, dictation } = writers(api.url, long);
    expect(await Promise.all([feedback(), note(), dictation('true')])).toMatchObject([
      { status: 201 },
      { status: 202 },
      { status: 200 },
    ]);
    await gcs.stop();
    await expectUnavailable(api.url);
    expect(await api.log()).toMatch(/"code":"ECONNREFUSED".*Recordings unavailable/);
  }, 60_000);
});
