import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createLog } from '../../../runtime/log.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import { type Piece, type SpeechEngine, SpeechError } from '../../../speech/types.ts';
import { eventually } from '../../support/eventually.ts';
import { drums, whiteNoise } from '../sounds.ts';
import { failureOf, fixture, join, request, SAMPLE, samplesOf, silence, wav } from '../support.ts';
import { type Answer, type Asked, json, type SpeechServer, startSpeechServer } from './server.ts';

// A busy machine is slow; what hangs fails all the same.
setDefaultTimeout(120_000);

const opened: { close(): Promise<void> }[] = [];
let customers: Float32Array;
let conference: Float32Array;

beforeAll(async () => {
  customers = await samplesOf(fixture('customers.flac'));
  conference = await samplesOf(fixture('conference.flac'));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function start(
  answer: Answer,
  options: { model?: string; timeoutMs?: number; apiKey?: string; path?: string } = {},
): Promise<{ engine: SpeechEngine; server: SpeechServer }> {
  const server = await startSpeechServer(answer);
  const { model = 'whisper-1', timeoutMs = 5_000, apiKey, path = '' } = options;
  const engine = createSpeechEngine({
    processes: 1,
    threads: 1,
    remote: { url: `${server.url}${path}`, apiKey, model, timeoutMs },
    log: createLog('silent'),
  });
  opened.push(engine, server);
  await engine.ready();
  return { engine, server };
}

const hello: Answer = (_, response) => json(response, { text: 'Hello there.' });

/** Seconds of the WAV file that was sent. */
function secondsOf({ file }: Asked): number {
  return (file.bytes.length - 44) / 2 / 16_000;
}

describe('transcribe() on a remote engine', () => {
  test('sends the speech as a WAV file with model, language and vocabulary', async () => {
    const { engine, server } = await start(hello, { apiKey: 'sk-test', model: 'whisper-large-v3' });
    const transcript = await engine.transcribe(request(SAMPLE, { language: 'pt-BR', vocabulary: ['Sotto', 'Elysia'] }));
    expect(transcript).toMatchObject({
      text: 'Hello there.',
      language: 'pt-BR',
      engine: 'whisper-large-v3',
      diarized: false,
    });
    const [asked] = server.asked;
    expect(asked).toMatchObject({
      path: '/v1/audio/transcriptions',
      authorization: 'Bearer sk-test',
      fields: { model: 'whisper-large-v3', language: 'pt', prompt: 'Sotto, Elysia', response_format: 'verbose_json' },
      file: { name: 'audio.wav' },
    });
    expect(secondsOf(asked as Asked)).toBeWithin(10, 11.1);
    expect(asked?.headers).not.toHaveProperty('openai-organization');
  });

  test('asks for detection and passes on what was detected, by name or code', async () => {
    let language = 'german';
    const { engine, server } = await start((_, response) => json(response, { text: 'Guten Tag.', language }));
    expect((await engine.transcribe(request(SAMPLE))).language).toBe('de');
    language = 'fr';
    expect((await engine.transcribe(request(SAMPLE))).language).toBe('fr');
    expect(server.asked[0]?.fields).not.toHaveProperty('language');
    expect(server.asked[0]?.fields).not.toHaveProperty('prompt');
  });

  test.each(['/audio/transcriptions', '/', ''])('takes the address with %p at its end', async (path) => {
    const { engine, server } = await start(hello, { path });
    await engine.transcribe(request(fixture('ask.flac')));
    expect(server.asked[0]?.path).toBe('/v1/audio/transcriptions');
  });

  test('places segments in the recording', async () => {
    const segments = [
      { start: 0, end: 1.5, text: ' One. ' },
      { start: 1.5, end: 99, text: 'Two.' },
    ];
    const { engine } = await start((_, response) => json(response, { text: 'One. Two.', segments }));
    const bytes = wav([join(silence(10), customers)]);
    const transcript = await engine.transcribe(request(bytes));
    expect(transcript.text).toBe('One. Two.');
    const [one, two] = transcript.segments;
    // Silence at the beginning was not sent.
    expect(one?.start).toBeWithin(9, 10.5);
    expect(one?.end).toBeCloseTo((one?.start ?? 0) + 1.5, 5);
    expect(two?.end).toBeLessThanOrEqual(transcript.durationSeconds);
  });

  test('passes on the speakers of a server that knows them', async () => {
    const segments = [
      { start: 0, end: 1, text: 'Hi.', speaker: 'A', type: 'transcript.text.segment', id: 'seg_1' },
      { start: 1, end: 2, text: 'Hello.', speaker: 'B', type: 'transcript.text.segment', id: 'seg_2' },
    ];
    const { engine, server } = await start((_, response) => json(response, { text: 'Hi. Hello.', segments }), {
      model: 'gpt-4o-transcribe-diarize',
    });
    const transcript = await engine.transcribe(request(SAMPLE));
    expect(transcript.diarized).toBe(true);
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['A', 'B']);
    expect(server.asked[0]?.fields['response_format']).toBe('diarized_json');
  });

  test('sends channels that carry different speech one by one', async () => {
    const left = join(customers, new Float32Array(conference.length));
    const right = join(new Float32Array(customers.length), conference);
    const { engine, server } = await start((_, response, at) => json(response, { text: ['First.', 'Second.'][at] }));
    const transcript = await engine.transcribe(request(wav([left, right]), { separateChannels: true }));
    expect(server.asked.length).toBe(2);
    expect(transcript).toMatchObject({
      diarized: true,
      segments: [
        { speaker: 'speaker_0', text: 'First.' },
        { speaker: 'speaker_1', text: 'Second.' },
      ],
    });
  });

  test('asks a server that refuses detailed answers for plain ones, once', async () => {
    const { engine, server } = await start(({ fields }, response) =>
      fields['response_format'] === 'json'
        ? json(response, { text: 'Plain.' })
        : json(response, { error: { message: "response_format 'verbose_json' is not supported" } }, 400),
    );
    expect((await engine.transcribe(request(SAMPLE))).text).toBe('Plain.');
    expect((await engine.transcribe(request(SAMPLE))).text).toBe('Plain.');
    expect(server.asked.map(({ fields }) => fields['response_format'])).toEqual(['verbose_json', 'json', 'json']);
  });

  test('reads an answer that is plain text', async () => {
    const { engine } = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Text.\n');
    });
    expect((await engine.transcribe(request(SAMPLE))).text).toBe('Text.');
  });
});

describe('transcribe() on a remote engine sends nothing', () => {
  test.each<[string, () => Float32Array]>([
    ['silence', () => silence(5)],
    ['noise', () => whiteNoise(5, 0.2)],
    ['drums', () => drums(5)],
  ])('for %s', async (_, sound) => {
    const { engine, server } = await start(hello);
    expect(await engine.transcribe(request(wav([sound()])))).toMatchObject({ text: '', segments: [] });
    expect(server.asked).toEqual([]);
  });

  test('for audio that is bad or too long', async () => {
    const { engine, server } = await start(hello);
    expect(await failureOf(engine.transcribe(request(new Uint8Array(0))))).toBe('audio_empty');
    expect(await failureOf(engine.transcribe(request(new Uint8Array(500))))).toBe('audio_undecodable');
    expect(await failureOf(engine.transcribe(request(SAMPLE, { maxSeconds: 5 })))).toBe('audio_too_long');
    expect(server.asked).toEqual([]);
  });

  test('to anyone but the configured server', async () => {
    const { server: other } = await start(hello);
    const { engine } = await start((_, response) => {
      response.writeHead(307, { location: `${other.url}/audio/transcriptions` }).end();
    });
    expect(await failureOf(engine.transcribe(request(SAMPLE)))).toMatch(/^engine_(unavailable|failed)$/);
    expect(other.asked).toEqual([]);
  });
});

describe('transcribe() on a remote engine drops what was made up', () => {
  const segment = (text: string, more: object) => ({ start: 0, end: 1, text, ...more });

  test.each<[string, unknown, string]>([
    ['silence that has text', segment('Something.', { no_speech_prob: 0.95, avg_logprob: -1.4 }), ''],
    ['a phrase of film ends on doubtful speech', segment('Thank you for watching!', { no_speech_prob: 0.7 }), ''],
    ['a thank you that was said', segment('Thank you.', { no_speech_prob: 0.02, avg_logprob: -0.2 }), 'Thank you.'],
    ['a loop', segment('I see. I see. I see. I see. I see. I see.', { compression_ratio: 3 }), 'I see.'],
    ['a vocabulary read out', segment('Kubernetes, Siobhan, Temporal.', {}), ''],
    ['a vocabulary word that was said', segment('Ask Siobhan.', {}), 'Ask Siobhan.'],
  ])('%s', async (_, part, text) => {
    const { engine } = await start((_asked, response) => json(response, { text: 'x', segments: [part] }));
    const vocabulary = ['Kubernetes', 'Siobhan', 'Temporal'];
    expect((await engine.transcribe(request(SAMPLE, { vocabulary }))).text).toBe(text);
  });
});

describe('transcribe() on a remote engine fails', () => {
  const SECRET = 'ask not what your country';

  test.each<[string, Answer, string, number | undefined]>([
    [
      '429 with seconds',
      (_, r) => json(r, { error: { message: SECRET } }, 429, { 'retry-after': '17' }),
      'engine_busy',
      17,
    ],
    ['429 without', (_, r) => json(r, {}, 429), 'engine_busy', undefined],
    ['500 that quotes', (_, r) => json(r, { error: { message: SECRET } }, 500), 'engine_unavailable', undefined],
    ['503 with seconds', (_, r) => json(r, {}, 503, { 'retry-after': '3' }), 'engine_unavailable', 3],
    ['504', (_, r) => json(r, {}, 504), 'engine_timed_out', undefined],
    ['401', (_, r) => json(r, { error: { message: 'bad key sk-1' } }, 401), 'engine_failed', undefined],
    ['400 for every format', (_, r) => json(r, { error: { message: SECRET } }, 400), 'engine_failed', undefined],
    [
      'invalid JSON',
      (_, r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('{"text": "a'),
      'engine_failed',
      undefined,
    ],
    ['JSON of another shape', (_, r) => json(r, { transcript: SECRET }), 'engine_failed', undefined],
    [
      'a page',
      (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>'),
      'engine_failed',
      undefined,
    ],
    ['a body without end', endless, 'engine_failed', undefined],
    ['a connection that is cut', (_, r) => void r.destroy(), 'engine_unavailable', undefined],
  ])('on %s', async (_, answer, code, retryAfterSeconds) => {
    const { engine, server } = await start(answer);
    const error = await engine.transcribe(request(SAMPLE)).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(SpeechError);
    expect(error).toMatchObject({ code, message: code, retryAfterSeconds });
    expect(JSON.stringify([error, String((error as Error).stack), (error as Error).cause ?? null])).not.toContain(
      'country',
    );
    // Only a refused format is asked for again.
    expect(server.asked.length).toBe(code === 'engine_failed' && server.asked.length === 2 ? 2 : 1);
  });

  test.each<[string, Answer]>([
    ['never answers', () => undefined],
    ['drips its answer', drip],
  ])('on a server that %s', async (_, answer) => {
    const { engine } = await start(answer, { timeoutMs: 400 });
    expect(await failureOf(engine.transcribe(request(SAMPLE)))).toBe('engine_timed_out');
  });

  test('on a port where nobody listens', async () => {
    const { engine, server } = await start(hello);
    await server.close();
    opened.splice(opened.indexOf(server), 1);
    expect(await failureOf(engine.transcribe(request(SAMPLE)))).toBe('engine_unavailable');
  });

  test('at once when it is cancelled, and closes the connection', async () => {
    let closed = false;
    const { engine, server } = await start((_, response) => {
      response.on('close', () => {
        closed = true;
      });
    });
    const abort = new AbortController();
    const work = failureOf(engine.transcribe(request(SAMPLE, { signal: abort.signal })));
    await eventually('the request', () => server.asked.length === 1);
    abort.abort();
    expect(await work).toBe('cancelled');
    await eventually('the end of the connection', () => closed);
  });

  function endless(_: Asked, response: Parameters<Answer>[1]): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"text":"');
    const chunk = 'a'.repeat(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  }

  function drip(_: Asked, response: Parameters<Answer>[1]): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  }
});

describe('transcribe() of a long recording on a remote engine', () => {
  test('sends pieces of at most ten minutes and goes on after the finished ones', async () => {
    const minute = join(...Array.from({ length: 6 }, () => [customers, silence(0.8), conference, silence(0.6)]).flat());
    const repeats = Math.ceil((12 * 60 * 16_000) / minute.length);
    const bytes = wav([join(...Array.from({ length: repeats }, () => minute))]);
    const { engine, server } = await start((asked, response) =>
      json(response, { text: `${Math.round(secondsOf(asked))} s.` }),
    );
    const pieces: Piece[] = [];
    const onPiece = async (piece: Piece) => void pieces.push(piece);
    const whole = await engine.transcribe(request(bytes, { onPiece }));
    expect(server.asked.length).toBe(2);
    expect(pieces.length).toBe(2);
    expect(pieces[1]?.start).toBe(pieces[0]?.end ?? -1);
    for (const asked of server.asked) expect(asked.file.bytes.length).toBeLessThan(25_000_000);
    expect(whole.segments.length).toBe(2);

    const resumed = await engine.transcribe(request(bytes, { finished: pieces.slice(0, 1) }));
    expect(server.asked.length).toBe(3);
    expect(resumed.text).toBe(whole.text);
  });
});
