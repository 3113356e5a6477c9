import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { countWordErrors } from '../../../bench/speech-error-rate.ts';
import { createLog } from '../../../platform/log.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import type { Piece, SpeechEngine } from '../../../speech/types.ts';
import { chord, clicks, drums, hum, keyTones, melody, pinkNoise, whiteNoise } from '../sounds.ts';
import {
  failureOf,
  fixture,
  fixturePath,
  join,
  request,
  SAMPLE,
  SAMPLE_PATH,
  samplesOf,
  silence,
  wav,
} from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

const SAMPLE_WORDS =
  'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.';
const CUSTOMERS = 'Our customers want a simple product that works without a manual.';

let engine: SpeechEngine;

beforeAll(async () => {
  engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
  await engine.ready();
});

afterAll(() => engine.close());

async function textOf(audio: Uint8Array | { readonly path: string }): Promise<string> {
  return (await engine.transcribe(request(audio))).text;
}

describe('transcribe() on the embedded engine', () => {
  test('returns the words of real speech with times', async () => {
    const transcript = await engine.transcribe(request(SAMPLE));
    expect(countWordErrors(SAMPLE_WORDS, transcript.text).errors).toBe(0);
    expect(transcript).toMatchObject({ diarized: false, language: 'en', engine: 'moonshine-tiny' });
    expect(transcript.durationSeconds).toBeCloseTo(11, 1);
    const [segment] = transcript.segments;
    expect(segment?.speaker).toBeNull();
    expect(segment?.start).toBeWithin(0, 0.6);
    expect(segment?.end).toBeWithin(10, 11.01);
  });

  test('reads a file by its path', async () => {
    expect(countWordErrors(SAMPLE_WORDS, await textOf({ path: SAMPLE_PATH })).errors).toBe(0);
  });

  test.each([
    'ask-faststart.m4a',
    'ask-fragmented.mp4',
    'ask-index-last.m4a',
    'ask-live.webm',
    'ask-opus.mp4',
    'ask-vorbis.ogg',
    'ask.aac',
    'ask.flac',
    'ask.mp3',
    'ask.opus',
    'ask.webm',
  ])('understands %s', async (name) => {
    expect(await textOf(fixture(name))).toMatch(/what you can do for your country/i);
  });

  test.each([
    ['yes.flac', /^yes\W?$/i],
    ['stop.flac', /^stop\W?$/i],
    ['thank-you.flac', /^thank you\W?$/i],
  ])('keeps the short words of %s', async (name, words) => {
    expect(await textOf(fixture(name))).toMatch(words);
  });

  test.each([0.1, 0.01, 0.002])('hears speech at %d of its level', async (level) => {
    const quiet = (await samplesOf(SAMPLE)).map((sample) => sample * level);
    const { errors } = countWordErrors(SAMPLE_WORDS, await textOf(wav([quiet], { format: 's24' })));
    expect(errors).toBeLessThanOrEqual(1);
  });

  test('transcribes speech in noise', async () => {
    const speech = await samplesOf(SAMPLE);
    const noise = pinkNoise(12, 0.03);
    const noisy = speech.map((sample, at) => sample + (noise[at] ?? 0));
    expect(countWordErrors(SAMPLE_WORDS, await textOf(wav([noisy]))).errors).toBeLessThanOrEqual(2);
  });

  test('keeps the first and the last word of a clip without any margin', async () => {
    // From the first sample of "what" to the last of "country".
    const tight = (await samplesOf(SAMPLE)).slice(5.45 * 16_000, 10.6 * 16_000);
    const text = await textOf(wav([tight]));
    expect(text).toMatch(/^what your country/i);
    expect(text).toMatch(/your country\W?$/i);
  });

  test('keeps speech after a long silence', async () => {
    const speech = await samplesOf(fixture('customers.flac'));
    const text = await textOf(wav([join(speech, silence(30), speech)]));
    expect(countWordErrors(`${CUSTOMERS} ${CUSTOMERS}`, text).errors).toBe(0);
  });
});

describe('transcribe() invents nothing', () => {
  test.each<[string, () => Float32Array]>([
    ['silence', () => silence(5)],
    ['white noise', () => whiteNoise(5, 0.2)],
    ['faint white noise', () => whiteNoise(5, 0.002)],
    ['pink noise', () => pinkNoise(5, 0.3)],
    ['faint pink noise', () => pinkNoise(5, 0.005)],
    ['hum', () => hum(5)],
    ['clicks', () => clicks(5)],
    ['a chord', () => chord(5)],
    ['a melody', () => melody(5)],
    ['drums', () => drums(5)],
    ['a melody with drums', () => drums(5).map((sample, at) => 0.5 * sample + 0.5 * (melodyOf5[at] ?? 0))],
    ['key tones', () => keyTones(5)],
    ['a tenth of a second', () => whiteNoise(1, 0.1).slice(0, 1_600)],
    ['a single sample block', () => silence(0.02)],
  ])('for %s', async (_, sound) => {
    const transcript = await engine.transcribe(request(wav([sound()])));
    expect(transcript).toMatchObject({ text: '', segments: [] });
  });

  const melodyOf5 = melody(5);

  test('from a vocabulary that was not spoken', async () => {
    const vocabulary = ['Kubernetes', 'Siobhan', 'Temporal', 'Elysia'];
    const { text } = await engine.transcribe(request(wav([pinkNoise(5, 0.1)]), { vocabulary }));
    expect(text).toBe('');
  });
});

describe('transcribe() of a long recording', () => {
  /** Two and a half minutes: more audio than is kept decoded. Long pauses keep the inference short. */
  async function long(): Promise<{ bytes: Uint8Array; words: string; repeats: number }> {
    const one = join(await samplesOf(fixture('customers.flac')), silence(0.35));
    const two = join(await samplesOf(fixture('conference.flac')), silence(18));
    const repeats = Math.ceil((150 * 16_000) / (one.length + two.length));
    const all = join(...Array.from({ length: repeats }, () => [one, two]).flat());
    const words = Array.from(
      { length: repeats },
      () => `${CUSTOMERS} Good morning everyone, and welcome to the first session of our conference.`,
    );
    return { bytes: wav([all]), words: words.join(' '), repeats };
  }

  test('loses no word at its cuts, and continues after the finished pieces', async () => {
    const { bytes, words } = await long();
    const pieces: Piece[] = [];
    const onPiece = async (piece: Piece) => void pieces.push(piece);
    const whole = await engine.transcribe(request(bytes, { onPiece }));
    const { errors, words: count } = countWordErrors(words, whole.text);
    expect(errors / count).toBeLessThan(0.03);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.flatMap((piece) => piece.segments)).toEqual([...whole.segments]);
    for (const [index, piece] of pieces.entries()) expect(piece.start).toBeCloseTo(pieces[index - 1]?.end ?? 0, 6);
    expect(pieces.at(-1)?.end).toBeCloseTo(whole.durationSeconds, 1);

    const rest: Piece[] = [];
    const finished = pieces.slice(0, 2);
    const resumed = await engine.transcribe(
      request(bytes, { finished, onPiece: async (piece) => void rest.push(piece) }),
    );
    expect(rest[0]?.start).toBe(finished[1]?.end ?? -1);
    expect(resumed.segments.slice(0, 2)).toEqual(pieces.flatMap((piece) => piece.segments).slice(0, 2));
    expect(countWordErrors(words, resumed.text).errors / count).toBeLessThan(0.03);
  });

  test("waits until each piece is consumed, and fails with the consumer's error", async () => {
    const { bytes } = await long();
    let taken = 0;
    const onPiece = async () => {
      taken += 1;
      throw new Error('disk full');
    };
    await expect(engine.transcribe(request(bytes, { onPiece }))).rejects.toThrow('disk full');
    await engine.transcribe(request(fixture('yes.flac')));
    expect(taken).toBe(1);
  });
});

describe('transcribe() refuses', () => {
  test.each(['de', 'pt-BR', 'zh'])('%s, which the embedded engine does not speak', async (language) => {
    expect(await failureOf(engine.transcribe(request(SAMPLE, { language })))).toBe('unsupported_language');
  });

  test.each(['en', 'en-US', 'EN_gb'])('no %s, which it speaks', async (language) => {
    expect(await failureOf(engine.transcribe(request(fixture('yes.flac'), { language })))).toBe('none');
  });

  test('bad audio with its code, from the process', async () => {
    expect(await failureOf(engine.transcribe(request(new Uint8Array(0))))).toBe('audio_empty');
    expect(await failureOf(engine.transcribe(request(new Uint8Array(99))))).toBe('audio_undecodable');
    expect(await failureOf(engine.transcribe(request(fixture('ask-encrypted.mp4'))))).toBe('audio_encrypted');
    expect(await failureOf(engine.transcribe(request(SAMPLE.slice(0, 99_999))))).toBe('audio_truncated');
    expect(await failureOf(engine.transcribe(request({ path: fixturePath('ask-alac.m4a') })))).toBe(
      'unsupported_codec',
    );
    expect(await failureOf(engine.transcribe(request(SAMPLE, { maxSeconds: 10 })))).toBe('audio_too_long');
  });

  test('a missing file with engine_failed, not as a bad recording', async () => {
    expect(await failureOf(engine.transcribe(request({ path: fixturePath('missing.wav') })))).toBe('engine_failed');
  });
});
