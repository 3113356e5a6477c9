import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { createLog } from '../../../platform/log.ts';
import { createLanguageCheck } from '../../../speech/embedded/language.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import type { Piece, SpeechEngine } from '../../../speech/types.ts';
import { pinkNoise } from '../sounds.ts';
import { failureOf, fixture, join, request, SAMPLE, samplesOf, silence, wav } from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

let engine: SpeechEngine;

beforeAll(async () => {
  engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
  await engine.ready();
});

afterAll(() => engine.close());

const foreign = (name: string) => ({
  path: fileURLToPath(new URL(`../../../bench/speech-set/foreign/${name}.opus`, import.meta.url)),
});

describe('transcribe() without a language', () => {
  test.each(['de-pico-0', 'fr-pico-1', 'es-pico-0', 'it-festival-2'])('refuses %s', async (name) => {
    expect(await failureOf(engine.transcribe(request(foreign(name))))).toBe('unsupported_language');
  });

  test('refuses a recording at its first piece, before any of it is stored', async () => {
    const pieces: Piece[] = [];
    const onPiece = async (piece: Piece) => void pieces.push(piece);
    expect(await failureOf(engine.transcribe(request(foreign('de-pico-0'), { onPiece })))).toBe('unsupported_language');
    expect(pieces).toEqual([]);
  });

  test('accepts English in noise, over a telephone, and with rare names', async () => {
    const noise = pinkNoise(12, 0.05);
    const noisy = (await samplesOf(SAMPLE)).map((sample, at) => sample + (noise[at] ?? 0));
    expect(await failureOf(engine.transcribe(request(wav([noisy]))))).toBe('none');
    const telephone = (await samplesOf(SAMPLE)).filter((_, at) => at % 2 === 0);
    expect(await failureOf(engine.transcribe(request(wav([telephone], { rate: 8_000, format: 'u8' }))))).toBe('none');
    const names = fileURLToPath(new URL('../../../bench/speech-set/names/8-awb.opus', import.meta.url));
    expect(await failureOf(engine.transcribe(request({ path: names })))).toBe('none');
  });
});

describe('transcribe() with a language', () => {
  test.each(['en', 'eng', 'en_US', 'EN', 'en-GB', 'English'])(
    'takes %s for English and does not doubt it',
    async (language) => {
      expect(await failureOf(engine.transcribe(request(fixture('yes.flac'), { language })))).toBe('none');
    },
  );

  test('transcribes without a check when the caller says en', async () => {
    expect(await failureOf(engine.transcribe(request(foreign('de-pico-0'), { language: 'en' })))).toBe('none');
  });

  test.each(['de', 'enm', 'pt-BR', 'ENX'])('refuses %s', async (language) => {
    expect(await failureOf(engine.transcribe(request(fixture('yes.flac'), { language })))).toBe('unsupported_language');
  });
});

describe('createLanguageCheck()', () => {
  const speech = new Float32Array(100).fill(0.9);
  const clear = async () => join(await samplesOf(fixture('customers.flac')), silence(0.5));

  test('needs more than a second of speech', async () => {
    const check = createLanguageCheck();
    check.add({ samples: await clear(), speech: speech.subarray(0, 30) }, { entropy: 5 });
    expect(check.isForeign()).toBe(false);
    check.add({ samples: await clear(), speech: speech.subarray(0, 30) }, { entropy: 5 });
    expect(check.isForeign()).toBe(true);
  });

  test('weighs utterances by their seconds', async () => {
    const check = createLanguageCheck();
    check.add({ samples: await clear(), speech }, { entropy: 0.5 });
    check.add({ samples: await clear(), speech: speech.subarray(0, 40) }, { entropy: 4 });
    expect(check.isForeign()).toBe(false);
  });

  test('does not judge speech that is barely louder than the noise', async () => {
    const check = createLanguageCheck();
    check.add({ samples: pinkNoise(4, 0.1), speech }, { entropy: 6 });
    expect(check.isForeign()).toBe(false);
  });
});
