import OpenAI from 'openai';
import type { Log } from '../../platform/log.ts';
import { SpeechError } from '../types.ts';
import { type AnsweredClip, type ClipTranscript, hasSpeakers, readAnswer } from './answer.ts';
import { createRemoteApi, type RemoteApiOptions } from './api.ts';
import { createKnownDialects } from './dialect.ts';
import { remoteFailure } from './failure.ts';
import { createServerState } from './server-state.ts';
import { encodeWav } from './wav.ts';

export interface RemoteClientOptions extends RemoteApiOptions {
  /**
   * Whether a bundled sample is sent in the background, at the start and after an outage, to learn what the server
   * supports. Otherwise, only the answers for recordings show it.
   * @default false
   */
  readonly probes?: boolean;
  readonly log: Log;
}

/** What a caller requests for a clip. */
export interface ClipOptions {
  readonly language: string | undefined;
  readonly words: boolean;
  /** Whether the server should distinguish speakers. */
  readonly speakers: boolean;
}

export interface RemoteClient {
  /** @throws {SpeechError} */
  transcribe(
    samples: Int16Array,
    clip: AnsweredClip,
    options: ClipOptions,
    signal: AbortSignal,
  ): Promise<ClipTranscript>;
  /**
   * Resolves if anything answers at the server's address and the server did not refuse the configuration. Sends neither
   * key nor audio of a caller.
   * @throws {SpeechError} `engine_unavailable`, `engine_misconfigured`
   */
  reachable(signal: AbortSignal): Promise<void>;
  /** Ends a probe that runs. */
  close(): void;
}

/** Transcribes clips with the most options that the server supports. It never retries; callers do. */
export function createRemoteClient({ probes = false, log, ...options }: RemoteClientOptions): RemoteClient {
  const { timeoutMs } = options;
  const api = createRemoteApi(options);
  const dialects = createKnownDialects();
  const state = createServerState({ api, dialects, probes, timeoutMs, log });

  async function transcribeClip(
    samples: Int16Array,
    clip: AnsweredClip,
    { language, words, speakers: wantSpeakers }: ClipOptions,
    signal: AbortSignal,
  ): Promise<ClipTranscript> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, timeout]);
    const file = new File([encodeWav(samples)], 'audio.wav', { type: 'audio/wav' });
    const speakers = wantSpeakers && clip.speaker === null;
    const candidates = dialects.candidates({ speakers, words, hints: clip.vocabulary.length > 0 });
    for (const [index, dialect] of candidates.entries()) {
      const isLast = index === candidates.length - 1;
      try {
        const answer = await api.transcribe({ file, dialect, language, vocabulary: clip.vocabulary }, ended);
        // Some servers accept any format and answer with the only one that they support.
        if (dialect.format === 'diarized_json' && !hasSpeakers(answer) && !isLast) continue;
        // Options that were refused before are not requested again.
        dialects.learn(candidates.slice(0, index + 1));
        return readAnswer(answer, clip, words);
      } catch (error) {
        const refused = error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
        if (!refused || isLast) throw remoteFailure(error, signal, timeout);
      }
    }
    throw new SpeechError('engine_failed');
  }

  return {
    transcribe: (...clip) => state.watch(() => transcribeClip(...clip)),
    reachable: state.reachable,
    close: state.close,
  };
}
