import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { compareTimes, readTimes } from '../../../bench/speech-word-times.ts';
import { percentile } from '../../../bench/support/stats.ts';
import { createLog } from '../../../platform/log.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import type { SpeechEngine, Word } from '../../../speech/types.ts';
import { fixture, join, request, SAMPLE, samplesOf, silence, wav } from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

/** The words and times of the bundled sample as PocketSphinx, a model of another kind, aligns them. */
const SAMPLE_TIMES: readonly [string, number, number][] = [
  ['ask', 3.25, 3.98],
  ['not', 3.99, 4.3],
  ['what', 5.37, 5.61],
  ['your', 5.61, 5.86],
  ['country', 5.86, 6.42],
  ['can', 6.42, 6.66],
  ['do', 6.66, 6.91],
  ['for', 6.91, 7.05],
  ['you,', 7.05, 7.67],
  ['ask', 8.15, 8.53],
  ['what', 8.53, 8.82],
  ['you', 8.82, 9.2],
  ['can', 9.2, 9.37],
  ['do', 9.37, 9.63],
  ['for', 9.63, 9.78],
  ['your', 9.78, 9.99],
  ['country.', 9.99, 10.46],
];

let engine: SpeechEngine;

beforeAll(async () => {
  engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
  await engine.ready();
});

afterAll(() => engine.close());

async function wordsOf(audio: Uint8Array | { readonly path: string }): Promise<readonly Word[]> {
  const { segments } = await engine.transcribe(request(audio, { wantWords: true }));
  return segments.flatMap(({ words }) => words ?? []);
}

describe('transcribe() with wantWords', () => {
  test.each(['1-slt', '2-rms', '3-awb'])('gives the times of words of %s within 50 ms', async (name) => {
    const path = fileURLToPath(new URL(`../../../bench/speech-set/timed/${name}`, import.meta.url));
    const { starts, ends, said } = compareTimes(
      await readTimes(`${path}.json`),
      await wordsOf({ path: `${path}.opus` }),
    );
    // The model recognizes some words of synthetic voices wrongly.
    expect(starts.length).toBeGreaterThanOrEqual(said / 2);
    expect(percentile(starts, 0.5)).toBeLessThan(0.05);
    expect(percentile(ends, 0.5)).toBeLessThan(0.05);
    expect(percentile([...starts, ...ends], 0.9)).toBeLessThan(0.15);
  });

  test('gives the times of words of a real voice as another aligner does', async () => {
    const said = SAMPLE_TIMES.map(([text, start, end]) => ({ text, start, end }));
    const heard = (await wordsOf(SAMPLE)).slice(-said.length);
    const { starts, ends } = compareTimes(said, heard);
    expect(starts.length).toBe(said.length);
    expect(percentile([...starts, ...ends], 0.5)).toBeLessThan(0.08);
  });

  test('gives every word of the text once, in order and within its segment', async () => {
    const speech = await samplesOf(fixture('customers.flac'));
    const bytes = wav([join(speech, silence(4), speech)]);
    const { segments } = await engine.transcribe(request(bytes, { wantWords: true }));
    expect(segments).toHaveLength(2);
    for (const { text, start, end, words = [] } of segments) {
      expect(words.map((word) => word.text).join(' ')).toBe(text);
      const times = words.flatMap((word) => [word.start, word.end]);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(times[0]).toBeGreaterThanOrEqual(start);
      expect(times.at(-1)).toBeLessThanOrEqual(end);
    }
  });

  test('gives the same text as without', async () => {
    const plain = await engine.transcribe(request(SAMPLE));
    expect(plain.segments.every((segment) => segment.words === undefined)).toBe(true);
    expect((await engine.transcribe(request(SAMPLE, { wantWords: true }))).text).toBe(plain.text);
  });
});
