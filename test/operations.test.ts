import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DELIVERY_FAILURES } from '../contracts/delivery-failures.ts';
import { DICTATION_FAILURES } from '../contracts/dictation.ts';
import { LIVE_ENDS } from '../contracts/live.ts';
import { NOTE_FAILURES } from '../contracts/note.ts';
import { dashboardQueries } from '../deploy/generate/dashboards.ts';
import { availableIsolation } from '../speech/process/isolation.ts';
import { SPEECH_FAILURES } from '../speech/types.ts';
import { createUser, type TestUser } from './faults/support/user.ts';
import { dictate, formOf, sampleAudio } from './support/dictate.ts';
import { eventually } from './support/eventually.ts';
import { connectLive, samplePcm, speak } from './support/live.ts';
import { freePort } from './support/ports.ts';
import { metricOf, type Scrape, sampleOf, scrape } from './support/prometheus.ts';
import { matches, selectorsOf } from './support/promql.ts';
import { readRules } from './support/promtool.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { startBase, type TestBase } from './support/service.ts';
import { type SpawnedProcess, spawnProcess, spawnService } from './support/spawn.ts';

/** Real processes do some work of every kind. Then their metrics are scraped. */
let base: TestBase;
let service: Awaited<ReturnType<typeof spawnService>>;
let worker: SpawnedProcess;
let user: TestUser;
let receivers: Receiver[];
let api: Scrape;
let working: Scrape;

beforeAll(async () => {
  base = await startBase();
  const ports = { api: await freePort(), worker: await freePort() };
  const env = {
    ...{ METRICS_PORT: String(ports.api), WORKER_METRICS_PORT: String(ports.worker), SPEECH_PROCESSES: '1' },
    ...{ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' },
  };
  service = await spawnService(base, { env });
  worker = spawnProcess(base, 'worker/main.ts', { env });
  user = await createUser(base);
  receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  await work();
  // Workflows that never end: the watch of an endpoint, two events to retry, and one of an unknown type.
  await eventually(
    'the worker has counted all of it',
    async () => {
      working = await scrape(ports.worker);
      expect(sampleOf(working, 'sotto_workflows_running', { workflow_type: 'webhookEvent' })).toBe(2);
      const failed = { trigger: 'automatic', event_type: 'note.failed', outcome: 'status' };
      expect(sampleOf(working, 'sotto_webhook_attempts_total', failed)).toBeGreaterThan(0);
      expect(working.text).toContain('temporal_workflow_task_execution_failed_total');
      return true;
    },
    { timeoutMs: 60_000, intervalMs: 500 },
  );
  api = await scrape(ports.api);
}, 150_000);
afterAll(async () => {
  await Promise.all([service.stop(), worker.stop(), ...receivers.map((receiver) => receiver.stop())]);
  await base.stop();
}, 60_000);

async function post(path: string, body: BodyInit): Promise<number> {
  const headers = { authorization: `Bearer ${user.token}` };
  return (await fetch(`${service.url}/v1/app${path}`, { method: 'POST', headers, body })).status;
}

/** Two dictations, a note that is processed, one that fails, and endpoints that accept, answer 410, fail and do not exist. */
async function work(): Promise<void> {
  const [, gone, failing] = receivers;
  gone?.answerWith(410);
  failing?.answerWith(500);
  const urls = [...receivers.map(({ url }) => url), `http://127.0.0.1:${await freePort()}/nobody`];
  for (const url of urls) expect(await post('/webhook-endpoints', JSON.stringify({ url }))).toBe(201);
  await eventually('every endpoint was pinged', () => receivers.every(({ requests }) => requests.length === 1), {
    timeoutMs: 60_000,
  });
  expect((await dictate(service, { source: 'smart', audio: await sampleAudio() })).status).toBe(200);
  expect((await dictate(service, { source: 'format', raw_text: 'hello' })).status).toBe(200);
  await listen();
  const yes = new Uint8Array(await readFile(new URL('./speech/fixtures/yes.flac', import.meta.url)));
  expect(await post('/notes', formOf({ audio: yes }))).toBe(202);
  expect(await post('/notes', formOf({ audio: new TextEncoder().encode('no audio at all') }))).toBe(202);
  const unknown = { workflowId: 'unknown', taskQueue: 'sotto', args: [] };
  await base.client.workflow.start('unknown', unknown);
}

/** A live session with one utterance. */
async function listen(): Promise<void> {
  const client = await connectLive(`${service.url}/v1/realtime?intent=transcription`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  const input = { format: { type: 'audio/pcm', rate: 16_000 }, turn_detection: null };
  client.send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  await speak(client, (await samplePcm(16_000)).subarray(0, 4 * 32_000), 16_000, 4);
  client.send({ type: 'input_audio_buffer.commit' });
  await client.next('conversation.item.input_audio_transcription.completed');
  await client.close();
}

describe('the metrics', () => {
  test('count completed work', () => {
    const dictated = (source: string) => sampleOf(api, 'sotto_dictations_total', { source, outcome: 'completed' });
    expect([dictated('smart'), dictated('format'), dictated('transcription')]).toEqual([1, 1, 0]);
    expect(sampleOf(api, 'sotto_dictation_audio_seconds_total')).toBeCloseTo(3.05, 2);
    const stages = ['decode', 'speech', 'format'].map((stage) =>
      sampleOf(api, 'sotto_dictation_stage_duration_seconds_count', { stage }),
    );
    expect(stages).toEqual([1, 1, 2]);
    expect(sampleOf(api, 'sotto_http_request_duration_seconds_count', { route: '/v1/enterprise/dictate' })).toBe(2);
    expect(sampleOf(api, 'sotto_live_sessions_total', { outcome: 'completed' })).toBe(1);
    expect(sampleOf(api, 'sotto_live_audio_seconds_total')).toBe(4);
    expect(sampleOf(api, 'sotto_live_final_delay_seconds_count')).toBe(1);
    expect([sampleOf(api, 'sotto_live_sessions_open'), sampleOf(api, 'sotto_live_step_seconds')]).toEqual([0, 0]);
    expect(sampleOf(working, 'sotto_notes_processed_total', { outcome: 'completed' })).toBe(1);
    expect(sampleOf(working, 'sotto_notes_processed_total', { outcome: 'audio_undecodable' })).toBe(1);
    expect(sampleOf(working, 'sotto_note_processing_duration_seconds_count', { outcome: 'failed' })).toBe(1);
    expect(sampleOf(working, 'sotto_note_transcriptions_total', { outcome: 'audio_undecodable' })).toBe(1);
    expect(sampleOf(working, 'sotto_note_queue_wait_seconds_count')).toBe(2);
    expect(sampleOf(working, 'sotto_note_audio_seconds_total')).toBeGreaterThan(0.5);
  });

  test('count sent requests', () => {
    const attempts = (trigger: string, event_type: string, outcome: string) =>
      sampleOf(working, 'sotto_webhook_attempts_total', { trigger, event_type, outcome });
    expect(['succeeded', 'gone', 'status'].map((outcome) => attempts('ping', 'ping', outcome))).toEqual([1, 1, 1]);
    expect(attempts('automatic', 'note.processed', 'succeeded')).toBe(1);
    expect(attempts('automatic', 'note.failed', 'succeeded')).toBe(1);
    const delivered = (outcome: string) =>
      sampleOf(working, 'sotto_webhook_deliveries_total', { event_type: 'note.processed', outcome });
    expect([delivered('delivered'), delivered('skipped'), delivered('cancelled')]).toEqual([1, 1, 0]);
    const events = { event_type: 'note.processed' };
    expect(sampleOf(working, 'sotto_webhook_first_attempt_delay_seconds_count', events)).toBe(3);
    expect(sampleOf(working, 'sotto_webhook_delivery_duration_seconds_count', events)).toBe(1);
    expect(sampleOf(working, 'sotto_webhook_endpoints_disabled_total', { reason: 'gone' })).toBe(1);
    expect(sampleOf(working, 'sotto_webhook_attempts_in_flight')).toBe(0);
    expect(sampleOf(working, 'sotto_workflows_running', { workflow_type: 'endpointWatch' })).toBe(2);
  });

  test('report dependencies, resources and Temporal requests of each process', () => {
    for (const scraped of [api, working]) {
      for (const dependency of ['redis', 'temporal', 'speech', 'worker']) {
        expect(sampleOf(scraped, 'sotto_dependency_up', { dependency })).toBe(1);
      }
      const { network, files } = availableIsolation();
      const kept = { network: network ? 'yes' : 'no', files: files ? 'yes' : 'no' };
      expect(sampleOf(scraped, 'sotto_speech_isolation', kept)).toBe(1);
      expect(sampleOf(scraped, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
      expect(scraped.types.get('temporal_request_total')).toBe('counter');
      expect(scraped.types.get('temporal_request_latency_seconds')).toBe('histogram');
    }
  });

  test('are those of the table in docs/operations.md, with its types and labels', async () => {
    const docs = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8');
    const rows = docs.matchAll(/^\| `(sotto_\w+)` \| (\w+) \| (.*?) ?\| (API|worker|both) \|/gm);
    const documented = [...rows].map(([, name, type, labels = '', of]) => {
      const names = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label);
      return `${name} ${type} {${names.sort()}} of ${of}`;
    });
    const measured = new Map<string, Set<string>>();
    for (const [of, scraped] of [
      ['API', api],
      ['worker', working],
    ] as const) {
      for (const [name, type] of scraped.types) {
        if (!name.startsWith('sotto_')) continue;
        const own = scraped.series.filter((one) => metricOf(scraped, one.name) === name);
        expect(own).not.toEqual([]);
        const labels = new Set(own.flatMap((one) => Object.keys(one.labels)).filter((label) => label !== 'le'));
        const line = `${name} ${type} {${[...labels].sort()}}`;
        measured.set(line, (measured.get(line) ?? new Set()).add(of));
      }
    }
    const found = [...measured].map(([line, of]) => `${line} of ${of.size === 2 ? 'both' : [...of]}`);
    expect(found.sort()).toEqual(documented.sort());
  });
});

/** The allowed values of each label. Review a new label or a new kind of value, then add it here. */
const VALUES: Readonly<Record<string, RegExp>> = {
  le: /^(\d+(\.\d+)?(e-\d+)?|\+Inf)$/,
  quantile: /^0\.\d+$/,
  network: /^(yes|no)$/,
  files: /^(yes|no)$/,
  method: /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/,
  route: /^(none|(\/(\.?[a-z0-9-]+(\.[a-z]+)?|:[a-z_]+|\*)?)+)$/,
  status: /^[1-5]\d\d$/,
  source: /^(smart|transcription|format)$/,
  outcome: /^[a-z_]+$/,
  reason: /^[a-z_]+$/,
  trigger: /^(automatic|ping|test|redelivery)$/,
  event_type: /^(note\.processed|note\.failed|ping)$/,
  stage: /^(decode|speech|format|describe)$/,
  dependency: /^(redis|temporal|recordings|speech|transcription|worker)$/,
  workflow_type: /^(\w+)$/,
  activity_type: /^(\w+)$/,
  task_queue: /^(sotto|transcription|dictation)$/,
  worker_type: /^(Workflow|Activity|LocalActivity)Worker$/,
  poller_type: /^(activity|workflow|sticky_workflow)_task$/,
  namespace: /^file-\d+$/,
  service_name: /^temporal-core-sdk$/,
  operation: /^[A-Z]\w+$/,
  failure_reason: /^[A-Z]\w+$/,
  status_code: /^[A-Z_]+$/,
  eager: /^(true|false)$/,
  kind: /^(minor|major|incremental|weakcb)$/,
  version: /^v[\d.]+$/,
  ...{ major: /^\d+$/, minor: /^\d+$/, patch: /^\d+$/ },
};

test('no label contains an id, an address or a word of content', () => {
  const strange = [api, working].flatMap(({ series }) =>
    series.flatMap(({ name, labels }) =>
      Object.entries(labels)
        .filter(([label, value]) => !VALUES[label]?.test(value))
        .map(([label, value]) => `${name} ${label}=${value}`),
    ),
  );
  expect(strange).toEqual([]);
  const secrets = [user.userId, user.token, service.organizationId, service.apiKey, ...receivers.map(({ url }) => url)];
  for (const secret of secrets) for (const { text } of [api, working]) expect(text).not.toContain(secret);
});

/** The codes that a rule may name. A misspelt one would match nothing. */
const OUTCOMES: readonly string[] = [
  ...LIVE_ENDS,
  'internal_error',
  'attempts_exhausted',
  ...DICTATION_FAILURES,
  ...NOTE_FAILURES,
  ...SPEECH_FAILURES,
  ...DELIVERY_FAILURES,
];

const ruleFile = (name: string) => readRules(fileURLToPath(new URL(`../deploy/prometheus/${name}`, import.meta.url)));
/** Alerts, objectives (whose alerts read what their own rules record) and the queries of dashboards. */
const QUERIES: readonly (readonly [name: string, expr: string])[] = [
  ...ruleFile('alerts.yml').map(({ alert, expr }) => [alert ?? '', expr] as const),
  ...ruleFile('slo.yml').flatMap(({ record, expr }) => (record ? [[record, expr] as const] : [])),
  ...dashboardQueries().map((expr) => ['a dashboard', expr] as const),
];

test('alerts, objectives and dashboards use series that exist', () => {
  expect(QUERIES.length).toBeGreaterThan(80);
  const series = [...api.series, ...working.series];
  for (const [rule, expr] of QUERIES) {
    const selectors = selectorsOf(expr);
    expect(selectors).not.toEqual([]);
    for (const { name, matchers } of selectors) {
      const found = series.filter(
        (one) => one.name === name && matchers.every(([label, ...wanted]) => matches(one.labels[label], ...wanted)),
      );
      expect({ rule, name, matchers, series: found.length > 0 }).toMatchObject({ series: true });
      const outcomes = matchers.flatMap(([label, , value]) => (label === 'outcome' ? value.split('|') : []));
      for (const outcome of outcomes) expect(OUTCOMES).toContain(outcome);
    }
  }
});
