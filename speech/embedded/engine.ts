import { basename, resolve } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { openLive } from '../process/live.ts';
import { createProcessPool } from '../process/pool.ts';
import { joinPieces } from '../transcript.ts';
import {
  type LiveOptions,
  type Piece,
  type SpeechEngine,
  SpeechError,
  type TranscribeRequest,
  type Transcript,
} from '../types.ts';

export interface EmbeddedEngineOptions {
  /**
   * The number of speech processes. Each has its own models: 280 MB idle, up to 650 MB busy, whatever a recording's
   * length.
   */
  readonly processes: number;
  /** The number of threads of one inference. */
  readonly threads: number;
  /** Folder of another Moonshine model. */
  readonly modelDir: string | undefined;
  /** The maximum number of jobs that wait or run. One more fails with `engine_busy`. */
  readonly maxJobs: number;
  /** Starts the processes when they are used first. */
  readonly startsWhenUsed: boolean;
  readonly log: Log;
}

const NAME = 'moonshine-tiny';
const LANGUAGE = 'en';

/** The bundled engine: Moonshine tiny, English, on the CPU, in separate processes. */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): SpeechEngine {
  const { modelDir: given } = options;
  // Absolute, because the process has another working directory.
  const modelDir = given === undefined ? undefined : resolve(given);
  const name = modelDir === undefined ? NAME : basename(modelDir);
  // Another model's alignment heads are unknown, and live sessions need word times.
  const knowsTimes = modelDir === undefined;
  const pool = createProcessPool({
    settings: { transcribes: true, threads: options.threads, modelDir },
    processes: options.processes,
    maxJobs: options.maxJobs,
    startsWhenUsed: options.startsWhenUsed,
    log: options.log,
  });

  async function transcribe(request: TranscribeRequest): Promise<Transcript> {
    if (!speaksEnglish(request.language)) throw new SpeechError('unsupported_language');
    const pieces: Piece[] = [...(request.finished ?? [])];
    const onPiece = async (piece: Piece) => {
      await request.onPiece?.(piece);
      pieces.push(piece);
    };
    const result = await pool.transcribe(request, { onPiece });
    return { ...joinPieces(pieces, result), inferenceMs: result.inferenceMs, language: LANGUAGE, engine: name };
  }

  async function openSession(session: LiveOptions) {
    if (!knowsTimes) throw new SpeechError('engine_failed');
    if (!speaksEnglish(session.language)) throw new SpeechError('unsupported_language');
    return openLive(pool, session);
  }

  return {
    name,
    capabilities: () => ({ wordTimes: knowsTimes, live: knowsTimes }),
    open: pool.openRecording,
    transcribe,
    openLive: openSession,
    ready: pool.ready,
    reachable: pool.anyReady,
    close: pool.close,
  };
}

/** English by ISO 639-1 and 639-2 codes, with or without a region, and by name. Undefined requests detection. */
function speaksEnglish(language: string | undefined): boolean {
  return language === undefined || /^\s*(?:en|eng|english)\s*(?:[-_]|$)/i.test(language);
}
