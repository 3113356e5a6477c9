import { afterAll, beforeAll, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { depth } from '../support/depth.ts';
import { formOf, sampleAudio } from '../support/dictate.ts';
import { freePort } from '../support/ports.ts';
import { startBase, type TestBase } from '../support/service.ts';
import { spawnService } from '../support/spawn.ts';
import { schemathesisCommand } from '../support/tools.ts';
import { createUser, type TestUser } from './support/user.ts';

/** Routes that would end the session, stream without end, or take a media type that the fuzzer cannot generate. */
const SIGN_OUT = [
  '/v1/app/sign-out',
  '/v1/app/sessions',
  '/v1/app/sessions/{session_id}',
  '/v1/app/events',
  '/v1/app/webhook-endpoints/{id}/deliveries',
  '/v1/app/uploads/{upload_id}',
];
const SEED = 20_261_121;
const OPERATOR_TOKEN = 'operator-'.repeat(4);
/** Successes that need an existing id. */
const INSIDE = [
  'GET /v1/public-api/notes/:note_id 200',
  'GET /v1/public-api/notes/:note_id/audio-url 200',
  'PATCH /v1/app/notes/:note_id 200',
  'PATCH /v1/app/tags/:tag_id 200',
  'PUT /v1/app/notes/:note_id/tags/:tag_id 204',
  'PATCH /v1/app/webhook-endpoints/:id 200',
  'GET /v1/app/webhook-endpoints/:id/attempts 200',
];
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
  'unsupported_method',
];

let base: TestBase;
let service: Awaited<ReturnType<typeof spawnService>>;
let metricsPort: number;
let user: TestUser;
let things: Record<string, string>;

beforeAll(async () => {
  base = await startBase();
  metricsPort = await freePort();
  service = await spawnService(base, {
    env: { METRICS_PORT: String(metricsPort), DICTATION_CONCURRENCY: '64', OPERATOR_TOKEN },
  });
  user = await createUser(base);
  // Before the fuzzer creates as many endpoints as a user may have.
  things = await makeThings();
}, 60_000);
afterAll(async () => {
  await service.stop();
  await base.stop();
});

/** The number of requests by route and status, as the service counted them. */
async function answered(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.matchAll(
    /^sotto_http_request_duration_seconds_count\{method="(\w+)",route="(.*)",status="(\d+)"\} (\d+)$/gm,
  );
  return new Map([...lines].map(([, method, route, status, count]) => [`${method} ${route} ${status}`, Number(count)]));
}

/** Operations that no request with a valid credential reached. They were not fuzzed. */
async function neverLetIn(counts: ReadonlyMap<string, number>): Promise<string[]> {
  const { paths } = (await (await fetch(`${service.url}/swagger/json`)).json()) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const answered = [...counts.keys()].filter((key) => !/ 40[13]$/.test(key));
  return operations.filter(
    (operation) =>
      !/ \/v1\/app\/(sign-out|sessions|events|uploads\/:upload_id|webhook-endpoints\/:id\/deliveries)/.test(
        operation,
      ) && !answered.some((key) => key.startsWith(`${operation} `)),
  );
}

/** @returns what Schemathesis printed of its failures; empty without any */
function fuzz(
  configuration: string,
  options: readonly string[],
  variables: Record<string, string> = {},
): Promise<string> {
  const { command, args, env } = schemathesisCommand(process.env);
  const config = fileURLToPath(new URL(configuration, import.meta.url));
  const all = [
    ...['--no-color', '--config-file', config, 'run', `${service.url}/swagger/json`],
    // One worker, because two that parse Python at the same time crash Python up to 3.11.4 (gh-106905).
    ...['--checks', CHECKS.join(','), '--warnings', 'off', '--seed', String(SEED), '--workers', '1'],
    ...SIGN_OUT.flatMap((path) => ['--exclude-path', path]),
    ...['--generation-database', 'none', '--continue-on-failure', '--request-timeout', '30', ...options],
  ];
  const credentials = {
    SOTTO_API_KEY: service.apiKey,
    SOTTO_PERSONAL_TOKEN: user.token,
    SOTTO_SESSION: user.session,
    SOTTO_OPERATOR_TOKEN: OPERATOR_TOKEN,
    COLUMNS: '200',
  };
  return new Promise((resolve) => {
    const settings = { env: { ...env, ...credentials, ...variables }, timeout: 400_000, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, [...args, ...all], settings, (failed, stdout, stderr) => {
      const failures = failed ? `${failed.message}\n${stdout}\n${stderr}` : '';
      if (failures) process.stderr.write(failures);
      resolve(failures);
    });
  });
}

/** The server errors among the answers. */
const serverErrors = (counts: ReadonlyMap<string, number>) => [...counts.keys()].filter((key) => / 5\d\d$/.test(key));

test('requests made from the OpenAPI get no 500 and no status or body that it does not describe', async () => {
  expect(await fuzz('./schemathesis.toml', ['--max-examples', String(depth(2, 150))])).toBe('');
  const counts = await answered();
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(depth(500, 2_000));
  expect(await neverLetIn(counts)).toEqual([]);
  expect(serverErrors(counts)).toEqual([]);
}, 420_000);

/** Creates one object of the user for each id in a path. */
async function makeThings(): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${user.token}` };
  const post = async (path: string, body: BodyInit) => {
    const response = await fetch(`${service.url}/v1/app${path}`, { method: 'POST', headers, body });
    return (await response.json()) as Record<string, string>;
  };
  const note = await post('/notes', formOf({ audio: await sampleAudio() }));
  const tag = await post('/tags', JSON.stringify({ name: `Tag ${randomUUID()}` }));
  const endpoint = await post('/webhook-endpoints', JSON.stringify({ url: 'https://example.com/hook' }));
  return {
    SOTTO_NOTE_ID: note['note_id'] ?? '',
    SOTTO_TAG_ID: tag['tag_id'] ?? '',
    SOTTO_ENDPOINT_ID: endpoint['endpoint_id'] ?? '',
  };
}

test('requests with an existing id get no 500 and no undescribed status or body', async () => {
  const behind = ['--include-path-regex', '\\{(note_id|tag_id|id)\\}', '--exclude-method', 'DELETE'];
  const phases = ['--phases', 'examples,coverage,fuzzing', '--max-examples', String(depth(2, 100))];
  expect(await fuzz('./schemathesis-inside.toml', [...behind, ...phases], things)).toBe('');
  const counts = await answered();
  for (const inside of INSIDE) expect([...counts.keys()]).toContain(inside);
  expect(serverErrors(counts)).toEqual([]);
}, 240_000);
