import { describe, expect, test } from 'bun:test';
import { OfflineAudioContext } from 'node-web-audio-api';
import { openAudio } from '../../../speech/decode/decode.ts';
import { openSource } from '../../../speech/decode/source.ts';
import { fixture, fixturePath, join, samplesOf, wav } from '../support.ts';

const SPOKEN_SECONDS = 3.05;

/** Decodes a whole recording. @returns its seconds */
async function decodedSeconds(bytes: Uint8Array): Promise<number> {
  const audio = await openAudio(await openSource({ bytes }));
  let samples = 0;
  for await (const block of audio.blocks()) samples += block[0]?.length ?? 0;
  return samples / audio.sampleRate;
}

/** The energy of each tenth of a second. It is similar for the same sound in different codecs. */
function envelope(samples: Float32Array): number[] {
  const frame = 1_600;
  return Array.from({ length: Math.floor(samples.length / frame) }, (_, index) => {
    const part = samples.subarray(index * frame, (index + 1) * frame);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / frame);
  });
}

/** The correlation of the envelopes. Encoders may add up to 0.1 s at the start. */
function likeness(heard: Float32Array, reference: Float32Array): number {
  const shifts = Array.from({ length: 20 }, (_, index) => index * 80);
  return Math.max(...shifts.map((shift) => correlation(envelope(heard.subarray(shift)), envelope(reference))));
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const length = Math.min(one.length, other.length);
  const mean = (values: readonly number[]) => values.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
  const [a, b] = [mean(one), mean(other)];
  let both = 0;
  let left = 0;
  let right = 0;
  for (let index = 0; index < length; index++) {
    const x = (one[index] ?? 0) - a;
    const y = (other[index] ?? 0) - b;
    both += x * y;
    left += x * x;
    right += y * y;
  }
  return both / Math.sqrt(left * right);
}

describe('openAudio() decodes by content', () => {
  test.each([
    'ask-16k.mp3',
    'ask-17003.flac', // no common rate: resampled while it is decoded
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
  ])('%s holds the sound that was recorded', async (name) => {
    const reference = await samplesOf(fixture('ask.flac'));
    const heard = await samplesOf(fixture(name));
    expect(Math.abs(heard.length / 16_000 - SPOKEN_SECONDS)).toBeLessThan(0.12);
    expect(likeness(heard, reference)).toBeGreaterThan(0.9);
  });

  test('PCM inside a QuickTime file is read', async () => {
    expect(await decodedSeconds(fixture('ask-pcm.mov'))).toBeCloseTo(1.2, 1);
  });

  test('a file is read by range', async () => {
    const source = await openSource({ path: fixturePath('ask-index-last.m4a') });
    const audio = await openAudio(source);
    let samples = 0;
    for await (const block of audio.blocks()) samples += block[0]?.length ?? 0;
    await source.close();
    expect(samples / audio.sampleRate).toBeCloseTo(SPOKEN_SECONDS, 1);
  });

  test('ID3 tags before MP3, FLAC and ADTS are skipped', async () => {
    const tag = new Uint8Array(10 + 300);
    tag.set(new TextEncoder().encode('ID3'));
    tag.set([4, 0, 0, 0, 0, 2, 44], 3);
    for (const name of ['ask.mp3', 'ask.flac', 'ask.aac']) {
      const bytes = Buffer.concat([tag, fixture(name)]);
      expect(await decodedSeconds(bytes)).toBeGreaterThan(3);
    }
  });
});

describe('openAudio() decodes WAV', () => {
  const tone = (rate: number) =>
    Float32Array.from({ length: rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 440 * at) / rate));

  test.each(['u8', 's16', 's24', 's32', 'f32', 'f64'] as const)('%s samples keep their values', async (format) => {
    const samples = await samplesOf(wav([tone(16_000)], { format }));
    const expected = tone(16_000);
    const tolerance = format === 'u8' ? 0.01 : 0.0001;
    for (const at of [0, 9, 100, 5_000, 15_999]) {
      expect(Math.abs((samples[at] ?? 9) - (expected[at] ?? 0))).toBeLessThan(tolerance);
    }
  });

  test.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])('%d Hz becomes 16 kHz', async (rate) => {
    const samples = await samplesOf(wav([tone(rate)], { rate, format: 'f32' }));
    expect(Math.abs(samples.length - 16_000)).toBeLessThanOrEqual(2);
    const expected = tone(16_000);
    const middle = samples.subarray(2_000, 14_000);
    const error = middle.reduce((sum, sample, at) => sum + (sample - (expected[at + 2_000] ?? 0)) ** 2, 0);
    expect(10 * Math.log10(error / middle.reduce((sum, sample) => sum + sample ** 2, 0))).toBeLessThan(-55);
  });

  test.each([1, 2, 3, 6, 8, 32])('%d channels are mixed', async (count) => {
    const channels = Array.from({ length: count }, () => tone(16_000));
    const samples = await samplesOf(wav(channels, { format: 'f32' }));
    expect(samples[1_009]).toBeCloseTo(tone(16_000)[1_009] ?? 9, 4);
  });

  test('the extensible header is read', async () => {
    expect(await decodedSeconds(wav([tone(16_000)], { format: 's24', extensible: true }))).toBe(1);
  });

  test.each([0, 0xffff_ffff, 0x7fff_ffff, 0xffff_ffd8])(
    'a data length of %d means until the end',
    async (claimedBytes) => {
      expect(await decodedSeconds(wav([tone(16_000)], { claimedBytes }))).toBe(1);
    },
  );

  test('what lies beyond the speech band does not fold back when a rate is lowered', async () => {
    const high = Float32Array.from({ length: 48_000 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 11_000 * at) / 48_000));
    const samples = await samplesOf(wav([high], { rate: 48_000, format: 'f32' }));
    const loudest = samples.subarray(500, 15_500).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeLessThan(0.001);
  });

  test('NaN and infinite samples become silence', async () => {
    const samples = await samplesOf(wav([Float32Array.of(Number.NaN, 0.5, 0.25)], { format: 'f32' }));
    expect([...samples].every(Number.isFinite)).toBe(true);
  });
});

describe('openAudio() in groups', () => {
  /** The first frame of an MP3 has the number of frames. In joined files, that number is too small. */
  function withoutCount(bytes: Uint8Array): Uint8Array {
    const at = Math.max(Buffer.from(bytes).indexOf('Info'), Buffer.from(bytes).indexOf('Xing'));
    if (at >= 0) bytes.fill(0, at, at + 4);
    return bytes;
  }

  test.each(['ask.mp3', 'ask.aac'])('%s of half a minute comes out as if decoded at once', async (name) => {
    const bytes = Buffer.concat(Array.from({ length: 10 }, () => withoutCount(fixture(name))));
    const audio = await openAudio(await openSource({ bytes }));
    const groups: Float32Array[] = [];
    for await (const [samples] of audio.blocks()) if (samples !== undefined) groups.push(samples);
    expect(groups.length).toBeGreaterThan(2);
    const heard = join(...groups);
    const context = new OfflineAudioContext(1, 1, audio.sampleRate);
    const decoded = await context.decodeAudioData(Uint8Array.from(bytes).buffer);
    const reference = new Float32Array(decoded.length);
    decoded.copyFromChannel(reference, 0);
    // The decoder of the whole file removes the encoder delay of the first file.
    const lead = heard.length - reference.length;
    expect(Math.abs(lead)).toBeLessThan(2_400);
    const seam = groups[0]?.length ?? 0;
    for (let at = seam - 3_000; at < seam + 3_000; at++) {
      expect(Math.abs((heard[at] ?? 9) - (reference[at - lead] ?? 0))).toBeLessThan(0.01);
    }
  });
});

describe('samples that were decoded', () => {
  test('stay what they are when what decoded them is gone', async () => {
    const kept: Float32Array[] = [];
    const firsts: Float32Array[] = [];
    for (let round = 0; round < 40; round++) {
      const audio = await openAudio(await openSource({ bytes: fixture('ask.mp3') }));
      for await (const [samples] of audio.blocks()) {
        if (samples === undefined) continue;
        kept.push(samples);
        firsts.push(samples.slice());
      }
      Bun.gc(true);
      new Float32Array(140_000).fill(round);
    }
    expect(
      kept.every((samples, index) => Buffer.compare(bytesOf(samples), bytesOf(firsts[index] as Float32Array)) === 0),
    ).toBe(true);
  });

  function bytesOf(samples: Float32Array): Uint8Array {
    return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  }
});
