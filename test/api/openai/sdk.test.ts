import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import type { TranscriptionDiarized } from 'openai/resources/audio/transcriptions';
import { fixture, fixturePath, samplesOf, wav } from '../../speech/support.ts';
import { freePort } from '../../support/ports.ts';
import { pythonWithClients } from '../../support/python-clients.ts';
import { startBase, startService, type TestBase, type TestService } from '../../support/service.ts';

// A busy machine is slow; what hangs fails all the same.
setDefaultTimeout(120_000);

const WORDS = /customers/i;
const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(`./python/${name}`, import.meta.url));

let base: TestBase;
let service: TestService;
let client: OpenAI;
const file = new File([new Uint8Array(fixture('customers.flac'))], 'speech.flac');

beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
  client = clientWith(service.apiKey);
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${service.url}/v1`, apiKey, organization: null, project: null, maxRetries: 0 });
}

/** What the call fails with. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the official openai package of npm', () => {
  const transcriptions = () => client.audio.transcriptions;

  test('transcribes, with the request id', async () => {
    const call = transcriptions().create({ file, model: 'whisper-1', language: 'en', prompt: '', temperature: 0 });
    const { data, request_id } = await call.withResponse();
    expect(data.text).toMatch(WORDS);
    expect(request_id).toMatch(/^req_/);
  });

  test('accepts a client token as its key', async () => {
    const headers = { 'x-api-key': service.apiKey };
    const made = await fetch(`${service.url}/v1/enterprise/client-tokens`, { method: 'POST', headers });
    const { token } = (await made.json()) as { token: string };
    expect((await clientWith(token).audio.transcriptions.create({ file, model: 'sotto' })).text).toMatch(WORDS);
  });

  test('reads text, srt, vtt, verbose_json and diarized_json', async () => {
    const create = (response_format: 'text' | 'srt' | 'vtt') =>
      transcriptions().create({ file, model: 'sotto', response_format });
    expect(await create('text')).toMatch(WORDS);
    expect(String(await create('srt'))).toStartWith('1\n00:00:0');
    expect(String(await create('vtt'))).toStartWith('WEBVTT\n');
    const verbose = await transcriptions().create({
      file,
      model: 'sotto',
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
    });
    expect(verbose).toMatchObject({ language: 'english', duration: expect.any(Number) as number });
    expect(verbose.words?.some(({ word }) => WORDS.test(word))).toBe(true);
    const diarized = await transcriptions().create({ file, model: 'sotto', response_format: 'diarized_json' });
    expect((diarized as Partial<TranscriptionDiarized>).segments?.[0]).toMatchObject({
      speaker: 'A',
      type: 'transcript.text.segment',
    });
  });

  test.each(['sotto', 'sotto-raw'])('reads the stream of %s', async (model) => {
    const stream = await transcriptions().create({ file, model, stream: true });
    let deltas = '';
    let whole: string | undefined;
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') deltas += event.delta;
      if (event.type === 'transcript.text.done') whole = event.text;
    }
    expect(deltas).toMatch(WORDS);
    expect(whole).toBe(deltas);
  });

  test('lists the models', async () => {
    const models = [];
    for await (const { id } of client.models.list()) models.push(id);
    expect(models).toEqual(['sotto', 'sotto-raw', 'whisper-1']);
    expect(await client.models.retrieve('sotto')).toMatchObject({ id: 'sotto', object: 'model' });
    const unknown = (await errorOf(client.models.retrieve('gpt-9'))) as NotFoundError;
    expect(unknown).toBeInstanceOf(NotFoundError);
    expect(unknown).toMatchObject({ code: 'model_not_found', param: 'model' });
  });

  test('throws its own errors with parameter, code and request id', async () => {
    const bad = (await errorOf(transcriptions().create({ file, model: 'sotto', temperature: 3 }))) as BadRequestError;
    expect(bad).toBeInstanceOf(BadRequestError);
    expect(bad).toMatchObject({ param: 'temperature', code: 'invalid_field', type: 'invalid_request_error' });
    expect(bad.message).toBe("400 The parameter 'temperature' must be a number from 0 to 1");
    expect(bad.requestID).toMatch(/^req_/);
    const denied = await errorOf(clientWith('sk-wrong').models.list());
    expect(denied).toBeInstanceOf(AuthenticationError);
    expect((denied as AuthenticationError).code).toBe('invalid_api_key');
  });
});

test('the official openai package of PyPI transcribes, streams and raises its own errors', async () => {
  const { python, env } = await pythonWithClients(process.env);
  const args = [script('sdk.py'), `${service.url}/v1`, service.apiKey, fixturePath('customers.flac')];
  const { stdout } = await run(python, args, { env });
  expect(JSON.parse(stdout)).toEqual({
    type: 'Transcription',
    text: expect.stringMatching(WORDS) as unknown,
    text_format: expect.stringMatching(WORDS) as unknown,
    srt: expect.stringMatching(/^1\n00:00:0/) as unknown,
    verbose: ['TranscriptionVerbose', 'english', expect.any(Number) as unknown, true],
    diarized: ['TranscriptionDiarized', 'A'],
    events: ['TranscriptionTextDeltaEvent', 'TranscriptionTextDoneEvent'],
    streamed: true,
    refused: {
      status: 400,
      param: 'response_format',
      code: 'invalid_field',
      id: expect.stringMatching(/^req_/) as unknown,
    },
    models: ['sotto', 'sotto-raw', 'whisper-1'],
    model: 'whisper-1',
    denied: 'invalid_api_key',
  });
});

test('wyoming-openai, by which Home Assistant speaks, transcribes with --stt-models and --stt-streaming-models', async () => {
  const { python, env } = await pythonWithClients(process.env);
  const pcm = join(base.home, 'speech.pcm');
  // The samples of a WAV file follow its head of 44 bytes.
  await writeFile(pcm, wav([await samplesOf(fixture('customers.flac'))]).subarray(44));
  const port = await freePort();
  const args = ['-m', 'wyoming_openai', '--uri', `tcp://127.0.0.1:${port}`, '--languages', 'en'];
  const stt = ['--stt-openai-url', `${service.url}/v1`, '--stt-openai-key', service.apiKey];
  const models = ['--stt-models', 'sotto', '--stt-streaming-models', 'sotto-raw'];
  const server = spawn(python, [...args, ...stt, ...models], { env, stdio: 'ignore' });
  const ended = once(server, 'exit');
  try {
    for (const model of ['sotto', 'sotto-raw']) {
      const { stdout } = await run(python, [script('wyoming_client.py'), String(port), model, pcm], { env });
      expect(stdout).toMatch(WORDS);
    }
  } finally {
    server.kill();
    await ended;
  }
});
