import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { type Answer, dictate } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../support/proxy.ts';
import { createCustomer, startBase, type TestBase } from '../support/service.ts';
import { type SpawnedProcess, spawnProcess, spawnService } from '../support/spawn.ts';
import { openFiles, residentMiB } from './support/resources.ts';
import { createUser, type TestUser } from './support/user.ts';

/** As long as it takes for every time-out of a caller's request to run out twice. */
const OUTAGE_MS = 12_000;
const CALLS_A_SECOND = 10;
/** Beyond the time-outs for Redis and Temporal together: whoever waits longer hangs. */
const PATIENCE_MS = 20_000;
const FORMAT = { source: 'format', raw_text: 'hello comma you' };

let base: TestBase;
let redis: TcpProxy;
let temporal: TcpProxy;
let service: Awaited<ReturnType<typeof spawnService>>;
let worker: SpawnedProcess;
let user: TestUser;
let yes: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  base = await startBase();
  redis = await startTcpProxy(base.redis.port);
  temporal = await startTcpProxy(Number(base.temporal.address.split(':')[1]));
  const env = { REDIS_URL: `redis://${redis.address}`, TEMPORAL_ADDRESS: temporal.address, SPEECH_THREADS: '1' };
  service = await spawnService(base, { env });
  worker = spawnProcess(base, 'worker/main.ts', { env });
  user = await createUser(base);
  yes = new Uint8Array(await readFile(new URL('../speech/fixtures/yes.flac', import.meta.url)));
}, 90_000);
afterAll(async () => {
  redis.heal();
  temporal.heal();
  await Promise.all([service.stop(), worker.stop()]);
  await redis.stop();
  await temporal.stop();
  await base.stop();
}, 60_000);
beforeEach(works, 60_000);

/** Looks until a dictation works, as it must after each trouble without a hand. */
async function works(): Promise<void> {
  await eventually('a dictation works', async () => (await dictate(service, FORMAT)).status === 200, {
    timeoutMs: 40_000,
  });
}

async function call(method: string, path: string, body?: BodyInit): Promise<Answer> {
  const headers = { authorization: `Bearer ${user.token}` };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${service.url}${path}`, { method, headers, signal, ...(body ? { body } : {}) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}

function upload(): Promise<Answer> {
  const form = new FormData();
  form.append('audio', new Blob([yes], { type: 'audio/flac' }), 'note.flac');
  return call('POST', '/v1/app/notes', form);
}

function completed(noteId: string): Promise<unknown> {
  const done = async () => (await call('GET', `/v1/app/notes/${noteId}`)).body.status === 'completed';
  return eventually(`note ${noteId} is completed`, done, { timeoutMs: 150_000, intervalMs: 500 });
}

const saved = () => JSON.stringify({ name: crypto.randomUUID() });

/** A 503 of either API: words, and when to come again; nothing of what is broken inside. */
function expectRefusal({ status, headers, body }: Answer): void {
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(typeof (body.detail ?? body.error)).toBe('string');
  expect(JSON.stringify(body)).not.toMatch(/redis|temporal|grpc|ECONN|READONLY|OOM/i);
}

/** Calls at a steady rate, whether earlier ones were answered or not. */
async function callSteadily(forMs: number): Promise<Answer[]> {
  const calls: Promise<Answer>[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    // Each on a connection of its own, so that open files tell what the service holds and not what fetch keeps.
    const init = { headers: { connection: 'close' }, signal: AbortSignal.timeout(PATIENCE_MS) };
    calls.push(dictate(service, FORMAT, init));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / CALLS_A_SECOND));
  }
  return Promise.all(calls);
}

describe.each([
  ['Redis', () => redis],
  ['Temporal', () => temporal],
])('while %s is', (_name, proxy) => {
  test('unreachable, callers get 503 and nothing piles up, and it works again by itself', async () => {
    const pid = service.child.pid ?? 0;
    await callSteadily(1_000);
    const before = { memory: residentMiB(pid), files: openFiles(pid) };
    const underWay = await upload();
    expect(underWay.status).toBe(202);
    proxy().partition();
    const [answers, note] = await Promise.all([callSteadily(OUTAGE_MS), upload()]).finally(proxy().heal);
    for (const answer of answers) expectRefusal(answer);
    // Redis takes a note in; that Temporal hears of it later is the reconciler's affair.
    if (note.status === 202) await completed(note.body.note_id);
    else expectRefusal(note);
    await completed(underWay.body.note_id);
    await works();
    await eventually('nothing is held', () => openFiles(pid) <= before.files + 10, { timeoutMs: 30_000 });
    expect(residentMiB(pid) - before.memory).toBeLessThan(100);
  }, 240_000);

  test('slow, calls are served or told to come again', async () => {
    proxy().slow(400);
    const answers = await callSteadily(4_000).finally(proxy().heal);
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer);
  }, 90_000);
});

describe('while Redis', () => {
  const admin = () => base.redis.redis;

  test('is full, what would be written is refused, what is there is served, and accepted notes wait for room', async () => {
    const accepted = await upload();
    expect(accepted.status).toBe(202);
    await admin().config('SET', 'maxmemory', '1');
    try {
      expectRefusal(await upload());
      expectRefusal(await dictate(service, FORMAT));
      expectRefusal(await call('POST', '/v1/app/tags', saved()));
      expect((await call('GET', `/v1/app/notes/${accepted.body.note_id}`)).status).toBe(200);
    } finally {
      await admin().config('SET', 'maxmemory', '0');
    }
    await completed(accepted.body.note_id);
  }, 200_000);

  test('is a replica, what would be written is refused and what is there is served', async () => {
    await admin().call('REPLICAOF', '127.0.0.1', '1');
    try {
      expectRefusal(await upload());
      expectRefusal(await call('POST', '/v1/app/tags', saved()));
      expect((await call('GET', '/v1/app/notes')).status).toBe(200);
    } finally {
      await admin().call('REPLICAOF', 'NO', 'ONE');
    }
    expect((await upload()).status).toBe(202);
  }, 60_000);

  test('comes back empty, old credentials are refused and new ones work', async () => {
    await admin().flushall();
    await admin().script('FLUSH');
    const { status, body } = await dictate(service, FORMAT);
    expect([status, body.code]).toEqual([401, 'credential_invalid']);
    expect((await call('GET', '/v1/app/notes')).status).toBe(401);
    Object.assign(service, await createCustomer(base));
    user = await createUser(base);
    expect((await dictate(service, FORMAT)).status).toBe(200);
    expect((await upload()).status).toBe(202);
  }, 60_000);
});
