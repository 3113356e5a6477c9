import { describe, expect, test } from 'bun:test';
import { createAudioIntake, type Encoding } from '../../../dictation/live/encodings.ts';
import { createRecentAudio } from '../../../dictation/live/recent-audio.ts';

const RATE = 16_000;
/** A second for each value. */
const second = (value: number) => new Uint8Array(2 * RATE).fill(value);

describe('createRecentAudio()', () => {
  test('reads across what was appended', () => {
    const audio = createRecentAudio(RATE);
    for (const value of [1, 2, 3]) audio.append(second(value));
    expect(audio.end()).toBe(3);
    const read = audio.read(0.5, 2.5);
    expect(read.length).toBe(4 * RATE);
    expect([read[0], read[RATE], read[3 * RATE]]).toEqual([1, 2, 3]);
  });

  test('forgets what is not needed, and positions stay', () => {
    const audio = createRecentAudio(RATE);
    for (const value of [1, 2, 3]) audio.append(second(value));
    audio.forget(1.5);
    audio.forget(1);
    expect(audio.held()).toBe(1.5);
    expect(audio.end()).toBe(3);
    expect(audio.read(0, 3)).toEqual(audio.read(1.5, 3));
    expect([audio.read(1.6, 1.7)[0], audio.read(2.1, 2.2)[0]]).toEqual([2, 3]);
    audio.forget(10);
    expect([audio.held(), audio.end()]).toEqual([0, 3]);
  });
});

describe('createAudioIntake()', () => {
  const samplesOf = (bytes: Uint8Array) => new Int16Array(bytes.slice().buffer);

  test.each([16_000, 24_000])('passes PCM16 of %d Hz on, and half a sample waits for its other byte', (sampleRate) => {
    const intake = createAudioIntake({ encoding: 'pcm16', sampleRate });
    expect(intake.sampleRate).toBe(sampleRate);
    expect([...intake.push(Uint8Array.of(1, 2, 3))]).toEqual([1, 2]);
    expect([...intake.push(Uint8Array.of(4, 5))]).toEqual([3, 4]);
  });

  test.each([8_000, 44_100, 48_000])('brings PCM16 of %d Hz to 16 kHz', (sampleRate) => {
    const intake = createAudioIntake({ encoding: 'pcm16', sampleRate });
    const tone = Int16Array.from(
      { length: sampleRate },
      (_, at) => 8_000 * Math.sin((2 * Math.PI * 440 * at) / sampleRate),
    );
    const heard = samplesOf(intake.push(new Uint8Array(tone.buffer)));
    expect(heard.length).toBeWithin(0.98 * RATE, RATE + 1);
    expect(Math.max(...heard)).toBeWithin(7_500, 8_500);
  });

  // The ends and the middle of the tables of ITU-T G.711.
  test.each<[Encoding, number, number]>([
    ['mulaw', 0x00, -32_124],
    ['mulaw', 0x80, 32_124],
    ['mulaw', 0xff, 0],
    ['mulaw', 0x7f, 0],
    ['alaw', 0x2a, -32_256],
    ['alaw', 0xaa, 32_256],
    ['alaw', 0xd5, 8],
    ['alaw', 0x55, -8],
  ])('decodes %s 0x%s', (encoding, code, sample) => {
    const intake = createAudioIntake({ encoding, sampleRate: 16_000 });
    expect([...samplesOf(intake.push(Uint8Array.of(code)))]).toEqual([sample]);
  });
});
