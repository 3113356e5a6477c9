import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { countWordErrors } from '../../../bench/speech-error-rate.ts';
import { createResampler } from '../../../speech/decode/resample.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import type { LiveOptions, SpeechEngine } from '../../../speech/types.ts';
import { eventually } from '../../support/eventually.ts';
import { whiteNoise } from '../sounds.ts';
import { failureOf, fixture, join, SAMPLE, samplesOf, silence } from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

const CUSTOMERS = 'Our customers want a simple product that works without a manual.';
const OPTIONS: LiveOptions = { sampleRate: 16_000, language: undefined, vocabulary: [] };
const pids: number[] = [];
let engine: SpeechEngine;
let customers: Float32Array;

beforeAll(async () => {
  const write = (line: string) => {
    const { msg, pid } = JSON.parse(line);
    if (msg === 'Speech process started') pids.push(pid);
  };
  engine = createSpeechEngine({ processes: 1, threads: 2, log: pino({ level: 'debug', base: null }, { write }) });
  await engine.ready();
  customers = await samplesOf(fixture('customers.flac'));
});

afterAll(() => engine.close());

function pcm16(samples: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, index) => {
    view.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  });
  return new Uint8Array(view.buffer);
}

const textOf = (words: readonly { readonly text: string }[]) => words.map(({ text }) => text).join(' ');

describe('openLive()', () => {
  test('decodes what was fed, word by word with times', async () => {
    const session = await engine.openLive(OPTIONS);
    const pcm = pcm16(customers);
    const speech: number[] = [];
    for (let at = 0; at < pcm.length; at += 3_200) speech.push(...(await session.feed(pcm.subarray(at, at + 3_200))));
    expect(speech.length).toBe(Math.floor(customers.length / 512));
    expect(Math.max(...speech)).toBeGreaterThan(0.9);
    const { words } = await session.decode({ from: 0, to: 10, prefix: [] });
    expect(countWordErrors(CUSTOMERS, textOf(words)).errors).toBe(0);
    const times = words.flatMap(({ start, end }) => [start, end]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeLessThanOrEqual(customers.length / 16_000);
    session.close();
  });

  test('takes 24 kHz and gives times in seconds of the session', async () => {
    const resampler = createResampler(16_000, 24_000);
    const session = await engine.openLive({ ...OPTIONS, sampleRate: 24_000 });
    await session.feed(pcm16(join(resampler.push(join(silence(5), customers)), resampler.flush())));
    const { words } = await session.decode({ from: 4, to: 10, prefix: [] });
    expect(countWordErrors(CUSTOMERS, textOf(words)).errors).toBe(0);
    expect(words[0]?.start).toBeWithin(5, 5.6);
    session.close();
  });

  test('goes on after a prefix, which forces the words before it', async () => {
    const session = await engine.openLive(OPTIONS);
    await session.feed(pcm16(customers));
    const whole = await session.decode({ from: 0, to: 10, prefix: [] });
    const committed = whole.words.slice(0, 4);
    const prefix = committed.flatMap(({ tokens }) => tokens);
    const rest = await session.decode({ from: 0, to: 10, prefix });
    expect(textOf([...committed, ...rest.words])).toBe(textOf(whole.words));
    expect(rest.words[0]?.start).toBeCloseTo(whole.words[4]?.start ?? -1, 1);
    session.close();
  });

  test('a draft does not change the words', async () => {
    const session = await engine.openLive(OPTIONS);
    await session.feed(pcm16(customers));
    const whole = await session.decode({ from: 0, to: 10, prefix: [] });
    const tokens = whole.words.flatMap((word) => word.tokens);
    const drafted = await session.decode({ from: 0, to: 10, prefix: [], draft: tokens });
    expect(textOf(drafted.words)).toBe(textOf(whole.words));
    expect(drafted.words.map(({ start }) => start)).toEqual(whole.words.map(({ start }) => expect.closeTo(start, 1)));
    session.close();
  });

  test('a decode that is dropped fails with cancelled, and the session continues', async () => {
    const [session, other] = [await engine.openLive(OPTIONS), await engine.openLive(OPTIONS)];
    await Promise.all([session.feed(pcm16(customers)), other.feed(pcm16(customers))]);
    const order: string[] = [];
    const abort = new AbortController();
    // It waits for the decode of the other session.
    const decodes = [
      other.decode({ from: 0, to: 10, prefix: [] }).then(() => order.push('other')),
      failureOf(session.decode({ from: 0, to: 10, prefix: [] }, abort.signal)).then((code) => order.push(code)),
    ];
    abort.abort();
    await Promise.all(decodes);
    expect(order).toEqual(['cancelled', 'other']);
    expect(await failureOf(session.decode({ from: 0, to: 10, prefix: [] }, abort.signal))).toBe('cancelled');
    const { words } = await session.decode({ from: 0, to: 10, prefix: [] });
    expect(countWordErrors(CUSTOMERS, textOf(words)).errors).toBe(0);
    session.close();
    other.close();
  });

  test('a session that is closed gives up its place at once, also while its decode waits', async () => {
    const small = createSpeechEngine({ processes: 1, threads: 1, maxJobs: 2, log: pino({ level: 'silent' }) });
    try {
      const [session, other] = [await small.openLive(OPTIONS), await small.openLive(OPTIONS)];
      await Promise.all([session.feed(pcm16(customers)), other.feed(pcm16(customers))]);
      const order: string[] = [];
      const long = other.decode({ from: 0, to: 10, prefix: [] }).then(() => order.push('other'));
      const waiting = failureOf(session.decode({ from: 0, to: 10, prefix: [] }));
      session.close();
      expect(await waiting).toBe('cancelled');
      const again = eventually('a free place', () => small.openLive(OPTIONS), { intervalMs: 1 });
      await Promise.all([long, again.then(() => order.push('place'))]);
      expect(order).toEqual(['place', 'other']);
    } finally {
      await small.close();
    }
  });

  test('answers audio during a decode', async () => {
    const session = await engine.openLive(OPTIONS);
    await session.feed(pcm16(customers));
    const order: string[] = [];
    const decoded = session.decode({ from: 0, to: 10, prefix: [] }).then(() => order.push('decoded'));
    await session.feed(pcm16(silence(0.1))).then(() => order.push('fed'));
    await decoded;
    expect(order).toEqual(['fed', 'decoded']);
    session.close();
  });

  test('returns words at the start of an utterance, where the model first takes them for silence', async () => {
    const session = await engine.openLive(OPTIONS);
    await session.feed(pcm16((await samplesOf(SAMPLE)).subarray(0, 4 * 16_000)));
    const { words } = await session.decode({ from: 3.1, to: 3.93, prefix: [] });
    expect(words.length).toBe(1);
    session.close();
  });

  test('writes nothing for silence and noise, and for a window before any audio', async () => {
    const session = await engine.openLive(OPTIONS);
    expect(await session.decode({ from: 0, to: 1, prefix: [] })).toEqual({ words: [], isForeign: false });
    await session.feed(pcm16(join(silence(3), whiteNoise(3, 0.1))));
    expect(await session.decode({ from: 0, to: 6, prefix: [] })).toEqual({ words: [], isForeign: false });
    session.close();
  });

  test('keeps the last minute', async () => {
    const session = await engine.openLive(OPTIONS);
    await session.feed(pcm16(join(customers, silence(70), customers)));
    expect(await session.decode({ from: 0, to: 5, prefix: [] })).toEqual({ words: [], isForeign: false });
    const from = customers.length / 16_000 + 69.5;
    const { words } = await session.decode({ from, to: from + 10, prefix: [] });
    expect(countWordErrors(CUSTOMERS, textOf(words)).errors).toBe(0);
    session.close();
  });

  test.each([
    { from: 0, to: 31 },
    { from: -1, to: 2 },
    { from: 2, to: 2 },
    { from: 0, to: Number.NaN },
  ])('ends with engine_failed for the window %p', async (window) => {
    const session = await engine.openLive(OPTIONS);
    expect(await failureOf(session.decode({ ...window, prefix: [] }))).toBe('engine_failed');
    expect(await failureOf(session.feed(new Uint8Array(2)))).toBe('engine_failed');
  });

  test('refuses a language that the engine does not speak', async () => {
    expect(await failureOf(engine.openLive({ ...OPTIONS, language: 'fr' }))).toBe('unsupported_language');
  });

  test('counts as a job until it is closed', async () => {
    const small = createSpeechEngine({ processes: 1, threads: 1, maxJobs: 1, log: pino({ level: 'silent' }) });
    try {
      const session = await small.openLive(OPTIONS);
      expect(await failureOf(small.openLive(OPTIONS))).toBe('engine_busy');
      session.close();
      expect(await failureOf(session.feed(new Uint8Array(2)))).toBe('cancelled');
      (await eventually('a free place', () => small.openLive(OPTIONS))).close();
    } finally {
      await small.close();
    }
  });

  test('fails with engine_unavailable when its process dies, and can be opened again', async () => {
    const session = await engine.openLive(OPTIONS);
    await session.feed(pcm16(await samplesOf(SAMPLE)));
    const work = failureOf(session.decode({ from: 0, to: 11, prefix: [] }));
    process.kill(pids.at(-1) ?? -1, 'SIGKILL');
    expect(await work).toBe('engine_unavailable');
    expect(await failureOf(session.feed(new Uint8Array(2)))).toBe('engine_unavailable');
    const again = await eventually('another session', () => engine.openLive(OPTIONS));
    await again.feed(pcm16(customers));
    expect(textOf((await again.decode({ from: 0, to: 5, prefix: [] })).words)).toMatch(/customers/i);
    again.close();
  });
});
