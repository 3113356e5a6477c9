import type { Log } from '../../platform/log.ts';
import { SAMPLE_RATE } from '../decode/audio.ts';
import type { ClipsOfPiece } from '../process/messages.ts';
import { createProcessPool, type ProcessPool } from '../process/pool.ts';
import { joinPieces } from '../transcript.ts';
import { type Piece, type SpeechEngine, SpeechError, type TranscribeRequest, type Transcript } from '../types.ts';
import type { ClipTranscript } from './answer.ts';
import { createRemoteClient, type RemoteClientOptions } from './client.ts';

export interface RemoteEngineOptions extends RemoteClientOptions {
  /** The number of processes that decode and detect speech before anything is sent. */
  readonly processes: number;
  /** The maximum number of jobs that wait or run. One more fails with `engine_busy`. */
  readonly maxJobs: number;
  /** Starts the processes when they are used first. @default false */
  readonly startsWhenUsed?: boolean;
  readonly log: Log;
  /** Processes that several engines share. An engine does not close them. */
  readonly pool?: ProcessPool;
}

/**
 * An engine behind the OpenAI API. Recordings are first decoded here, in a separate process: bad, empty and too long
 * ones are rejected, silence is never sent, and long ones are sent in pieces.
 */
export function createRemoteEngine({ pool: shared, ...options }: RemoteEngineOptions): SpeechEngine {
  const { processes, maxJobs, startsWhenUsed = false, log, ...server } = options;
  const client = createRemoteClient({ ...server, log });
  const settings = { transcribes: false, threads: 1 };
  const pool = shared ?? createProcessPool({ settings, processes, maxJobs, startsWhenUsed, log });

  async function transcribe(request: TranscribeRequest): Promise<Transcript> {
    const pieces: Piece[] = [...(request.finished ?? [])];
    let language: string | null = request.language ?? null;
    let inferenceMs = 0;
    const onClips = async (piece: ClipsOfPiece, samples: Int16Array) => {
      const started = performance.now();
      const transcripts = await transcribeClips(piece, samples, request);
      inferenceMs += performance.now() - started;
      language ??= transcripts.find((clip) => clip.language !== null)?.language ?? null;
      const segments = transcripts.flatMap((clip) => clip.segments).sort((one, other) => one.start - other.start);
      const finished = { start: piece.start, end: piece.end, segments };
      await request.onPiece?.(finished);
      pieces.push(finished);
    };
    const result = await pool.transcribe(request, { onClips });
    return { ...joinPieces(pieces, result), inferenceMs, language, engine: server.model };
  }

  /** Sends one clip at a time, so that a recording has one open request. */
  async function transcribeClips(
    piece: ClipsOfPiece,
    samples: Int16Array,
    request: TranscribeRequest,
  ): Promise<ClipTranscript[]> {
    const transcripts: ClipTranscript[] = [];
    const { language, wantWords: words = false, separateChannels: speakers } = request;
    const options = { language, words, speakers };
    let at = 0;
    for (const { start, speaker, sampleCount } of piece.clips) {
      const clip = { start, end: start + sampleCount / SAMPLE_RATE, speaker, vocabulary: request.vocabulary };
      const own = samples.subarray(at, at + sampleCount);
      transcripts.push(await client.transcribe(own, clip, options, request.signal));
      at += sampleCount;
    }
    return transcripts;
  }

  return {
    name: server.model,
    // The answers show whether the server supports word times.
    capabilities: () => ({ wordTimes: true, live: false }),
    open: pool.openRecording,
    transcribe,
    openLive: () => Promise.reject(new SpeechError('engine_failed')),
    ready: pool.ready,
    reachable: async (signal) => void (await Promise.all([pool.anyReady(), client.reachable(signal)])),
    close: async () => {
      client.close();
      if (shared === undefined) await pool.close();
    },
  };
}
