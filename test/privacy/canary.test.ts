import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dictate, type Fields, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { connectLive, partsOf, samplePcm, speak } from '../support/live.ts';
import { startOpenAi } from '../support/openai.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../support/otlp.ts';
import { freePort } from '../support/ports.ts';
import { childrenOf } from '../support/processes.ts';
import { type Hit, scan } from '../support/scan.ts';
import { startBase, type TestBase } from '../support/service.ts';
import { spawnService } from '../support/spawn.ts';
import { transcribe } from '../support/transcribe.ts';

/** Words of both samples, and strings that occur nowhere else. */
const SPOKEN = ['ask what you can do', 'for your country'];
const FIELDS = ['raw_text', 'context', 'dictionary', 'extra_instructions', 'filename', 'audio'] as const;
type Canaries = Record<(typeof FIELDS)[number], string>;

let base: TestBase;
let folder: string;
let temporary: string;
let service: Awaited<ReturnType<typeof spawnService>>;
let metricsPort: number;
let collector: Collector;
let audio: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-canary-'));
  temporary = join(folder, 'tmp');
  await mkdir(temporary);
  base = await startBase({ databaseFile: join(folder, 'temporal.db') });
  metricsPort = await freePort();
  collector = await startCollector();
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const env = { LOG_LEVEL: 'debug', TMPDIR: temporary, METRICS_PORT: String(metricsPort), ...tracing };
  service = await spawnService(base, { env });
  audio = await sampleAudio();
}, 60_000);
afterAll(async () => {
  await service.stop();
  await collector.stop();
  await base.stop();
  await rm(folder, { recursive: true, force: true });
});

function canariesOf(name: string): Canaries {
  return Object.fromEntries(FIELDS.map((field) => [field, `canary${name}${field}zq`])) as Canaries;
}

/** Sends canaries in every content field of every source, with real speech and with bytes that are not audio. */
async function dictateAll(
  target: { url: string; apiKey: string },
  canaries: Canaries,
  store: boolean,
): Promise<number[]> {
  const { raw_text, context, dictionary, extra_instructions } = canaries;
  const texts = { context, dictionary, extra_instructions, ...(store ? { store: 'true' } : {}) };
  const bad = new TextEncoder().encode(canaries.audio.repeat(50));
  const answers = [
    await dictate(target, { source: 'smart', audio, ...texts }),
    await dictate(target, { source: 'transcription', audio, ...texts }),
    await dictate(target, { source: 'format', raw_text, ...texts }),
    await dictate(target, { source: 'smart', audio: bad, ...texts }),
    await dictate(target, { source: 'smart', audio, ...texts, language: 'de' }),
    await namedFile(target, canaries),
    await namedFile(target, canaries, canaries.raw_text),
    await transcribed(
      target,
      canaries,
      { response_format: 'verbose_json', 'timestamp_granularities[]': 'word' },
      store,
    ),
    await transcribed(target, canaries, { model: 'sotto-raw', stream: 'true' }, store),
    await transcribed(target, canaries, { response_format: canaries.raw_text }, store),
    await transcribed(target, canaries, { file: bad }, store),
  ];
  return answers.map(({ status }) => status);
}

/** Sends canaries in every content field of OpenAI's API, and reads the answer to its end. */
async function transcribed(target: { url: string; apiKey: string }, canaries: Canaries, more: Fields, store: boolean) {
  const { filename, context, dictionary: prompt, extra_instructions, raw_text } = canaries;
  const hints = { prompt, 'keywords[]': raw_text, hotwords: prompt, [filename]: raw_text };
  const kept = store ? { store: 'true' } : {};
  const answer = await transcribe(target, { file: audio, context, extra_instructions, ...hints, ...kept, ...more });
  await answer.text();
  return answer;
}

/** @param unknown a field that the form does not have */
async function namedFile(target: { url: string; apiKey: string }, canaries: Canaries, unknown?: string) {
  const form = new FormData();
  form.append('source', 'smart');
  form.append('audio', new Blob([audio], { type: `audio/${canaries.filename}` }), `${canaries.filename}.flac`);
  if (unknown !== undefined) form.append(canaries.filename, unknown);
  const headers = { 'x-api-key': target.apiKey };
  return fetch(`${target.url}/v1/enterprise/dictate`, { method: 'POST', body: form, headers });
}

async function everywhere(texts: readonly string[]): Promise<Hit[]> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const folders = [folder, base.home, base.redis.folder, dirname(temporary)];
  return scan(
    { redis: base.redis.redis, client: base.client, folders, texts: { metrics, spans: collector.text() } },
    texts,
  );
}

test('dictations without store leave no word of their content anywhere', async () => {
  const canaries = canariesOf('kept');
  const statuses = [200, 200, 200, 400, 400, 200, 400, 200, 200, 400, 400];
  expect(await dictateAll(service, canaries, false)).toEqual(statuses);
  const isDictation = ({ name }: ReceivedSpan) => name === 'POST /v1/enterprise/dictate';
  await eventually('the spans have arrived', () => collector.spans.filter(isDictation).length >= 5);
  expect(await everywhere([...Object.values(canaries), ...SPOKEN])).toEqual([]);
}, 60_000);

test('live sessions leave no word of their frames, their settings and their words anywhere', async () => {
  const canaries = canariesOf('live');
  const { dictionary, extra_instructions, context, raw_text } = canaries;
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const realtime = await connectLive(`${service.url}/v1/realtime?model=${canaries.filename}`, { headers });
  const transcription = { dictionary, extra_instructions, prompt: context, model: canaries.filename };
  const include = ['item.input_audio_transcription.provisional'];
  const session = { type: 'transcription', include, audio: { input: { transcription } } };
  realtime.send({ type: 'session.update', session });
  realtime.socket.send(raw_text);
  realtime.send({ type: raw_text, event_id: raw_text });
  realtime.send({ type: 'input_audio_buffer.append', audio: `${canaries.audio}%` });
  const frames = await samplePcm(24_000);
  await speak(realtime, frames, 24_000, 3);
  realtime.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000).toString('base64') });
  const { transcript } = await realtime.next('conversation.item.input_audio_transcription.completed');
  expect(String(transcript)).toMatch(/fellow/i);
  expect(realtime.events.map(({ type }) => type)).toContain('conversation.item.input_audio_transcription.provisional');
  await realtime.close();

  const query = `encoding=linear16&sample_rate=24000&interim_results=true&keyterm=${dictionary}&replace=a:${context}`;
  const listen = await connectLive(`${service.url}/v1/listen?${query}`, { headers });
  for (const part of partsOf(frames, 24_000)) listen.socket.send(part as Uint8Array<ArrayBuffer>);
  listen.socket.send(JSON.stringify({ type: raw_text }));
  listen.send({ type: 'CloseStream' });
  await listen.next('Metadata');
  const encoded = Buffer.from(frames.subarray(48_000, 48_060)).toString('base64');
  expect(await everywhere([...Object.values(canaries), ...SPOKEN, encoded])).toEqual([]);
}, 60_000);

test('dictations that fail on a remote engine or LLM leave no word of their content anywhere', async () => {
  const canaries = canariesOf('failed');
  const { raw_text, context, dictionary, extra_instructions } = canaries;
  const texts = { context, dictionary, extra_instructions };
  const said = `the remote engine heard ${canaries.audio}`;
  const engine = await startOpenAi();
  const llm = await startOpenAi();
  const remote = await spawnService(base, {
    env: {
      LOG_LEVEL: 'debug',
      TMPDIR: temporary,
      SPEECH_URL: engine.url,
      LLM_URL: llm.url,
      SPEECH_TIMEOUT: '1s',
      LLM_TIMEOUT: '1s',
      DICTATION_TIMEOUT: '4s',
    },
  });
  const speak = () => dictate(remote, { source: 'smart', audio, ...texts });
  const outcomes: string[] = [];
  const note = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    outcomes.push(`${status} ${body.code ?? 'completed'}`);
  };
  const echo = (status: number) =>
    new Response(JSON.stringify({ error: { message: `${said} ${raw_text}` } }), { status });

  llm.answer(() => echo(500));
  engine.answer(() => Response.json({ text: said }));
  await note(speak()); // speech is recognized; the LLM returns the content in an error
  llm.answer(() => Response.json({ choices: [{ message: { content: `Sure! ${said} ${context}` } }] }));
  await note(speak()); // the LLM answers instead of rewriting
  llm.answer(() => new Promise(() => {}));
  await note(dictate(remote, { source: 'format', raw_text, ...texts })); // the LLM never answers
  for (const status of [400, 429, 500]) {
    engine.answer(() => echo(status));
    await note(speak());
  }
  const streamed = await transcribe(remote, { file: audio, stream: 'true', prompt: dictionary });
  expect(await streamed.text()).not.toContain(canaries.audio);
  engine.answer(() => new Response(said));
  await note(speak()); // not JSON
  engine.answer(() => new Promise(() => {}));
  await note(speak()); // never answers
  const leave = new AbortController();
  const gone = dictate(remote, { source: 'smart', audio, ...texts }, { signal: leave.signal });
  await eventually('the engine was asked', () => engine.requests.length > 6);
  leave.abort();
  await gone.catch(() => {});
  await engine.stop();
  await note(speak()); // no server listens

  expect(outcomes.slice(0, 3)).toEqual(['200 completed', '200 completed', '200 completed']);
  for (const outcome of outcomes.slice(3)) expect(outcome).toMatch(/^(400|503|504) [a-z_]+$|^200 completed$/);
  await remote.stop();
  await llm.stop();
  expect(await everywhere([...Object.values(canaries), 'the remote engine heard', ...SPOKEN])).toEqual([]);
}, 90_000);

test('a dictation whose speech process is killed, or that takes too long, leaves no word of its content', async () => {
  const canaries = canariesOf('killed');
  const { context, dictionary, extra_instructions } = canaries;
  const hasty = await spawnService(base, { env: { LOG_LEVEL: 'debug', TMPDIR: temporary, DICTATION_TIMEOUT: '4s' } });
  const speak = () => dictate(hasty, { source: 'smart', audio, context, dictionary, extra_instructions });
  const engines = childrenOf(hasty.child.pid ?? 0);
  expect(engines.length).toBeGreaterThan(0);
  for (const pid of engines) process.kill(pid, 'SIGSTOP');
  expect((await speak()).body.code).toBe('timed_out');
  for (const pid of engines) process.kill(pid, 'SIGKILL');
  await speak();
  await hasty.stop();
  expect(await everywhere([...Object.values(canaries), ...SPOKEN])).toEqual([]);
}, 60_000);

test('the scan finds what store=true keeps', async () => {
  const canaries = canariesOf('stored');
  await dictateAll(service, canaries, true);
  const found = new Set((await everywhere([...Object.values(canaries), ...SPOKEN])).map(({ text }) => text));
  const kept = ['raw_text', 'context', 'dictionary', 'extra_instructions'] as const;
  for (const field of kept) expect(found).toContain(canaries[field]);
  for (const words of SPOKEN) expect(found).toContain(words);
}, 60_000);
