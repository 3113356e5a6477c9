import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { createTracing } from '../platform/tracing/open-telemetry.ts';
import { createUser, type TestUser } from './faults/support/user.ts';
import { dictate, formOf, sampleAudio } from './support/dictate.ts';
import { eventually } from './support/eventually.ts';
import { drawTrace, type ReceivedSpan, startCollector } from './support/otlp.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { startBase, type TestBase } from './support/service.ts';
import { type Runtime, spawnProcess, spawnService } from './support/spawn.ts';

let base: TestBase;
beforeAll(async () => {
  base = await startBase();
}, 60_000);
afterAll(() => base.stop());

const CALLER = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

interface Traced {
  readonly spans: readonly ReceivedSpan[];
  readonly receiver: Receiver;
  readonly text: string;
  readonly user: TestUser;
}

/** One dictation with a caller's trace and one note whose event is delivered, run by processes that end afterwards. */
async function work(runtime: Runtime, env: Record<string, string>): Promise<Traced> {
  const collector = await startCollector();
  const receiver = await startReceiver();
  const options = {
    runtime,
    env: {
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SPEECH_PROCESSES: '1', ...env },
      ...{ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' },
    },
  };
  const service = await spawnService(base, options);
  const worker = spawnProcess(base, 'worker/main.ts', options);
  const user = await createUser(base);
  const post = (path: string, body: BodyInit) =>
    fetch(`${service.url}/v1/app${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body,
    });
  await post('/webhook-endpoints', JSON.stringify({ url: receiver.url }));
  await eventually('the endpoint was pinged', () => receiver.requests.length === 1, { timeoutMs: 60_000 });
  // The first call of each script sends its text as well.
  const audio = await sampleAudio();
  await dictate(service, { source: 'smart', audio });
  const form = formOf({ source: 'smart', audio, context: 'canarycontextzq' });
  const headers = { 'x-api-key': service.apiKey, traceparent };
  const answer = await fetch(`${service.url}/v1/enterprise/dictate`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(200);
  const yes = new Uint8Array(await readFile(new URL('./speech/fixtures/yes.flac', import.meta.url)));
  for (const count of [2, 3]) {
    expect((await post('/notes', formOf({ audio: yes, title: 'canarytitlezq' }))).status).toBe(202);
    await eventually('the note was delivered', () => receiver.requests.length === count, { timeoutMs: 60_000 });
  }
  await worker.stop();
  await service.stop();
  await Promise.all([collector.stop(), receiver.stop()]);
  return { spans: collector.spans, receiver, text: collector.text(), user };
}

const key = `k1:${randomBytes(32).toString('base64')}`;

describe.each([
  { runtime: 'bun', env: {} },
  { runtime: 'deno', env: { TEMPORAL_ENCRYPTION_KEYS: key } },
] as const)('on $runtime', ({ runtime, env }) => {
  let traced: Traced;
  beforeAll(async () => {
    traced = await work(runtime, env);
  }, 150_000);

  test('a dictation is one trace, which continues the trace of the caller', async () => {
    const tree = drawTrace(traced.spans, CALLER.traceId, CALLER.spanId);
    expect(tree).toEqual(await documentedTree('dictation'));
  });

  test('a note is one trace from its upload to its delivery', async () => {
    const uploads = traced.spans.filter(({ name }) => name === 'POST /v1/app/notes');
    const tree = drawTrace(traced.spans, uploads.at(-1)?.traceId ?? '');
    expect(tree).toEqual(await documentedTree('note'));
  });

  test('a delivery contains the traceparent of the span that sends it', () => {
    const sent = traced.receiver.requests.at(-1)?.headers['traceparent'];
    const span = traced.spans.findLast(({ name }) => name === 'POST');
    expect(sent).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
    expect(span?.attributes).toEqual({ 'http.request.method': 'POST', 'http.response.status_code': 204 });
  });

  test('spans contain only ids, codes and sizes', () => {
    const strange = traced.spans.flatMap(({ attributes }) =>
      Object.entries(attributes)
        .filter(([name, value]) => !VALUES[name]?.test(String(value)))
        .map(([name, value]) => `${name}=${value}`),
    );
    expect(strange).toEqual([]);
    const secrets = ['canary', 'fellow', 'country', traced.user.token, traced.receiver.url, '127.0.0.1'];
    for (const secret of secrets) expect(traced.text).not.toContain(secret);
  });

  test('every span has its parent, and background work creates no spans', () => {
    const ids = new Set([...traced.spans.map(({ spanId }) => spanId), CALLER.spanId, '']);
    expect(traced.spans.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([]);
    const roots = traced.spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ kind }) => kind);
    expect(new Set(roots)).toEqual(new Set([2]));
  });
});

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The allowed values of each attribute. Review a new attribute, then add it here and in docs/tracing.md. */
const VALUES: Readonly<Record<string, RegExp>> = {
  'http.request.method': /^(GET|POST)$/,
  'http.route': /^(\/([a-z0-9-]+|:[a-z_]+))+$/,
  'http.response.status_code': /^[1-5]\d\d$/,
  'db.system.name': /^redis$/,
  'db.operation.name': /^[a-z]+$/,
  temporalWorkflowID: new RegExp(`^(dictation/${UUID}/${UUID}|(event|send|note|endpoint)/[\\w/-]+)$`),
  temporalRunID: new RegExp(`^${UUID}$`),
  temporalActivityID: /^\d+$/,
  'sotto.attempt': /^\d+$/,
  'sotto.request_id': new RegExp(`^req_${UUID}$`),
  'sotto.engine': /^moonshine-tiny$/,
  'sotto.audio_seconds': /^\d+(\.\d+)?$/,
  'sotto.decode_ms': /^\d+$/,
  'sotto.inference_ms': /^\d+$/,
  'sotto.delivery_failure': /^[a-z_]+$/,
  'error.type': /^(ReplyError|5\d\d)$/,
};

test('docs/tracing.md lists the attributes of spans', async () => {
  const listed = [...(await docs()).matchAll(/^\| `([\w.]+)` \| .* \| .* \|$/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(Object.keys(VALUES).sort());
});

/** The tree in docs/tracing.md under a heading. */
async function documentedTree(heading: string): Promise<string[]> {
  const section = (await docs()).split(new RegExp(`^## .*\\b${heading}\\b.*$`, 'm'))[1] ?? '';
  return (/```text\n(.*?)\n```/s.exec(section)?.[1] ?? '').split('\n');
}

const docs = () => readFile(new URL('../docs/tracing.md', import.meta.url), 'utf8');

test('createTracing() logs once that the collector rejects spans, and once that it accepts them again', async () => {
  let status = 400;
  const collector = await startCollector({ status: () => status });
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const options = { serviceName: 'test', sampler: 'always_on', ratio: 1, log } as const;
  const tracing = createTracing({ endpoint: collector.url, ...options });
  const send = async () => {
    tracing.start('work').end();
    await tracing.flush();
  };
  await send();
  await send();
  status = 200;
  await send();
  await send();
  await tracing.close();
  await collector.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['work', 'work']);
  expect(lines).toEqual(['Spans not sent to OTEL_EXPORTER_OTLP_ENDPOINT', 'Collector accepts spans again']);
});
