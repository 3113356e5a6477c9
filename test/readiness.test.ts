import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Server, serve } from '../platform/http/serve.ts';
import { eventually } from './support/eventually.ts';
import { freePort } from './support/ports.ts';
import { sampleOf, scrape } from './support/prometheus.ts';
import { startTcpProxy, type TcpProxy } from './support/proxy.ts';
import { startBase, type TestBase } from './support/service.ts';
import { type SpawnedProcess, spawnProcess, spawnService } from './support/spawn.ts';

/** The time that an orchestrator waits, doubled for a busy machine. */
const PATIENCE_MS = 2_000;

let base: TestBase;
let redis: TcpProxy;
let temporal: TcpProxy;
let engine: Server;
let service: Awaited<ReturnType<typeof spawnService>>;
let worker: SpawnedProcess;
let ports: { readonly api: number; readonly worker: number };

/** A speech server that answers its requests with one status. */
const startEngine = (port: number, status = 200) =>
  serve(
    ({ method }) => (method === 'POST' ? Response.json({ text: '' }, { status }) : new Response(null, { status: 404 })),
    { host: '127.0.0.1', port },
  );

beforeAll(async () => {
  base = await startBase();
  redis = await startTcpProxy(base.redis.port);
  temporal = await startTcpProxy(Number(base.temporal.address.split(':')[1]));
  engine = await startEngine(0);
  ports = { api: await freePort(), worker: await freePort() };
  const env = {
    ...{ REDIS_URL: `redis://${redis.address}`, TEMPORAL_ADDRESS: temporal.address },
    ...{ SPEECH_URL: `http://127.0.0.1:${engine.port}/v1`, SPEECH_PROCESSES: '1' },
    ...{ METRICS_PORT: String(ports.api), WORKER_METRICS_PORT: String(ports.worker) },
  };
  service = await spawnService(base, { env });
  worker = spawnProcess(base, 'worker/main.ts', { env });
  await everywhere(ready, 60_000);
}, 120_000);
afterAll(async () => {
  redis.heal();
  temporal.heal();
  await Promise.all([service.stop(), worker.stop(), engine.stop()]);
  await redis.stop();
  await temporal.stop();
  await base.stop();
}, 60_000);

async function ask(url: string): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Requests every readiness address until all of them report the expected state. */
async function everywhere(look: (url: string, checks: readonly string[]) => Promise<void>, timeoutMs = 20_000) {
  const places: [url: string, checks: readonly string[]][] = [
    [service.url, ['redis', 'temporal', 'recordings', 'speech', 'worker']],
    [`http://127.0.0.1:${ports.api}`, ['redis', 'temporal', 'recordings', 'speech', 'worker']],
    [`http://127.0.0.1:${ports.worker}`, ['redis', 'temporal', 'recordings', 'speech', 'transcription', 'worker']],
  ];
  const seen = async () => {
    for (const [url, checks] of places) await look(url, checks);
    return true;
  };
  await eventually('every process says so', seen, { timeoutMs, intervalMs: 100 });
}

async function ready(url: string, checks: readonly string[]): Promise<void> {
  const { status, body } = await ask(`${url}/health/ready`);
  expect(body).toEqual({ status: 'ready', checks: Object.fromEntries(checks.map((name) => [name, 'ok'])) });
  expect(status).toBe(200);
}

/** The report names the unavailable dependency and nothing else, and the process itself stays healthy. */
const unready =
  (away: string, more: object = {}) =>
  async (url: string, checks: readonly string[]) => {
    const { status, body } = await ask(`${url}/health/ready`);
    const states = checks.map((name) => [name, name === away ? 'unavailable' : 'ok']);
    expect(body).toEqual({ status: 'unavailable', checks: Object.fromEntries(states), ...more });
    expect(status).toBe(503);
    expect(await ask(`${url}/health`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  };

describe.each([
  ['redis', () => redis],
  ['temporal', () => temporal],
] as const)('without %s', (name, proxy) => {
  test.each(['cut', 'partition'] as const)(
    '(%s) no process is ready, and each is again once it is back',
    async (how) => {
      proxy()[how]();
      await everywhere(unready(name));
      expect(sampleOf(await scrape(ports.worker), 'sotto_dependency_up', { dependency: name })).toBe(0);
      proxy().heal();
      await everywhere(ready, 40_000);
      expect(sampleOf(await scrape(ports.worker), 'sotto_dependency_up', { dependency: name })).toBe(1);
    },
    90_000,
  );
});

test('no process is ready while the speech server is down, and all are ready after it returns', async () => {
  const { port } = engine;
  await engine.stop();
  await everywhere(unready('speech'));
  engine = await startEngine(port);
  await everywhere(ready);
}, 60_000);

test('no process is ready while the speech server refuses the key, and the report contains the code', async () => {
  const { port } = engine;
  await engine.stop();
  await everywhere(unready('speech'));
  engine = await startEngine(port, 401);
  await everywhere(unready('speech', { codes: { speech: 'engine_misconfigured' } }));
  await engine.stop();
  await everywhere(unready('speech'));
  engine = await startEngine(port);
  await everywhere(ready);
}, 60_000);

test('a 503 of readiness on the public port has Retry-After', async () => {
  redis.cut();
  await everywhere(unready('redis'));
  const { headers } = await ask(`${service.url}/health/ready`);
  expect(headers.get('retry-after')).toBe('1');
  expect(headers.get('cache-control')).toBe('no-store');
  redis.heal();
  await everywhere(ready, 40_000);
}, 60_000);

test("the operators' port serves three paths and no others", async () => {
  for (const path of ['/', '/v1/app/me', '/metrics/', '/health/']) {
    const response = await fetch(`http://127.0.0.1:${ports.worker}${path}`);
    expect({ path, status: response.status, text: await response.text() }).toEqual({
      path,
      status: 404,
      text: 'Not Found\n',
    });
  }
});
