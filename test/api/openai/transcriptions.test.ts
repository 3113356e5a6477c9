import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createUsageStore } from '../../../dictation/usage-store.ts';
import { fixture, join, samplesOf, silence, wav } from '../../speech/support.ts';
import { createConformance } from '../../support/conformance.ts';
import { type Fields, longSampleAudio } from '../../support/dictate.ts';
import { startOpenAi } from '../../support/openai.ts';
import { startBase, startService, type TestBase, type TestService } from '../../support/service.ts';
import { eventsOf, openAiError, TRANSCRIPTIONS, transcribe } from '../../support/transcribe.ts';

const WORDS = /ask not what your country can do for you,? ask what you can do for your country/i;

let base: TestBase;
let service: TestService;
let file: Uint8Array<ArrayBuffer>;
let short: Uint8Array<ArrayBuffer>;
let conformance: ReturnType<typeof createConformance>;

beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
  file = await longSampleAudio();
  short = new Uint8Array(fixture('customers.flac'));
  const handle = ({ url }: Request) => fetch(service.url + new URL(url).pathname);
  conformance = createConformance({ handle, routes: [{ path: TRANSCRIPTIONS }] });
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

/** The answer, which is as the OpenAPI describes it. */
async function send(fields: Fields, target: Pick<TestService, 'url' | 'apiKey'> = service): Promise<Response> {
  const response = await transcribe(target, { file, ...fields });
  await conformance.check(new Request(service.url + TRANSCRIPTIONS, { method: 'POST' }), response);
  expect(conformance.problems).toEqual([]);
  return response;
}
// biome-ignore lint/suspicious/noExplicitAny: each test reads what its format has
const json = async (fields: Fields): Promise<any> => (await send(fields)).json();

describe('POST /v1/audio/transcriptions', () => {
  test('returns formatted text, with rate limit and request id in the headers', async () => {
    const response = await send({ model: 'sotto' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({
      text: expect.stringMatching(WORDS) as unknown,
      usage: { type: 'duration', seconds: 11 },
    });
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('1000000');
    expect(response.headers.get('x-ratelimit-remaining-requests')).toMatch(/^9999\d\d$/);
    expect(response.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/);
    expect(response.headers.get('openai-processing-ms')).toMatch(/^\d+$/);
  });

  test('uses the names of prompt, keywords and dictionary; sotto-raw does not format', async () => {
    const hints = { prompt: 'Glossary: AmeriKans', 'keywords[]': ['your => thy', 'Xyz'], dictionary: 'ask => Axe' };
    const formatted = await json({ model: 'whisper-1', ...hints });
    expect(formatted.text).toMatch(/AmeriKans, Axe not what thy country/);
    const raw = await json({ model: 'openai/sotto-raw' });
    expect(raw.text).toMatch(WORDS);
    expect(raw.text).not.toMatch(/Axe/);
  });

  test('text returns the text and a line break', async () => {
    const response = await send({ response_format: 'text' });
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toMatch(/^And so.*for your country\.\n$/);
  });

  test.each([
    ['srt', /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nAnd so/],
    ['vtt', /^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\nAnd so/],
  ])('%s splits speech into cues at word times', async (response_format, beginning) => {
    const body = await (await send({ response_format })).text();
    expect(body).toMatch(beginning);
    expect(body.match(/-->/g)?.length).toBeGreaterThan(1);
    expect(body.match(/country/g)).toHaveLength(2);
  });

  test('verbose_json has segments, and words only on request', async () => {
    const body = await json({ response_format: 'verbose_json' });
    expect(body).toMatchObject({ task: 'transcribe', language: 'english', text: expect.stringMatching(WORDS) });
    expect(body.duration).toBeCloseTo(11, 0);
    expect(body.segments[0]).toMatchObject({ id: 0, no_speech_prob: 0, tokens: [] });
    expect(body).not.toHaveProperty('words');
  });

  test('verbose_json with timestamp_granularities[] has the time of each word, in order', async () => {
    const both = ['word', 'segment'];
    const body = await json({ response_format: 'verbose_json', 'timestamp_granularities[]': both });
    expect(body.words).toHaveLength(22);
    expect(body.words[0].word).toBe('And');
    const times = body.words.flatMap(({ start, end }: { start: number; end: number }) => [start, end]);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    expect(body.segments.length).toBeGreaterThan(0);
    const words = await json({ file: short, response_format: 'verbose_json', timestamp_granularities: 'word' });
    expect(words).not.toHaveProperty('segments');
  });

  test('diarized_json labels the channels in the order of speech', async () => {
    const [one, two] = [await samplesOf(fixture('customers.flac')), await samplesOf(fixture('conference.flac'))];
    const quiet = (samples: Float32Array) => new Float32Array(samples.length);
    const pause = silence(0.4);
    const call = wav([join(quiet(one), pause, two), join(one, pause, quiet(two))]);
    const body = await json({ file: new Uint8Array(call), response_format: 'diarized_json' });
    expect(body.segments.map(({ speaker }: { speaker: string }) => speaker)).toEqual(['A', 'B']);
    expect(body.segments[0].text).toMatch(/customers/i);
    const mono = await json({ file: short, response_format: 'diarized_json' });
    expect(new Set(mono.segments.map(({ speaker }: { speaker: string }) => speaker))).toEqual(new Set(['A']));
  });

  test.each(['sotto', 'sotto-raw'])('stream=true sends deltas that add up to the text of %s', async (model) => {
    const response = await send({ model, stream: 'true', file: short });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    const events = eventsOf(await response.text());
    const text = events.at(-1)?.text ?? '';
    expect(text).toMatch(/customers/i);
    expect(events).toEqual([
      { type: 'transcript.text.delta', delta: text },
      { type: 'transcript.text.done', text },
    ]);
  });

  test('stream=true sends the parts of long raw speech while the rest is transcribed', async () => {
    const [one, two] = [await samplesOf(fixture('customers.flac')), await samplesOf(fixture('conference.flac'))];
    // A part is a minute at most.
    const long = new Uint8Array(wav([join(one, silence(61), two)]));
    const response = await send({ model: 'sotto-raw', stream: 'true', file: long });
    const events = eventsOf(await response.text());
    const deltas = events.slice(0, -1).map(({ delta = '' }) => delta);
    expect(deltas).toHaveLength(2);
    expect(deltas[1]).toMatch(/^ .*conference/i);
    expect(deltas.join('')).toBe(events.at(-1)?.text ?? '');
  });

  test('writes one usage record of a dictation, without content', async () => {
    await send({ file: short, transcription_id: 'openai-1', platform: 'desktop', prompt: 'Secretword' });
    const usage = await createUsageStore(base.redis.redis, { retentionMs: 1 }).getUsage(
      service.organizationId,
      'openai-1',
    );
    expect(usage).toMatchObject({
      outcome: 'completed',
      source: 'smart',
      audioBytes: short.length,
      platform: 'desktop',
    });
    expect(JSON.stringify(usage)).not.toMatch(/customers|Secretword/i);
    const { workflowExecutionInfo } = await base.client.workflowService.describeWorkflowExecution({
      namespace: base.temporal.namespace,
      execution: { workflowId: `dictation/${service.organizationId}/openai-1` },
    });
    expect(workflowExecutionInfo?.type?.name).toBe('dictation');
  });

  test.each([
    ['language', { language: 'de' }, 'unsupported_language'],
    ['file', { file: new TextEncoder().encode('no audio at all') }, 'audio_undecodable'],
    ['file', { file: new Uint8Array() }, 'audio_empty'],
  ])('rejects with 400 and %s what a dictation rejects', async (param, fields, code) => {
    const { status, type, ...error } = await openAiError(await send(fields as Fields));
    expect({ status, type, param: error.param, code: error.code }).toEqual({
      status: 400,
      type: 'invalid_request_error',
      param,
      code,
    });
  });

  test('rejects word times with 400 if the speech server has none, and supports everything else', async () => {
    const engine = await startOpenAi();
    engine.answer(() => Response.json({ text: 'hello there' }));
    const remote = await startService(base, { SPEECH_URL: engine.url });
    const asked = { response_format: 'verbose_json', 'timestamp_granularities[]': ['word'] };
    expect(await openAiError(await send(asked, remote))).toMatchObject({
      status: 400,
      param: 'timestamp_granularities',
      code: 'word_times_unavailable',
    });
    expect(await (await send({ response_format: 'srt' }, remote)).text()).toMatch(
      /-->.*\nhello\n\n2\n.*-->.*\nthere\n$/i,
    );
    const verbose = await (await send({ response_format: 'verbose_json' }, remote)).json();
    expect(verbose).toMatchObject({ text: 'Hello there', segments: [{ text: 'hello there' }] });
    await remote.api.stop();
    await engine.stop();
  });
});
