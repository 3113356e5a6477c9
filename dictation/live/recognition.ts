import {
  type DecodeWindow,
  type LiveHypothesis,
  type LiveOptions,
  type LiveSession,
  SpeechError,
} from '../../speech/types.ts';
import { FRAME_SECONDS } from '../../speech/voice/frame.ts';
import type { RecentAudio } from './recent-audio.ts';

/** A frame of audio. `end` is seconds of the session; `speech` is the probability of speech. */
export interface AnalyzedFrame {
  readonly end: number;
  readonly speech: number;
}

/** The engine's session behind a live session. It is reopened if a speech process dies. */
export interface Recognition {
  /**
   * Sends all new audio to the engine.
   * @param keepFrom the start of the audio that is still to be decoded
   * @returns each new frame once
   * @throws {SpeechError}
   */
  analyze(keepFrom: number): Promise<readonly AnalyzedFrame[]>;
  /**
   * @param signal drops the decode when its result is no longer needed
   * @returns undefined if it was dropped or the speech process died; the next {@link analyze} opens another session
   */
  decode(window: DecodeWindow, signal: AbortSignal): Promise<LiveHypothesis | undefined>;
  /** Changes the options from the next call on. */
  reopen(options: LiveOptions): void;
  close(): void;
}

/** A session of the engine. Its time starts at `base`. */
interface Opened {
  readonly session: LiveSession;
  readonly base: number;
  fedUntil: number;
  frames: number;
}

/** The engine discards older audio. */
const MAX_REFED_SECONDS = 40;
/** The maximum audio per call. */
const CHUNK_SECONDS = 1;
/** The maximum number of process deaths on the same audio, which then is the cause. */
const MAX_DEATHS = 2;

export function createRecognition(
  engine: { openLive(options: LiveOptions): Promise<LiveSession> },
  initial: LiveOptions,
  audio: RecentAudio,
): Recognition {
  let options = initial;
  let opened: Opened | undefined;
  let seenUntil = 0;
  let deaths = 0;
  let closed = false;

  async function analyze(keepFrom: number): Promise<readonly AnalyzedFrame[]> {
    for (;;) {
      try {
        opened ??= await open(keepFrom);
        const frames = await feed(opened);
        deaths = 0;
        return frames;
      } catch (error) {
        opened = undefined;
        deaths += 1;
        if (closed || !isDeath(error)) throw error;
        if (deaths >= MAX_DEATHS) throw new SpeechError('engine_unavailable', retryAfter(error));
      }
    }
  }

  async function open(keepFrom: number): Promise<Opened> {
    const base = Math.max(keepFrom, audio.end() - MAX_REFED_SECONDS);
    const session = await engine.openLive(options);
    if (!closed) return { session, base, fedUntil: base, frames: 0 };
    session.close();
    throw new SpeechError('cancelled');
  }

  async function feed(to: Opened): Promise<readonly AnalyzedFrame[]> {
    const frames: AnalyzedFrame[] = [];
    for (const end = audio.end(); to.fedUntil < end; ) {
      const until = Math.min(end, to.fedUntil + CHUNK_SECONDS);
      const speech = await to.session.feed(audio.read(to.fedUntil, until));
      to.fedUntil = until;
      for (const likelihood of speech) {
        to.frames += 1;
        frames.push({ end: to.base + to.frames * FRAME_SECONDS, speech: likelihood });
      }
    }
    const fresh = frames.filter((frame) => frame.end > seenUntil);
    seenUntil = Math.max(seenUntil, fresh.at(-1)?.end ?? 0);
    return fresh;
  }

  async function decode({ from, to, ...rest }: DecodeWindow, signal: AbortSignal): Promise<LiveHypothesis | undefined> {
    const at = opened;
    if (at === undefined) return undefined;
    const start = Math.max(0, from - at.base);
    if (to - at.base <= start) return undefined;
    try {
      const { words, isForeign } = await at.session.decode({ ...rest, from: start, to: to - at.base }, signal);
      const later = words.map((word) => ({ ...word, start: word.start + at.base, end: word.end + at.base }));
      return { words: later, isForeign };
    } catch {
      return undefined; // sending the audio meets the same failure, if it is one, and handles it
    }
  }

  function drop(): void {
    opened?.session.close();
    opened = undefined;
  }

  return {
    analyze,
    decode,
    reopen: (next) => {
      options = next;
      drop();
    },
    close: () => {
      closed = true;
      drop();
    },
  };
}

/** Whether the speech process died or is ending. */
function isDeath(error: unknown): boolean {
  return !(error instanceof SpeechError) || error.code === 'engine_unavailable';
}

function retryAfter(error: unknown): number | undefined {
  return error instanceof SpeechError ? error.retryAfterSeconds : undefined;
}
