import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEnterpriseKeyStore } from '../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../accounts/organizations.ts';
import { createSessionStore } from '../accounts/sessions.ts';
import { createUserStore } from '../accounts/users.ts';
import { MAIN_QUEUE } from '../contracts/queues.ts';
import { createNoteStore } from '../notes/store/notes.ts';
import { endServer, spawnServer } from './support/child.ts';
import { readEvents } from './support/events.ts';
import { eventually } from './support/eventually.ts';
import { freePort } from './support/ports.ts';
import { sampleOf, scrape } from './support/prometheus.ts';
import { startRedis, type TestRedis } from './support/redis.ts';
import { runtimeCommand } from './support/spawn.ts';
import { openTemporal, type TestTemporal } from './support/temporal.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sample = Bun.file(new URL('./speech/fixtures/ask.flac', import.meta.url));

let redis: TestRedis;
let temporal: TestTemporal;
let apiKey: string;
beforeAll(async () => {
  [redis, temporal] = await Promise.all([startRedis(), openTemporal()]);
  const { organizationId } = await createOrganizationStore(redis.redis).create({ name: 'Runtimes' });
  const made = await createEnterpriseKeyStore(redis.redis).create(organizationId, { label: 'test' });
  apiKey = made?.secret ?? '';
}, 60_000);
afterAll(async () => {
  await temporal.stop();
  await redis.stop();
});

describe.each(['bun', 'deno'] as const)('on %s, with Redis and Temporal elsewhere', (runtime) => {
  let home: string;
  let children: ChildProcess[];
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), `sotto-${runtime}-`));
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => endServer(child)));
    await rm(home, { recursive: true, force: true });
  });

  function run(entry: string, port: number, metricsPort?: number): ChildProcess {
    const [command, args] = runtimeCommand(runtime, entry);
    const log = openSync(join(home, 'log'), 'a');
    const child = spawnServer(command, args, {
      cwd: root,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        SOTTO_HOME: home,
        SOTTO_SECRET: randomUUID(),
        REDIS_URL: redis.url,
        TEMPORAL_ADDRESS: temporal.address,
        TEMPORAL_NAMESPACE: temporal.namespace,
        PORT: String(port),
        ...(metricsPort === undefined ? {} : { METRICS_PORT: String(metricsPort) }),
      },
    });
    closeSync(log);
    children.push(child);
    return child;
  }

  const exitCode = (child: ChildProcess) =>
    eventually('the process has ended', () => (child.exitCode === null ? undefined : { code: child.exitCode }), {
      timeoutMs: 30_000,
    });

  test('api/main.ts and worker/main.ts serve a dictation and end in order on SIGTERM', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const metricsPort = await freePort();
    const api = run('api/main.ts', port, metricsPort);
    const worker = run('worker/main.ts', port);
    try {
      await eventually('the API serves', async () => (await fetch(`${url}/health`)).ok, { timeoutMs: 60_000 });
      await eventually('the worker polls', () => polls(worker), { timeoutMs: 60_000 });

      const form = new FormData();
      form.set('source', 'transcription');
      form.set('audio', sample, 'ask.flac');
      const headers = { 'x-api-key': apiKey };
      const response = await fetch(`${url}/v1/enterprise/dictate`, { method: 'POST', headers, body: form });
      expect(response.status).toBe(200);
      expect(((await response.json()) as { text: string }).text).toMatch(/what you can do for your country/);

      await expectEvents(url);

      await eventually('the API has counted it', async () => {
        const scraped = await scrape(metricsPort);
        expect(sampleOf(scraped, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
        expect(sampleOf(scraped, 'sotto_dependency_up', { dependency: 'redis' })).toBe(1);
        expect(sampleOf(scraped, 'temporal_workflow_completed_total', { workflow_type: 'dictation' })).toBe(1);
        return true;
      });

      api.kill('SIGTERM');
      worker.kill('SIGTERM');
      expect(await Promise.all([exitCode(api), exitCode(worker)])).toEqual([{ code: 0 }, { code: 0 }]);
    } catch (error) {
      throw new Error(`${runtime} said:\n${await readFile(join(home, 'log'), 'utf8')}`, { cause: error });
    }
  }, 120_000);

  test('api/main.ts names everything that is missing in one message', async () => {
    const [command, args] = runtimeCommand(runtime, 'api/main.ts');
    const log = openSync(join(home, 'log'), 'a');
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
    const child = spawnServer(command, args, { cwd: root, stdio: ['ignore', log, log], env });
    closeSync(log);
    children.push(child);
    expect(await exitCode(child)).toEqual({ code: 1 });
    expect(await readFile(join(home, 'log'), 'utf8')).toMatch(/REDIS_URL\n {2}SOTTO_SECRET/);
  }, 60_000);
});

/** An open page is told about a note, and its stream does not prevent the process from ending. */
async function expectEvents(url: string): Promise<void> {
  const { userId } = await createUserStore(redis.redis).ensure({ email: 'runtimes@example.org' });
  const cookie = `sotto_session=${await createSessionStore(redis.redis).begin(userId)}`;
  const stream = await readEvents(`${url}/v1/app/events`, { cookie });
  const recording = { object: 'notes/x/y', contentType: null, bytes: 1 };
  const note = { noteId: randomUUID(), userId, title: null, language: null, recordedAt: null, recording };
  await createNoteStore(redis.redis).create(note);
  await eventually('the event came', () => stream.events.length === 1);
}

/** The SDK's identity of a worker contains the process id. */
async function polls(worker: ChildProcess): Promise<boolean> {
  const { pollers } = await temporal.connection.workflowService.describeTaskQueue({
    namespace: temporal.namespace,
    taskQueue: { name: MAIN_QUEUE },
    taskQueueType: 1, // TASK_QUEUE_TYPE_WORKFLOW
  });
  return pollers.some(({ identity }) => identity?.startsWith(`${worker.pid}@`));
}
