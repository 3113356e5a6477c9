import { afterEach, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { createRemoteApi } from '../../../speech/remote/api.ts';
import { createRemoteClient } from '../../../speech/remote/client.ts';
import { createKnownDialects } from '../../../speech/remote/dialect.ts';
import { createServerState } from '../../../speech/remote/server-state.ts';
import { eventually } from '../../support/eventually.ts';
import {
  type Answer,
  type Asked,
  json,
  type SpeechServer,
  type SpeechServerOptions,
  startSpeechServer,
} from './server.ts';

const CLIP = { start: 0, end: 1, speaker: null, vocabulary: ['Sotto'] };
const SIGNAL = new AbortController().signal;

const opened: { close(): unknown }[] = [];
afterEach(async () => void (await Promise.all(opened.splice(0).map((one) => one.close()))));

async function startServer(answer: Answer, options?: SpeechServerOptions): Promise<SpeechServer> {
  const server = await startSpeechServer(answer, options);
  opened.push(server);
  return server;
}

/** A log whose lines a test reads. */
function keptLog() {
  const lines: { msg: string; supports?: object; code?: string; level: number }[] = [];
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

/** A client that probes the server. */
function startClient({ url }: { url: string }, timeoutMs = 60_000) {
  const { lines, log } = keptLog();
  const client = createRemoteClient({ url, apiKey: 'sk-1', model: 'whisper-1', timeoutMs, probes: true, log });
  opened.push(client);
  const transcribe = (speakers = false) =>
    client.transcribe(new Int16Array(16_000), CLIP, { language: undefined, words: true, speakers }, SIGNAL);
  return { ...client, transcribe, lines };
}

/** The knowledge about a server, with a clock that a test sets. */
function startState({ url }: { url: string }) {
  const { lines, log } = keptLog();
  const clock = { ms: 0 };
  const api = createRemoteApi({ url, apiKey: 'sk-1', model: 'whisper-1', timeoutMs: 60_000 });
  const dialects = createKnownDialects();
  const state = createServerState({ api, dialects, probes: true, timeoutMs: 60_000, log, now: () => clock.ms });
  opened.push(state);
  const reachable = () => state.reachable(AbortSignal.timeout(5_000)).then(() => 'reachable', String);
  return { ...state, reachable, lines, clock };
}

const probed = ({ lines }: { lines: readonly { msg: string }[] }) =>
  eventually('the server is probed', () => lines.some(({ msg }) => msg === 'Speech server probed'));

const wantsWords = ({ fields }: Asked) =>
  Object.keys(fields).some((name) => name.startsWith('timestamp_granularities'));
const wantsFormat = ({ fields }: Asked) => fields['response_format'] ?? '';

/** Answers every request. Words and speakers are in the answer only if they are requested. */
const supportsAll: Answer = (asked, response) => {
  const words = wantsWords(asked) ? [{ word: 'My', start: 0, end: 0.2 }] : undefined;
  const speaker = wantsFormat(asked) === 'diarized_json' ? 'A' : undefined;
  json(response, { text: 'My', segments: [{ start: 0, end: 1, text: 'My', speaker }], words });
};
const refusing =
  (isRefused: (asked: Asked) => boolean, status = 400): Answer =>
  (asked, response, at) =>
    isRefused(asked) ? json(response, {}, status) : supportsAll(asked, response, at);

describe('the probe of a speech server', () => {
  test('sends the bundled sample and nothing else, and logs once what the server supports', async () => {
    const server = await startServer(supportsAll, { models: ['whisper-1'] });
    const { lines, reachable } = startClient(server);
    await probed({ lines });
    await reachable(SIGNAL);
    const sample = new Uint8Array(await readFile(new URL('../../../speech/samples/probe.wav', import.meta.url)));
    expect(server.asked.map(({ file }) => file)).toEqual(Array(2).fill({ name: 'probe.wav', bytes: sample }));
    expect(server.asked.map(({ authorization }) => authorization)).toEqual(Array(2).fill('Bearer sk-1'));
    const supports = { modelListed: true, segments: true, words: true, hints: true, speakers: true };
    expect(lines.map(({ msg, supports: state }) => ({ msg, state }))).toEqual([
      { msg: 'Speech server probed', state: supports },
    ]);
  });

  const all = { modelListed: null, segments: true, words: true, hints: true, speakers: true };
  test.each<[string, Answer, object, string]>([
    ['refuses word times', refusing(wantsWords, 422), { ...all, words: false }, 'verbose_json, hints'],
    ['refuses hints', refusing(({ fields }) => 'prompt' in fields), { ...all, hints: false }, 'verbose_json, words'],
    [
      'has only plain answers',
      refusing((asked) => wantsFormat(asked) !== 'json', 500),
      { ...all, segments: false, words: false, speakers: false },
      'json, hints',
    ],
    [
      'has no speakers and answers 404',
      refusing((asked) => wantsFormat(asked) === 'diarized_json', 404),
      { ...all, speakers: false },
      'verbose_json, words, hints',
    ],
    [
      'ignores what it does not know',
      (_, response) => json(response, { text: 'My' }),
      { ...all, words: false, speakers: false },
      'verbose_json, hints',
    ],
  ])('learns that it %s, and requests accordingly at once', async (_, answer, supports, request) => {
    const server = await startServer(answer);
    const { lines, transcribe } = startClient(server);
    await probed({ lines });
    expect(lines[0]?.supports).toEqual(supports);
    const before = server.asked.length;
    expect(before).toBeLessThanOrEqual(6);
    await transcribe();
    const [asked, ...more] = server.asked.slice(before) as [Asked, ...Asked[]];
    expect(more).toEqual([]);
    const parts = [wantsFormat(asked), wantsWords(asked) ? 'words' : '', 'prompt' in asked.fields ? 'hints' : ''];
    expect(parts.filter((part) => part !== '').join(', ')).toBe(request);
  });

  test('learns nothing about words and speakers from a server that hears nothing in the sample', async () => {
    const server = await startServer((_, response) => json(response, { text: '' }), { models: ['other'] });
    const { lines, transcribe } = startClient(server);
    await probed({ lines });
    expect(lines[0]?.supports).toEqual({ ...all, modelListed: false, words: null, speakers: null });
    await transcribe(true);
    expect(wantsFormat(server.asked[2] as Asked)).toBe('diarized_json');
  });

  test('does not delay a transcription while the server does not answer it, and ends when the engine closes', async () => {
    let ended = false;
    const server = await startServer((asked, response, at) => {
      if (asked.file.name === 'audio.wav') return supportsAll(asked, response, at);
      response.on('close', () => {
        ended = true;
      });
    });
    const client = startClient(server);
    await eventually('the probe', () => server.asked.length === 1);
    expect((await client.transcribe()).segments[0]?.text).toBe('My');
    client.close();
    await eventually('the end of the probe', () => ended);
    expect(client.lines).toEqual([]);
  });

  test('runs again after the server was unreachable, because it may be another one', async () => {
    const first = await startServer(refusing(wantsWords));
    const { reachable, lines, clock } = startState(first);
    await probed({ lines });
    expect(await reachable()).toBe('reachable');
    await first.close();
    expect(await reachable()).toContain('engine_unavailable');
    const second = await startServer(supportsAll, { port: Number(new URL(first.url).port) });
    clock.ms += 1_000;
    expect(await reachable()).toBe('reachable');
    await eventually('it is probed again', () => lines.length === 2);
    expect(lines.map(({ supports }) => supports)).toEqual([{ ...all, words: false }, all]);
    const { length } = second.asked;
    expect(await reachable()).toBe('reachable');
    expect(second.asked.length).toBe(length);
  });
});

describe('reachable() while the server refuses the configuration', () => {
  test.each([401, 403, 404])('fails on %d with engine_misconfigured, until a later probe passes', async (status) => {
    let isConfigured = false;
    const server = await startServer((asked, response, at) =>
      isConfigured ? supportsAll(asked, response, at) : json(response, { error: { message: 'sk-1' } }, status),
    );
    const { reachable, lines, clock } = startState(server);
    await eventually('it is refused', async () => (await reachable()).includes('engine_misconfigured'));
    // Many requests with a wrong key could lock it.
    for (let time = 0; time < 5; time += 1) expect(await reachable()).toContain('engine_misconfigured');
    expect(server.asked.length).toBe(1);
    isConfigured = true;
    clock.ms += 15_000;
    await eventually('it is accepted', async () => (await reachable()) === 'reachable');
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'Speech server refuses its key, address or model'],
      [30, 'Speech server accepts its key, address and model'],
      [30, 'Speech server probed'],
    ]);
    expect(JSON.stringify(lines)).not.toContain('sk-1');
  });

  test('follows the requests for transcripts without a probe too', async () => {
    let isConfigured = true;
    const server = await startServer((asked, response, at) =>
      isConfigured ? supportsAll(asked, response, at) : json(response, {}, 401),
    );
    const client = startClient(server);
    await probed(client);
    isConfigured = false;
    await expect(client.transcribe()).rejects.toThrow('engine_misconfigured');
    await expect(client.reachable(SIGNAL)).rejects.toThrow('engine_misconfigured');
    isConfigured = true;
    await client.transcribe();
    expect(await client.reachable(SIGNAL)).toBeUndefined();
  });
});
