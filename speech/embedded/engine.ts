import type { Log } from '../../runtime/log.ts';
import { createProcessPool } from '../process/pool.ts';
import { type Piece, type SpeechEngine, SpeechError, type TranscribeRequest, type Transcript } from '../types.ts';

export interface EmbeddedEngineOptions {
  /** Speech processes, each with models of its own (about 250 MB). */
  readonly processes: number;
  /** Processor threads of one inference. */
  readonly threads: number;
  /** Jobs that wait or run at once; one more fails with `engine_busy`. */
  readonly maxJobs?: number;
  readonly log: Log;
}

const NAME = 'moonshine-tiny';
const LANGUAGE = 'en';
const DEFAULT_MAX_JOBS = 64;

/** The engine that comes with Sotto: Moonshine tiny, English, on the processor, in processes of its own. */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): SpeechEngine {
  const pool = createProcessPool({
    settings: { transcribes: true, threads: options.threads },
    processes: options.processes,
    maxJobs: options.maxJobs ?? DEFAULT_MAX_JOBS,
    log: options.log,
  });

  async function transcribe(request: TranscribeRequest): Promise<Transcript> {
    if (!speaksEnglish(request.language)) throw new SpeechError('unsupported_language');
    const pieces: Piece[] = [...(request.finished ?? [])];
    const result = await pool.run({
      options: {
        task: 'transcribe',
        source: 'path' in request.audio ? request.audio : { byteLength: request.audio.bytes.length },
        maxSeconds: request.maxSeconds,
        separateChannels: request.separateChannels,
        vocabulary: request.vocabulary,
        from: pieces.at(-1)?.end ?? 0,
      },
      bytes: 'bytes' in request.audio ? request.audio.bytes : undefined,
      signal: request.signal,
      onPiece: async (piece) => {
        pieces.push(piece);
        await request.onPiece?.(piece);
      },
    });
    return { ...joinPieces(pieces), ...result, language: LANGUAGE, engine: NAME };
  }

  return { name: NAME, transcribe, ready: pool.ready, close: pool.close };
}

/** Undefined asks for detection, which this engine answers with the only language that it knows. */
function speaksEnglish(language: string | undefined): boolean {
  return language === undefined || /^en(?:[-_]|$)/i.test(language);
}

function joinPieces(pieces: readonly Piece[]): Pick<Transcript, 'text' | 'segments'> {
  const segments = pieces.flatMap((piece) => piece.segments);
  return { segments, text: segments.map((segment) => segment.text).join(' ') };
}
