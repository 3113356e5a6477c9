import { expect, test } from 'bun:test';
import { createArrivingAudio } from '../../speech/arriving.ts';
import { decodeRecording } from '../../speech/decode/decode.ts';
import { openSource } from '../../speech/decode/source.ts';
import { failureOf, fixture, SAMPLE, samplesOf, wav } from './support.ts';

const PAGE = 256 * 1024;

/** Bytes that are different on each page. */
function numbered(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + Math.floor(at / 251)) & 255);
}

test('createArrivingAudio() returns any range of what arrived in chunks of any size', async () => {
  const bytes = numbered(2 * PAGE + 1_000);
  const audio = createArrivingAudio();
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 90_001) {
    audio.append(bytes.subarray(at, at + size));
  }
  audio.complete();
  expect(await audio.size()).toBe(bytes.length);
  const ranges = [
    [0, 10],
    [PAGE - 5, PAGE + 5],
    [100, bytes.length],
    [bytes.length - 3, bytes.length + 9],
    [-4, 4],
  ];
  for (const [start = 0, end = 0] of ranges) {
    expect(Buffer.from(await audio.read(start, end)).equals(bytes.subarray(Math.max(0, start), end))).toBe(true);
  }
  expect((await audio.read(bytes.length, bytes.length + 1)).length).toBe(0);
});

test('read() waits for bytes that have not arrived, and no longer than for the end', async () => {
  const audio = createArrivingAudio();
  const seen: string[] = [];
  const early = audio.read(0, 4).then((bytes) => seen.push(`early ${bytes.length}`));
  const beyond = audio.read(2, 100).then((bytes) => seen.push(`beyond ${bytes.length}`));
  audio.append(new Uint8Array(3));
  expect(seen).toEqual([]);
  audio.append(new Uint8Array(3));
  await early;
  expect([seen, audio.knownSize()]).toEqual([['early 4'], undefined]);
  audio.complete();
  await beyond;
  expect([seen, audio.knownSize()]).toEqual([['early 4', 'beyond 4'], 6]);
});

test('fail() fails the waiting and later reads with the reason', async () => {
  const audio = createArrivingAudio();
  const waiting = audio.read(0, 4).catch((error: Error) => error.message);
  audio.fail(new Error('gone'));
  expect(await waiting).toBe('gone');
  await expect(audio.read(0, 1)).rejects.toThrow('gone');
  await expect(audio.size()).rejects.toThrow('gone');
});

test('append() keeps a large chunk without a copy, and copies small ones and parts of larger buffers', async () => {
  const audio = createArrivingAudio();
  const chunks = [numbered(100), numbered(64 * 1024), numbered(3), new Uint8Array(PAGE).subarray(0, 32 * 1024)];
  for (const chunk of chunks) audio.append(chunk);
  audio.complete();
  await audio.lend(0, audio.byteLength, async (parts) => {
    const kept = parts.map(({ buffer }) => chunks.findIndex((chunk) => chunk.buffer === buffer));
    expect(kept.filter((index) => index >= 0)).toEqual([1]);
    expect(Buffer.concat(parts).equals(Buffer.concat(chunks))).toBe(true);
  });
});

test('lend() passes on a range without a copy', async () => {
  const audio = createArrivingAudio();
  const chunk = numbered(64 * 1024);
  for (const part of [chunk, numbered(64 * 1024)]) audio.append(part);
  audio.complete();
  await audio.lend(64 * 1024 - 10, 64 * 1024 + 5, async (parts) => {
    expect(parts.map(({ length }) => length)).toEqual([10, 5]);
    expect(parts[0]?.buffer).toBe(chunk.buffer);
  });
});

test('free() gives the memory back, after the use of lent bytes, and fails later reads', async () => {
  const audio = createArrivingAudio();
  const chunk = numbered(64 * 1024);
  audio.append(chunk);
  audio.complete();
  const use = Promise.withResolvers<void>();
  const lending = audio.lend(0, 10, () => use.promise);
  await new Promise((resolve) => setImmediate(resolve));
  audio.free();
  expect(chunk.length).toBe(64 * 1024);
  use.resolve();
  await lending;
  expect([chunk.length, audio.byteLength]).toEqual([0, 0]);
  await expect(audio.read(0, 1)).rejects.toThrow();
});

const options = { maxSeconds: 600, signal: new AbortController().signal };

/** Decodes a recording that arrives in pieces. Its end is sent only when the decoder waits for more. */
async function decodeArriving(bytes: Uint8Array) {
  const audio = createArrivingAudio();
  const work = decodeRecording(audio, options);
  work.catch(() => undefined);
  for (let at = 0; at < bytes.length; at += 20_000) {
    audio.append(bytes.subarray(at, at + 20_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  audio.complete();
  return work;
}

test.each([
  'ask-live.webm',
  'ask-vorbis.ogg',
  'ask-faststart.m4a',
  'ask-index-last.m4a',
  'ask.aac',
  'ask.flac',
  'ask.mp3',
  'ask.opus',
  'ask.webm',
  'five-minutes.opus',
])('decodeRecording() returns the same for %s while it arrives as when it is complete', async (name) => {
  const bytes = fixture(name);
  const [arriving, complete] = [
    await decodeArriving(bytes),
    await decodeRecording(await openSource({ bytes }), options),
  ];
  expect(arriving.durationSeconds).toBe(complete.durationSeconds);
  expect(arriving.mixed).toEqual(complete.mixed);
  expect(arriving.peaks).toEqual(complete.peaks);
});

test('decodeRecording() decodes a WAV file while it arrives, also one that states no length', async () => {
  const samples = await samplesOf(SAMPLE);
  for (const bytes of [wav([samples]), wav([samples], { claimedBytes: 0xffff_ffff })]) {
    expect((await decodeArriving(bytes)).mixed).toEqual(
      (await decodeRecording(await openSource({ bytes }), options)).mixed,
    );
  }
});

test.each(['ask.flac', 'ask-live.webm', 'ask.opus', 'ask-index-last.m4a'])(
  'decodeRecording() refuses a truncated %s with the same code while it arrives',
  async (name) => {
    const whole = fixture(name);
    const bytes = whole.subarray(0, Math.floor(whole.length * 0.7));
    const code = await failureOf(decodeRecording(await openSource({ bytes }), options));
    expect(code).not.toBe('none');
    expect(await failureOf(decodeArriving(bytes))).toBe(code);
  },
);

test('decodeRecording() refuses a truncated WAV file and an empty one while they arrive', async () => {
  const bytes = wav([await samplesOf(SAMPLE)]);
  expect(await failureOf(decodeArriving(bytes.subarray(0, 99_999)))).toBe('audio_truncated');
  expect(await failureOf(decodeArriving(new Uint8Array(0)))).toBe('audio_empty');
});

test('decodeRecording() refuses a recording that is too long before all of it has arrived', async () => {
  const audio = createArrivingAudio();
  const work = failureOf(decodeRecording(audio, { ...options, maxSeconds: 1 }));
  audio.append(wav([await samplesOf(SAMPLE)]).subarray(0, -2));
  expect(await work).toBe('audio_too_long');
  expect(audio.knownSize()).toBeUndefined();
});
