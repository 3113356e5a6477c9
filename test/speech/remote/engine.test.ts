import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Piece } from '../../../speech/types.ts';
import { drums, whiteNoise } from '../sounds.ts';
import { failureOf, fixture, join, request, SAMPLE, samplesOf, silence, wav } from '../support.ts';
import { type Asked, json } from './server.ts';
import { hello, start, stopAll, stopDecoding } from './setup.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

let customers: Float32Array;
let conference: Float32Array;

beforeAll(async () => {
  customers = await samplesOf(fixture('customers.flac'));
  conference = await samplesOf(fixture('conference.flac'));
});

afterEach(stopAll);
afterAll(stopDecoding);

/** The length in seconds of the WAV file that was sent. */
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

  test('requests detection and returns the detected language, by name or code', async () => {
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

  test('uses a new connection for each request, because a server may close an idle one at that moment', async () => {
    const known = new WeakSet<object>();
    const { engine } = await start((_, response) => {
      const socket = response.socket ?? {};
      if (known.has(socket)) return void response.destroy();
      known.add(socket);
      json(response, { text: 'Hello there.' });
    });
    for (let time = 0; time < 3; time += 1) {
      expect((await engine.transcribe(request(fixture('ask.flac')))).text).toBe('Hello there.');
    }
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
    const transcript = await engine.transcribe(request(SAMPLE, { separateChannels: true }));
    expect(transcript.diarized).toBe(true);
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['A', 'B']);
    expect(server.asked[0]?.fields).toMatchObject({ response_format: 'diarized_json', chunking_strategy: 'auto' });
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

  test('falls back to plain responses once when a server refuses detailed ones', async () => {
    const { engine, server } = await start(({ fields }, response) =>
      fields['response_format'] === 'json'
        ? json(response, { text: 'Plain.' })
        : json(response, { error: { message: "response_format 'verbose_json' is not supported" } }, 400),
    );
    expect((await engine.transcribe(request(SAMPLE))).text).toBe('Plain.');
    expect((await engine.transcribe(request(SAMPLE))).text).toBe('Plain.');
    expect(server.asked.map(({ fields }) => fields['response_format'])).toEqual(['verbose_json', 'json', 'json']);
  });

  test('requests words when they are wanted, and falls back once when a server refuses them', async () => {
    const words = [
      { word: 'Hello', start: 0.2, end: 0.5 },
      { word: 'there.', start: 0.6, end: 0.9 },
    ];
    const segments = [{ start: 0, end: 1, text: 'Hello there.' }];
    const { engine } = await start((_, response) => json(response, { text: 'Hello there.', segments, words }));
    const { segments: timed } = await engine.transcribe(request(SAMPLE, { wantWords: true }));
    expect(timed[0]?.words?.map(({ text }) => text)).toEqual(['Hello', 'there.']);

    const { engine: other, server } = await start(({ fields }, response) =>
      Object.keys(fields).some((name) => name.startsWith('timestamp_granularities'))
        ? json(response, { error: { message: 'unknown field' } }, 422)
        : json(response, { text: 'Hello there.', segments }),
    );
    for (let time = 0; time < 2; time += 1) {
      expect((await other.transcribe(request(SAMPLE, { wantWords: true }))).text).toBe('Hello there.');
    }
    expect(server.asked.length).toBe(3);
    expect(server.asked.map(({ fields }) => fields['response_format'])).toEqual(Array(3).fill('verbose_json'));
  });

  test('falls back to no hints when a server refuses them', async () => {
    const { engine, server } = await start(({ fields }, response) =>
      'prompt' in fields ? json(response, {}, 400) : json(response, { text: 'Hello there.' }),
    );
    const wanted = request(SAMPLE, { vocabulary: ['Sotto'] });
    expect((await engine.transcribe(wanted)).text).toBe('Hello there.');
    expect((await engine.transcribe(wanted)).text).toBe('Hello there.');
    expect(server.asked.at(-1)?.fields).not.toHaveProperty('prompt');
    expect(server.asked.length).toBe(4);
  });

  test('falls back once when a server has no speaker separation', async () => {
    const { engine, server } = await start((_, response) => json(response, { text: 'Hello there.' }));
    for (let time = 0; time < 2; time += 1) {
      const { diarized } = await engine.transcribe(request(SAMPLE, { separateChannels: true }));
      expect(diarized).toBe(false);
    }
    expect(server.asked.map(({ fields }) => fields['response_format'])).toEqual([
      'diarized_json',
      'verbose_json',
      'verbose_json',
    ]);
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

  test('to any host but the configured server', async () => {
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
