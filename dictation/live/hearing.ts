import {
  type DecodeWindow,
  type LiveHypothesis,
  type LiveOptions,
  type LiveSession,
  SpeechError,
} from '../../speech/types.ts';
import { FRAME_SECONDS } from '../../speech/voice/frame.ts';
import type { RecentAudio } from './recent-audio.ts';

/** A frame of audio. `end` is seconds of the session; `speech` tells how likely it holds speech. */
export interface HeardFrame {
  readonly end: number;
  readonly speech: number;
}

/** The engine's side of a live session. It survives the death of a speech process. */
export interface Hearing {
  /**
   * Lets the engine hear all audio that it does not know yet.
   * @param keepFrom where the audio begins that is still to be decoded
   * @returns each new frame once
   * @throws {SpeechError}
   */
  hear(keepFrom: number): Promise<readonly HeardFrame[]>;
  /** @returns undefined when the speech process died: the next {@link hear} opens another session in it */
  decode(window: DecodeWindow): Promise<LiveHypothesis | undefined>;
  /** Has other options from the next call on. */
  reopen(options: LiveOptions): void;
  close(): void;
}

/** A session of the engine. Its own time begins at `base`. */
interface Opened {
  readonly session: LiveSession;
  readonly base: number;
  fedUntil: number;
  frames: number;
}

/** The engine forgets older audio. */
const MAX_REFED_SECONDS = 40;
/** Audio that is passed on at once. */
const CHUNK_SECONDS = 1;
/** A second death on the same audio is caused by it. */
const MAX_DEATHS = 2;

export function createHearing(
  engine: { openLive(options: LiveOptions): Promise<LiveSession> },
  initial: LiveOptions,
  audio: RecentAudio,
): Hearing {
  let options = initial;
  let opened: Opened | undefined;
  let seenUntil = 0;
  let deaths = 0;
  let closed = false;

  async function hear(keepFrom: number): Promise<readonly HeardFrame[]> {
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

  async function feed(to: Opened): Promise<readonly HeardFrame[]> {
    const heard: HeardFrame[] = [];
    for (const end = audio.end(); to.fedUntil < end; ) {
      const until = Math.min(end, to.fedUntil + CHUNK_SECONDS);
      const speech = await to.session.feed(audio.read(to.fedUntil, until));
      to.fedUntil = until;
      for (const likelihood of speech) {
        to.frames += 1;
        heard.push({ end: to.base + to.frames * FRAME_SECONDS, speech: likelihood });
      }
    }
    const fresh = heard.filter((frame) => frame.end > seenUntil);
    seenUntil = Math.max(seenUntil, fresh.at(-1)?.end ?? 0);
    return fresh;
  }

  async function decode({ from, to, prefix }: DecodeWindow): Promise<LiveHypothesis | undefined> {
    const at = opened;
    if (at === undefined) return undefined;
    const start = Math.max(0, from - at.base);
    if (to - at.base <= start) return undefined;
    try {
      const { words, isForeign } = await at.session.decode({ from: start, to: to - at.base, prefix });
      const later = words.map((word) => ({ ...word, start: word.start + at.base, end: word.end + at.base }));
      return { words: later, isForeign };
    } catch {
      return undefined; // feeding meets the same failure, and decides
    }
  }

  function drop(): void {
    opened?.session.close();
    opened = undefined;
  }

  return {
    hear,
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

/** The speech process died, or ends just now. */
function isDeath(error: unknown): boolean {
  return !(error instanceof SpeechError) || error.code === 'engine_unavailable';
}

function retryAfter(error: unknown): number | undefined {
  return error instanceof SpeechError ? error.retryAfterSeconds : undefined;
}
