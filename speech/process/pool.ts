import { resolve } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { type Piece, SpeechError, type TranscribeRequest } from '../types.ts';
import type { Call, OnMessage, OwnMessage } from './calls.ts';
import type { CallMessage, ClipsOfPiece, JobOptions, JobResult, ProcessSettings } from './messages.ts';
import { keepProcess, ProcessDiedError, type SpeechProcess } from './speech-process.ts';

export interface PoolOptions {
  readonly settings: ProcessSettings;
  readonly processes: number;
  /** Calls that all processes together take; one more is refused. */
  readonly maxJobs: number;
  readonly log: Log;
}

/** Called with each part of a recording in time order, and awaited before the next part is made. */
export interface JobHandlers {
  readonly onPiece?: (piece: Piece) => Promise<void>;
  /** `samples` holds the clips one after the other. */
  readonly onClips?: (piece: ClipsOfPiece, samples: Int16Array) => Promise<void>;
}

/** Speech processes that are kept alive. */
export interface ProcessPool {
  /** Resolves once every process is warm. */
  ready(): Promise<void>;
  /** Resolves once one of them is warm, so that calls go on. */
  anyReady(): Promise<void>;
  /**
   * Transcribes on the process with the fewest calls. When that process dies, the job continues once more on another,
   * after the last stored piece.
   * @throws {SpeechError} `engine_busy` when the queue is full, `engine_unavailable` when processes die
   */
  transcribe(request: TranscribeRequest, handlers: JobHandlers): Promise<JobResult>;
  /**
   * Opens a call on the process with the fewest.
   * @throws {SpeechError} `engine_busy`, `engine_unavailable`
   */
  open(first: OwnMessage, onMessage: OnMessage): Promise<Call>;
  close(): Promise<void>;
}

/** What a refused caller is told: some calls are done by then. */
const BUSY_RETRY_SECONDS = 2;
/** A job is tried once more. A second death at the same place is caused by the recording. */
const MAX_DEATHS = 2;
const UPLOAD_CHUNK_BYTES = 256 * 1024;

/** Starts the processes, and starts each again when it ends. */
export function createProcessPool({ settings, processes, maxJobs, log }: PoolOptions): ProcessPool {
  const pool = Array.from({ length: processes }, () => keepProcess(settings, log));

  async function transcribe(request: TranscribeRequest, handlers: JobHandlers): Promise<JobResult> {
    let from = request.finished?.at(-1)?.end ?? 0;
    for (let deaths = 0; ; ) {
      const before = from;
      try {
        return await transcribeOnce(request, from, async (message, payload) => {
          from = await deliver(handlers, message, payload);
        });
      } catch (error) {
        if (!(error instanceof ProcessDiedError)) throw error;
        // Pieces that were finished since the last death show that this recording did not cause it.
        deaths = from > before ? 1 : deaths + 1;
        log.warn({ deaths }, 'Speech process died during a job');
        if (deaths === MAX_DEATHS && error.tookTooMuchMemory) throw new SpeechError('audio_undecodable');
        if (deaths === MAX_DEATHS) throw new SpeechError('engine_unavailable', BUSY_RETRY_SECONDS);
      }
    }
  }

  /** @param onPart awaited before the process makes the next part; what it throws ends the job */
  async function transcribeOnce(
    request: TranscribeRequest,
    from: number,
    onPart: (message: CallMessage, payload: Uint8Array) => Promise<void>,
  ): Promise<JobResult> {
    const { audio, signal } = request;
    if (signal.aborted) throw new SpeechError('cancelled');
    const call = await open({ type: 'transcribe', ...jobOptions(request, from) }, (message, payload, own) => {
      onPart(message, payload).then(
        () => own.send({ type: 'continue' }),
        (error: unknown) => own.abandon(error),
      );
    });
    const onAbort = () => call.abandon(new SpeechError('cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    if ('bytes' in audio) upload(call, audio.bytes);
    return call.result.finally(() => signal.removeEventListener('abort', onAbort));
  }

  async function open(first: OwnMessage, onMessage: OnMessage): Promise<Call> {
    if (pool.reduce((sum, { load }) => sum + load, 0) >= maxJobs) {
      throw new SpeechError('engine_busy', BUSY_RETRY_SECONDS);
    }
    return leastBusy(pool).open(first, onMessage);
  }

  return {
    ready: async () => void (await Promise.all(pool.map((process) => process.ready()))),
    anyReady: () => Promise.any(pool.map((process) => process.ready())),
    transcribe,
    open,
    close: async () => void (await Promise.all(pool.map((process) => process.close()))),
  };
}

function leastBusy(pool: readonly SpeechProcess[]): SpeechProcess {
  return pool.reduce((best, other) => (other.load < best.load ? other : best));
}

function jobOptions(request: TranscribeRequest, from: number): JobOptions {
  const { audio, maxSeconds, separateChannels, vocabulary, wantWords = false } = request;
  // Absolute, because the process has another working directory.
  const source = 'path' in audio ? { path: resolve(audio.path) } : { byteLength: audio.bytes.length };
  const detectLanguage = request.language === undefined;
  return { source, maxSeconds, separateChannels, vocabulary, wantWords, detectLanguage, from };
}

/** Hands a part of the recording to its handler. @returns where the part ends, in seconds */
async function deliver(handlers: JobHandlers, message: CallMessage, payload: Uint8Array): Promise<number> {
  if (message.type === 'piece') {
    await handlers.onPiece?.(message.piece);
    return message.piece.end;
  }
  if (message.type !== 'clips') throw new SpeechError('engine_failed');
  // Copied, because a frame's payload is not aligned to two bytes.
  await handlers.onClips?.(message, new Int16Array(new Uint8Array(payload).buffer));
  return message.end;
}

/** Sends a recording as fast as the process takes it, while the caller waits for it. */
async function upload(call: Call, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && call.isOpen(); at += UPLOAD_CHUNK_BYTES) {
    await call.send({ type: 'audio' }, bytes.subarray(at, at + UPLOAD_CHUNK_BYTES));
  }
}
