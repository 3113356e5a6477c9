import { afterAll, beforeAll, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/ports.ts';
import { startBase, type TestBase } from '../support/service.ts';
import { spawnService } from '../support/spawn.ts';
import { schemathesisCommand } from '../support/tools.ts';
import { createUser } from './support/user.ts';

const CASES_FOR_EACH_OPERATION = 150;
const SIGN_OUT = '/v1/app/sign-out';
const SEED = 20_261_121;
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
];

let base: TestBase;
let service: Awaited<ReturnType<typeof spawnService>>;
let metricsPort: number;

beforeAll(async () => {
  base = await startBase();
  metricsPort = await freePort();
  service = await spawnService(base, { env: { METRICS_PORT: String(metricsPort), DICTATION_CONCURRENCY: '64' } });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await base.stop();
});

/** Requests by how they ended, as the service itself counted them: route and status. */
async function answered(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text();
  const lines = text.matchAll(
    /^sotto_http_request_seconds_count\{method="(\w+)",route="(.*)",status="(\d+)"\} (\d+)$/gm,
  );
  return new Map([...lines].map(([, method, route, status, count]) => [`${method} ${route} ${status}`, Number(count)]));
}

/** Operations that no request came to with a credential that opens them: these were not fuzzed at all. */
async function neverLetIn(counts: ReadonlyMap<string, number>): Promise<string[]> {
  const { paths } = (await (await fetch(`${service.url}/swagger/json`)).json()) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const answered = [...counts.keys()].filter((key) => !/ 40[13]$/.test(key));
  return operations.filter(
    (operation) => !operation.endsWith(SIGN_OUT) && !answered.some((key) => key.startsWith(`${operation} `)),
  );
}

/** @returns what Schemathesis printed of its failures; empty without any */
async function fuzz(): Promise<string> {
  const user = await createUser(base);
  const { command, args, env } = schemathesisCommand(process.env);
  const config = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));
  const options = [
    ...['--no-color', '--config-file', config, 'run', `${service.url}/swagger/json`],
    ...['--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing,stateful', '--warnings', 'off'],
    ...['--max-examples', String(CASES_FOR_EACH_OPERATION), '--seed', String(SEED), '--workers', '2'],
    // It would end the session that the others need.
    ...['--exclude-path', SIGN_OUT],
    ...['--generation-database', 'none', '--continue-on-failure', '--request-timeout', '30'],
  ];
  const credentials = {
    SOTTO_API_KEY: service.apiKey,
    SOTTO_PERSONAL_TOKEN: user.token,
    SOTTO_SESSION: user.session,
    COLUMNS: '200',
  };
  return new Promise((resolve) => {
    const settings = { env: { ...env, ...credentials }, timeout: 400_000, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, [...args, ...options], settings, (failed, stdout, stderr) =>
      resolve(failed ? `${failed.message}\n${stdout}\n${stderr}` : ''),
    );
  });
}

test('thousands of requests made from the OpenAPI get no 500 and no status or body that it does not describe', async () => {
  const failures = await fuzz();
  const counts = await answered();
  if (process.env['DEBUG_FAULTS'])
    process.stderr.write(
      [...counts]
        .sort()
        .map((c) => c.join(' '))
        .join('\n'),
    );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (failures) process.stderr.write(failures);
  expect(failures).toBe('');
  expect(total).toBeGreaterThan(2_000);
  expect(await neverLetIn(counts)).toEqual([]);
  expect([...counts.keys()].filter((key) => / 5\d\d$/.test(key))).toEqual([]);
}, 420_000);
