import { createPacing } from '../../../dictation/live/pacing.ts';
import { startLiveDictation } from '../../../dictation/live/session.ts';
import type { LiveEvent, LiveSettings } from '../../../dictation/live/types.ts';
import { createFormatter } from '../../../formatting/formatter.ts';
import { createScheduler, PRIORITY } from '../../../speech/embedded/scheduler.ts';
import type { LiveSession, LiveWord, SpeechEngine, Transcript } from '../../../speech/types.ts';
import { FRAME_SECONDS } from '../../../speech/voice/frame.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

const RATE = 16_000;
const PART_SECONDS = 0.1;
const SILENCE_SECONDS = 1.5;
/** The bytes of a WAV file before its samples. */
const WAV_HEADER_BYTES = 44;
/**
 * Seconds of the bundled model on two cores, measured where one decode of the sample takes 0.42 s: opening a
 * recording, a frame of speech detection, the encoder for a second of audio and for its square, the decoder's first pass, each
 * token of it, a later step, and that for a second of audio.
 */
const COST = {
  ...{ open: 0.006, frame: 0.000_23, encoded: 0.007_3, encodedSquared: 0.000_13 },
  ...{ pass: 0.008_5, passToken: 0.000_3, step: 0.006_2, stepSecond: 0.000_2 },
} as const;
/**
 * Three sessions and the process that serves them keep both cores busy, so that the model is slower. With this factor, the
 * simulation of an earlier version predicted what `bun run bench live` measured of it: first words after 741 ms (measured: 740),
 * commits after 1,824 (1,718) and texts after 1,233 (1,159).
 */
const CONTENTION = 1.4;
/** Tokens per word: names and punctuation have tokens of their own. */
const TOKENS_PER_WORD = 1.2;

/** The speech of the sample: its words with their starts and ends, in three utterances, the last one with a short pause. */
const WORD_TIMES = [
  ...[0.35, 0.56, 0.56, 0.92, 0.92, 1.23, 1.23, 1.61, 1.61, 2.27],
  ...[3.3, 3.77, 3.77, 4.42],
  ...[5.41, 5.57, 5.57, 5.84, 5.84, 6.39, 6.39, 6.65, 6.65, 6.89, 6.89, 7.11, 7.11, 7.65],
  ...[8.19, 8.55, 8.55, 8.79, 8.79, 9.1, 9.1, 9.37, 9.37, 9.63, 9.63, 9.82, 9.82, 10.01, 10.01, 10.59],
] as const;
/** The audio after a word that the model needs to understand it. With less, it hears another word. */
const AFTER_SECONDS = 0.3;
/** The part of a word that the model takes for a word, and the minimum speech that it does not take for silence. */
const HALF_WORD_SECONDS = 0.15;
const MIN_HEARD_SECONDS = 0.55;
const LENGTH_SECONDS = 11;
const UTTERANCES = 3;

const SETTINGS: LiveSettings = {
  format: { encoding: 'pcm16', sampleRate: RATE },
  turns: { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.8 },
  ...{ language: 'en', dictionary: undefined, context: undefined, extraInstructions: undefined },
  ...{ formats: false, wantWords: true },
};

const WORDS: readonly LiveWord[] = WORD_TIMES.flatMap((start, index) =>
  index % 2 === 0 ? [{ text: `w${index / 2}`, start, end: WORD_TIMES[index + 1] ?? start, tokens: [index / 2] }] : [],
);

/** What a listener saw. Times are seconds after the beginning of the audio. */
export interface Seen {
  readonly event: LiveEvent;
  readonly at: number;
}

/** Seconds that one decode of the whole sample takes. */
export const decodeSeconds = secondsOfDecode();

/** What the sessions of one simulated run saw, and the share of the time in which the speech process worked. */
export interface Simulated {
  readonly sessions: readonly (readonly Seen[])[];
  readonly load: number;
}

/** The number of utterances that a session should have. */
export const utterances = UTTERANCES;

/**
 * Live sessions at the speed of speech on one speech process, in virtual time. The process takes the time that it was measured
 * to take and hears scripted words, so that the delays depend on nothing but the order of the work.
 * @param offsets when each session starts, in seconds
 */
export async function simulateSessions(offsets: readonly number[]): Promise<Simulated> {
  const clock = createVirtualClock();
  const { engine, worked } = simulatedEngine(clock, offsets.length > 1 ? CONTENTION : 1);
  const pacing = createPacing(clock.now);
  const heard = offsets.map(async (offset) => {
    await clock.sleep(offset);
    const seen: Seen[] = [];
    const session = startLiveDictation(
      {
        ...{ speech: engine, formatter: createFormatter({}), clock: clock.now, pacing },
        limits: { maxMs: 600_000, maxSilentMs: 600_000 },
      },
      SETTINGS,
      (event) => seen.push({ event, at: clock.now() - offset }),
    );
    const parts = Math.round((LENGTH_SECONDS + SILENCE_SECONDS) / PART_SECONDS);
    for (let part = 1; part <= parts; part++) {
      await clock.sleep(offset + part * PART_SECONDS - clock.now());
      session.push(audioFrom((part - 1) * PART_SECONDS));
    }
    await session.finish();
    session.end('completed');
    return seen;
  });
  const sessions = await clock.run(Promise.all(heard));
  return { sessions, load: worked() / clock.now() };
}

/** A part of a session's audio. Each sample is its own position in milliseconds, so that a decode knows which audio it has. */
function audioFrom(start: number): Uint8Array {
  const samples = Int16Array.from({ length: RATE * PART_SECONDS }, (_, index) =>
    Math.floor(1000 * (start + index / RATE) + 1e-6),
  );
  return new Uint8Array(samples.buffer);
}

/** The position of the audio in a WAV file, in seconds of its session. */
function placeOf(wav: Uint8Array): { readonly from: number; readonly to: number } {
  const from = new DataView(wav.buffer, wav.byteOffset).getInt16(WAV_HEADER_BYTES, true) / 1000;
  return { from, to: from + (wav.length - WAV_HEADER_BYTES) / 2 / RATE };
}

function secondsOfDecode(): number {
  const { encoder, steps } = costsOf(LENGTH_SECONDS, WORDS.length, 0);
  const detected = (LENGTH_SECONDS / FRAME_SECONDS) * COST.frame;
  return COST.open + detected + encoder + steps.reduce((sum, step) => sum + step, 0);
}

/** The words that the model hears in a window while they are spoken. The last ones are guesses, which differ each time. */
function guessedIn(from: number, to: number): readonly LiveWord[] {
  const started = WORDS.filter(({ start }) => start >= from && start + HALF_WORD_SECONDS <= to);
  if (to - (started[0]?.start ?? to) < MIN_HEARD_SECONDS) return [];
  return started.map((word) => {
    const isClear = word.end + AFTER_SECONDS <= to || !hasSpeech(word.end + 0.01, to);
    return isClear && word.end <= to
      ? word
      : { ...word, text: `${word.text}?${to}`, end: Math.min(word.end, to), tokens: [-1] };
  });
}

function wordsIn(from: number, to: number): readonly LiveWord[] {
  return WORDS.filter(({ start, end }) => start >= from && end <= to);
}

/** Seconds of each part of a decode. Words of a prefix or a draft need no step of their own. */
function costsOf(
  seconds: number,
  words: number,
  known: number,
): { readonly encoder: number; readonly steps: number[] } {
  const [tokens, knownTokens] = [Math.ceil(words * TOKENS_PER_WORD), Math.floor(known * TOKENS_PER_WORD)];
  const step = COST.step + seconds * COST.stepSecond;
  const steps = Array.from({ length: Math.max(0, tokens - knownTokens) }, () => step);
  return {
    encoder: seconds * COST.encoded + seconds ** 2 * COST.encodedSquared,
    steps: [COST.pass + knownTokens * COST.passToken, ...steps],
  };
}

/** @param slowdown how many times longer the process takes than alone */
function simulatedEngine(clock: VirtualClock, slowdown: number) {
  const scheduler = createScheduler();
  let workedSeconds = 0;
  let last: Promise<void> = Promise.resolve();

  /** Blocks the thread of the process, after the work that asked before. */
  function work(seconds: number): Promise<void> {
    workedSeconds += seconds * slowdown;
    last = last.then(() => clock.sleep(seconds * slowdown));
    return last;
  }

  async function detect(frames: number): Promise<void> {
    for (let frame = 0; frame < frames; frame++) await work(COST.frame);
  }

  /** A decode of the model: its encoder, its first pass, then a token at a time. */
  async function decode(
    priority: number,
    seconds: number,
    words: number,
    known: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const run = async (pause: () => Promise<void>) => {
      const { encoder, steps } = costsOf(seconds, words, known);
      await work(encoder);
      for (const cost of steps) {
        await pause();
        signal?.throwIfAborted();
        await work(cost);
      }
    };
    await scheduler.run(priority, run, signal);
  }

  async function openLive(): Promise<LiveSession> {
    let fed = 0;
    let frames = 0;
    return {
      feed: async (pcm) => {
        fed += pcm.length / 2 / RATE;
        const first = frames;
        frames = Math.floor(fed / FRAME_SECONDS + 1e-6);
        await scheduler.run(PRIORITY.audio, () => detect(frames - first));
        return Array.from({ length: frames - first }, (_, index) => speechAt((first + index + 0.5) * FRAME_SECONDS));
      },
      decode: async ({ from, to, prefix, draft = [] }, signal) => {
        const all = guessedIn(from, to);
        if (!hasSpeech(from, to)) return { words: [], isForeign: false };
        await decode(
          PRIORITY.live,
          to - from,
          all.length,
          prefix.length + draft.filter((token) => token >= 0).length,
          signal,
        );
        return { words: all.slice(prefix.length), isForeign: false };
      },
      close: () => undefined,
    };
  }

  const engine: Pick<SpeechEngine, 'capabilities' | 'openLive' | 'transcribe'> = {
    capabilities: () => ({ wordTimes: true, live: true }),
    openLive,
    transcribe: async ({ audio, signal }): Promise<Transcript> => {
      const { from, to } = placeOf('bytes' in audio ? audio.bytes : new Uint8Array(WAV_HEADER_BYTES + 2));
      const words = wordsIn(from, to);
      await work(COST.open);
      const frames = (to - from) / FRAME_SECONDS;
      await scheduler.run(
        PRIORITY.urgent,
        async (pause) => {
          for (let frame = 0; frame < frames; frame += 31) {
            await pause();
            await detect(Math.min(31, frames - frame));
          }
        },
        signal,
      );
      await decode(PRIORITY.urgent, to - from, words.length, 0, signal);
      return {
        text: words.map(({ text }) => text).join(' '),
        ...{ segments: [], diarized: false, durationSeconds: to - from, peaks: [], language: 'en' },
        ...{ engine: 'simulated', decodeMs: 0, inferenceMs: 0 },
      };
    },
  };
  return { engine, worked: () => workedSeconds };
}

function hasSpeech(from: number, to: number): boolean {
  return WORDS.some(({ start, end }) => start < to && end > from);
}

function speechAt(seconds: number): number {
  return WORDS.some(({ start, end }) => seconds >= start && seconds < end) ? 1 : 0;
}
