import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { countWordErrors } from '../../../bench/speech-error-rate.ts';
import { createLog } from '../../../platform/log.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import type { Segment, SpeechEngine } from '../../../speech/types.ts';
import { pinkNoise } from '../sounds.ts';
import { fixture, join, request, samplesOf, silence, wav } from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

const CUSTOMERS = 'Our customers want a simple product that works without a manual.';
const CONFERENCE = 'Good morning everyone, and welcome to the first session of our conference.';

let engine: SpeechEngine;

beforeAll(async () => {
  engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
  await engine.ready();
});

afterAll(() => engine.close());

describe('transcribe() by channel', () => {
  /** Two people who take turns, each on one channel. `leak` is the part of each voice that the other channel also has. */
  async function conversation(leak: number): Promise<Uint8Array> {
    const one = await samplesOf(fixture('customers.flac'));
    const two = await samplesOf(fixture('conference.flac'));
    const left = join(one, silence(0.4), new Float32Array(two.length), silence(0.4), one);
    const right = join(new Float32Array(one.length), silence(0.4), two, silence(0.4), new Float32Array(one.length));
    const mixed = (own: Float32Array, other: Float32Array) => own.map((sample, at) => sample + leak * (other[at] ?? 0));
    return wav([mixed(left, right), mixed(right, left)]);
  }

  test.each([0, 0.15])('tells two speakers apart, with %d of each on the other channel', async (leak) => {
    const { segments, diarized } = await engine.transcribe(
      request(await conversation(leak), { separateChannels: true }),
    );
    expect(diarized).toBe(true);
    expect(segments.map((segment) => segment.speaker)).toEqual(['speaker_0', 'speaker_1', 'speaker_0']);
    expect(segments.map((segment) => segment.start)).toEqual(
      segments.map((segment) => segment.start).toSorted((a, b) => a - b),
    );
    expect(segments[0]?.text).toMatch(/customers/i);
    expect(segments[1]?.text).toMatch(/conference/i);
  });

  test('only when it was requested', async () => {
    const { diarized, segments } = await engine.transcribe(request(await conversation(0)));
    expect(diarized).toBe(false);
    expect(segments.every((segment) => segment.speaker === null)).toBe(true);
  });

  test.each<[string, (speech: Float32Array) => Float32Array[]]>([
    ['the same on both', (speech) => [speech, speech]],
    ['one quieter', (speech) => [speech, speech.map((sample) => sample * 0.5)]],
    ['one noisier', (speech) => [speech, speech.map((sample, at) => sample + (noise[at] ?? 0))]],
    ['one later', (speech) => [join(speech, silence(0.01)), join(silence(0.01), speech)]],
    ['one silent', (speech) => [speech, silence(speech.length / 16_000)]],
    ['one of noise alone', (speech) => [speech, noise.slice(0, speech.length)]],
    ['one inverted', (speech) => [speech, speech.map((sample) => -sample)]],
    ['six channels', (speech) => Array.from({ length: 6 }, () => speech)],
  ])('keeps one speaker one: %s', async (_, channels) => {
    const bytes = wav(channels(await samplesOf(fixture('customers.flac'))));
    const { text, diarized, segments } = await engine.transcribe(request(bytes, { separateChannels: true }));
    expect(diarized).toBe(false);
    expect(segments.every((segment) => segment.speaker === null)).toBe(true);
    expect(countWordErrors(CUSTOMERS, text).errors).toBeLessThanOrEqual(1);
  });

  const noise = pinkNoise(8, 0.02);
});

describe('transcribe() of two people who speak at the same time', () => {
  /** One voice on each channel, the second one quieter. `leak` is the part of each voice that the other channel also has. */
  async function overlapping(level: number, leak: number): Promise<Uint8Array> {
    const [one, two] = [await samplesOf(fixture('customers.flac')), await samplesOf(fixture('conference.flac'))];
    const length = Math.max(one.length, two.length);
    const at = (samples: Float32Array, index: number) => samples[index] ?? 0;
    const left = Float32Array.from({ length }, (_, index) => at(one, index) + leak * level * at(two, index - 40));
    const right = Float32Array.from({ length }, (_, index) => level * at(two, index) + leak * at(one, index - 40));
    return wav([left, right]);
  }

  const wordsOf = (segments: readonly Segment[], speaker: string) =>
    segments.flatMap((segment) => (segment.speaker === speaker ? [segment.text] : [])).join(' ');

  test.each([
    [1, 0],
    [0.5, 0],
    [0.25, 0],
    [1, 0.05],
  ])('as each channel alone, the second at %d, with %d of each on the other', async (level, leak) => {
    const { segments, diarized } = await engine.transcribe(
      request(await overlapping(level, leak), { separateChannels: true }),
    );
    expect(diarized).toBe(true);
    expect(countWordErrors(CUSTOMERS, wordsOf(segments, 'speaker_0')).errors).toBe(0);
    expect(countWordErrors(CONFERENCE, wordsOf(segments, 'speaker_1')).errors).toBe(0);
  });

  test('without speakers when channels were not requested', async () => {
    const { text, segments, diarized } = await engine.transcribe(request(await overlapping(0.7, 0)));
    expect(diarized).toBe(false);
    expect(segments.every((segment) => segment.speaker === null)).toBe(true);
    expect(text).toMatch(/customers want a simple product/i);
    expect(text).toMatch(/welcome to the first session of our conference/i);
  });
});
