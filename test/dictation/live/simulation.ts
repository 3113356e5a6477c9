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
/** Seconds of the bundled model on two busy cores: for a decode, a second of its audio, and a token. */
const COST = { decode: 0.042, second: 0.021, token: 0.0154 } as const;
/** The speech of the sample: a word every 0.4 s, in two utterances. */
const SPEECH = [
  { from: 0.5, to: 4.9 },
  { from: 6.3, to: 10.7 },
] as const;
const WORD_SECONDS = 0.4;
const LENGTH_SECONDS = 11;

const SETTINGS: LiveSettings = {
  format: { encoding: 'pcm16', sampleRate: RATE },
  turns: { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.8 },
  ...{ language: 'en', dictionary: undefined, context: undefined, extraInstructions: undefined },
  ...{ formats: false, wantWords: true },
};

const WORDS: readonly LiveWord[] = SPEECH.flatMap(({ from, to }) =>
  Array.from({ length: Math.round((to - from) / WORD_SECONDS) }, (_, index) => {
    const start = from + index * WORD_SECONDS;
    const id = Math.round(start * 10);
    return { text: `w${id}`, start, end: start + WORD_SECONDS, tokens: [id] };
  }),
);

/** What a listener saw. Times are seconds after the beginning of the audio. */
export interface Seen {
  readonly event: LiveEvent;
  readonly at: number;
}

/** Seconds that one decode of a whole recording takes. */
export const decodeSeconds = COST.decode + LENGTH_SECONDS * COST.second + (LENGTH_SECONDS / WORD_SECONDS) * COST.token;

/** What the sessions of one simulated run saw, and the share of the time in which the model worked. */
export interface Simulated {
  readonly sessions: readonly (readonly Seen[])[];
  readonly load: number;
}

/**
 * Live sessions at the speed of speech on one model, in virtual time. The model costs the time that it was measured to
 * cost and hears scripted words, so that the delays depend on nothing but the order of the work.
 * @param offsets when each session starts, in seconds
 */
export async function simulateSessions(offsets: readonly number[]): Promise<Simulated> {
  const clock = createVirtualClock();
  const { engine, worked } = simulatedEngine(clock);
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
      session.push(new Uint8Array(2 * RATE * PART_SECONDS));
    }
    await session.finish();
    session.end('completed');
    return seen;
  });
  const sessions = await clock.run(Promise.all(heard));
  return { sessions, load: worked() / clock.now() };
}

function simulatedEngine(clock: VirtualClock) {
  const scheduler = createScheduler();
  let workedSeconds = 0;

  async function work(seconds: number): Promise<void> {
    workedSeconds += seconds;
    await clock.sleep(seconds);
  }

  /** A decode of the model: its first pass, then a token at a time. */
  async function decode(priority: number, seconds: number, tokens: number, signal?: AbortSignal): Promise<void> {
    await scheduler.run(priority, async (pause) => {
      signal?.throwIfAborted();
      await work(COST.decode + seconds * COST.second);
      for (let token = 0; token < tokens; token++) {
        await pause();
        signal?.throwIfAborted();
        await work(COST.token);
      }
    });
  }

  async function openLive(): Promise<LiveSession> {
    let fed = 0;
    let frames = 0;
    return {
      feed: async (pcm) => {
        fed += pcm.length / 2 / RATE;
        const first = frames;
        frames = Math.floor(fed / FRAME_SECONDS + 1e-6);
        return Array.from({ length: frames - first }, (_, index) => speechAt((first + index + 0.5) * FRAME_SECONDS));
      },
      decode: async ({ from, to, prefix }) => {
        const words = WORDS.filter(({ start, end }) => start >= from && end <= to).slice(prefix.length);
        await decode(PRIORITY.live, to - from, words.length + 1);
        return { words, isForeign: false };
      },
      close: () => undefined,
    };
  }

  const engine: Pick<SpeechEngine, 'capabilities' | 'openLive' | 'transcribe'> = {
    capabilities: () => ({ wordTimes: true, live: true }),
    openLive,
    transcribe: async ({ audio, signal }): Promise<Transcript> => {
      const seconds = 'bytes' in audio ? audio.bytes.length / 2 / RATE : 0;
      const words = Math.round(seconds / WORD_SECONDS);
      await decode(PRIORITY.urgent, seconds, words, signal);
      return {
        ...{ text: '', segments: [], diarized: false, durationSeconds: seconds, peaks: [], language: 'en' },
        ...{ engine: 'simulated', decodeMs: 0, inferenceMs: 0 },
      };
    },
  };
  return { engine, worked: () => workedSeconds };
}

function speechAt(seconds: number): number {
  return SPEECH.some(({ from, to }) => seconds >= from && seconds < to) ? 1 : 0;
}
