import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { createPacing } from '../../../dictation/live/pacing.ts';
import { startLiveDictation } from '../../../dictation/live/session.ts';
import type { LiveEvent, LiveSettings } from '../../../dictation/live/types.ts';
import { createFormatter } from '../../../formatting/formatter.ts';
import { createLog } from '../../../platform/log.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import { encodeWav } from '../../../speech/remote/wav.ts';
import type { LiveSession, SpeechEngine, TranscribeRequest } from '../../../speech/types.ts';
import { request } from '../../speech/support.ts';
import { eventually } from '../../support/eventually.ts';
import { samplePcm } from '../../support/live.ts';

const RATE = 16_000;
const SETTINGS: LiveSettings = {
  format: { encoding: 'pcm16', sampleRate: RATE },
  turns: null,
  ...{ language: 'en', dictionary: undefined, context: undefined, extraInstructions: undefined },
  ...{ formats: false, wantWords: true },
};

let engine: SpeechEngine;
let pcm: Uint8Array;

beforeAll(async () => {
  engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
  [pcm] = await Promise.all([samplePcm(RATE), engine.ready()]);
}, 30_000);
afterAll(() => engine.close());

/** The requests of sessions to transcribe, in order. */
const requests: TranscribeRequest[] = [];
/** The decodes of sessions while they hear: whether each was dropped, and its number of words. */
const decodes: { isDropped: boolean; words: number | undefined }[] = [];
const speech: Pick<SpeechEngine, 'capabilities' | 'openLive' | 'transcribe'> = {
  capabilities: () => engine.capabilities(),
  openLive: async (options) => {
    const live = await engine.openLive(options);
    const decode: LiveSession['decode'] = async (window, signal) => {
      const seen: (typeof decodes)[number] = { isDropped: false, words: undefined };
      decodes.push(seen);
      signal?.addEventListener('abort', () => Object.assign(seen, { isDropped: true }));
      const hypothesis = await live.decode(window, signal);
      seen.words = hypothesis.words.length;
      return hypothesis;
    };
    return { ...live, decode };
  },
  transcribe: (given) => {
    requests.push(given);
    return engine.transcribe(given);
  },
};

/** A session on the real engine, and what it told. */
function start(settings: Partial<LiveSettings> = {}, limits = { maxMs: 600_000, maxSilentMs: 600_000 }) {
  requests.length = 0;
  decodes.length = 0;
  const events: LiveEvent[] = [];
  const clock = () => performance.now() / 1000;
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const session = startLiveDictation(
    { speech, formatter: createFormatter({}), pacing: createPacing(clock), limits, clock },
    { ...SETTINGS, ...settings },
    (event) => {
      events.push(event);
      if (event.type === 'ended') resolve(event.end);
    },
  );
  return { session, events, ended };
}

const finalsOf = (events: readonly LiveEvent[]) => events.flatMap((event) => (event.type === 'final' ? [event] : []));
const seconds = (from: number, to: number) => pcm.subarray(2 * RATE * from, 2 * RATE * to);

test('each commit gets the text of exactly its own audio, in order', async () => {
  const { session, events } = start();
  for (const [from, to] of [
    [0, 5],
    [5, 11],
  ] as const) {
    session.push(seconds(from, to));
    session.commit();
  }
  await session.finish();
  session.end('completed');
  const finals = finalsOf(events);
  const whole = await Promise.all(
    [seconds(0, 5), seconds(5, 11)].map((part) =>
      engine.transcribe(request(encodeWav(part, RATE), { language: 'en' })),
    ),
  );
  expect(finals.map(({ text }) => text)).toEqual(whole.map(({ text }) => text));
  expect(finals.map(({ from, to }) => [from, to])).toEqual([
    [0, 5],
    [5, 11],
  ]);
  for (const { words, from, to } of finals) {
    expect(words.every(({ start: begin, end }) => begin >= from && end <= to)).toBe(true);
  }
}, 20_000);

test('an utterance is decoded during the pause that ends it, and its text is that of all its audio', async () => {
  const { session, events } = start({ turns: { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.8 } });
  session.push(seconds(8, 11));
  session.push(new Uint8Array(1.2 * RATE));
  await eventually('the early decode', () => requests.length === 1);
  expect(events.map(({ type }) => type)).not.toContain('closed');
  session.push(new Uint8Array(2 * RATE));
  await session.finish();
  session.end('completed');
  expect(requests.map(({ isUrgent }) => isUrgent)).toEqual([true]);
  const [final] = finalsOf(events);
  const whole = Buffer.concat([seconds(8, 11), new Uint8Array(4 * RATE)]).subarray(
    Math.round((final?.from ?? 0) * RATE) * 2,
    Math.round((final?.to ?? 0) * RATE) * 2,
  );
  const { text } = await engine.transcribe(request(encodeWav(whole, RATE), { language: 'en' }));
  expect(final?.text).toBe(text);
  expect(text).toMatch(/country/i);
}, 20_000);

test('an early decode is given up when the speaker continues', async () => {
  const { session, events } = start();
  session.push(seconds(0, 3));
  await eventually('the early decode', () => requests.length === 1);
  session.push(seconds(3, 11));
  await session.finish();
  session.end('completed');
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(finalsOf(events).map(({ text }) => text)).toEqual([expect.stringMatching(/fellow.*country/i)]);
}, 20_000);

test.each(['commit', 'clear'] as const)('%s drops the decode of the utterance that runs', async (end) => {
  const { session, events } = start();
  session.push(seconds(0, 2));
  await eventually('a decode', () => decodes.length === 1);
  session[end]();
  await session.finish();
  session.end('completed');
  expect(decodes).toEqual([{ isDropped: true, words: undefined }]);
  expect(events.map(({ type }) => type)).not.toContain('recognized');
  expect(finalsOf(events).length).toBe(end === 'commit' ? 1 : 0);
});

test('what is cleared is not in the text', async () => {
  const { session, events } = start();
  session.push(seconds(0, 5));
  session.clear();
  session.push(seconds(8, 11));
  await session.finish();
  session.end('completed');
  const [final, ...others] = finalsOf(events);
  expect(others).toEqual([]);
  expect(final?.text).toMatch(/country/i);
  expect(final?.text).not.toMatch(/fellow/i);
}, 20_000);

test('other turn detection ends what was said before it, and other terms count from then on', async () => {
  const { session, events } = start();
  session.push(seconds(0, 4));
  session.update({
    ...SETTINGS,
    turns: { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.8 },
    dictionary: 'country => COUNTRY',
    formats: true,
  });
  session.push(seconds(5, 11));
  session.push(new Uint8Array(4 * RATE));
  await session.finish();
  session.end('completed');
  const [first, ...later] = finalsOf(events).map(({ text }) => text);
  expect(first).toMatch(/fellow/i);
  expect(later.join(' ')).toContain('COUNTRY');
  expect(events.map(({ type }) => type)).toContain('started');
}, 20_000);

test('settings that keep the format keep the half of a sample that arrived before them', async () => {
  const { session, events } = start();
  session.push(pcm.subarray(0, 1));
  session.update({ ...SETTINGS, wantWords: false });
  session.push(pcm.subarray(1, 2 * RATE * 3));
  await session.finish();
  session.end('completed');
  expect(finalsOf(events).map(({ text }) => text)).toEqual([expect.stringMatching(/fellow/i)]);
}, 20_000);

test('silence is not decoded, and ends the session after a time', async () => {
  const { session, events, ended } = start({}, { maxMs: 600_000, maxSilentMs: 300 });
  session.push(new Uint8Array(10 * 2 * RATE));
  expect(await ended).toBe('silent');
  expect(events.filter(({ type }) => type === 'recognized')).toEqual([]);
  expect(session.counts.figures().utterances).toBe(0);
});

test('a session ends at its maximum, counted in audio as well as in time', async () => {
  expect(await start({}, { maxMs: 50, maxSilentMs: 600_000 }).ended).toBe('expired');
  const { session, ended } = start({}, { maxMs: 10_000, maxSilentMs: 600_000 });
  session.push(pcm);
  expect(await ended).toBe('expired');
});

test('nothing follows the end', async () => {
  const { session, events } = start();
  session.push(seconds(0, 3));
  session.end('completed');
  session.push(seconds(3, 6));
  session.commit();
  await session.finish();
  expect(events).toEqual([{ type: 'ended', end: 'completed', retryAfterSeconds: undefined }]);
});

test('a session that ends while it hears a frame sets no timer after its end', async () => {
  const maxSilentMs = 543_210;
  const timers = spyOn(globalThis, 'setTimeout');
  const timersOfSilence = () => timers.mock.calls.filter(([, ms]) => ms === maxSilentMs).length;
  const clock = () => performance.now() / 1000;
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const session = startLiveDictation(
    {
      ...{ speech: engine, formatter: createFormatter({}), pacing: createPacing(clock), clock },
      limits: { maxMs: 600_000, maxSilentMs },
    },
    { ...SETTINGS, turns: { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.8 } },
    (event) => {
      if (event.type !== 'started') return;
      resolve(timersOfSilence());
      session.end('completed');
    },
  );
  session.push(seconds(0, 5));
  const before = await ended;
  expect(timersOfSilence()).toBe(before);
  timers.mockRestore();
});
