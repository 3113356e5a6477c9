import { resolve } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { type Piece, SpeechError, type TranscribeRequest } from '../types.ts';
import type { Call, OnMessage, OwnMessage } from './calls.ts';
import { availableIsolation } from './isolation.ts';
import type { CallMessage, ClipsOfPiece, JobOptions, JobResult, ProcessSettings } from './messages.ts';
import { keepProcess, ProcessDiedError, type SpeechProcess } from './speech-process.ts';

export interface PoolOptions {
  readonly settings: ProcessSettings;
  readonly processes: number;
  /** The maximum number of calls of all processes. One more is rejected. */
  readonly maxJobs: number;
  readonly log: Log;
}

/** Called with each part of a recording in time order, and awaited before the next part is made. */
export interface JobHandlers {
  readonly onPiece?: (piece: Piece) => Promise<void>;
  /** `samples` contains the clips one after the other. */
  readonly onClips?: (piece: ClipsOfPiece, samples: Int16Array) => Promise<void>;
}

/** A pool of speech processes, which are restarted when they end. */
export interface ProcessPool {
  /** Resolves once every process has loaded its models. */
  ready(): Promise<void>;
  /** Resolves once one process has loaded its models. */
  anyReady(): Promise<void>;
  /**
   * Transcribes on the process with the fewest calls. If that process dies, the job continues once on another one,
   * after the last stored piece.
   * @throws {SpeechError} `engine_busy` if the queue is full, `engine_unavailable` if processes die
   */
  transcribe(request: TranscribeRequest, handlers: JobHandlers): Promise<JobResult>;
  /**
   * Opens a call on the process with the fewest.
   * @throws {SpeechError} `engine_busy`, `engine_unavailable`
   */
  open(first: OwnMessage, onMessage: OnMessage): Promise<Call>;
  close(): Promise<void>;
}

/** The `Retry-After` of a rejected caller. Some calls have ended by then. */
const BUSY_RETRY_SECONDS = 2;
/** The maximum number of process deaths per piece. The recording causes a second death at the same place. */
const MAX_DEATHS = 2;
const UPLOAD_CHUNK_BYTES = 256 * 1024;

/** Starts the processes, and restarts each that ends. */
export function createProcessPool({ settings, processes, maxJobs, log }: PoolOptions): ProcessPool {
  log.info({ isolation: availableIsolation() }, 'Speech processes use this isolation');
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
        // A finished piece since the last death shows that this recording did not cause it.
        deaths = from > before ? 1 : deaths + 1;
        log.warn({ deaths }, 'Speech process died during a job');
        if (deaths === MAX_DEATHS && error.tookTooMuchMemory) throw new SpeechError('audio_undecodable');
        if (deaths === MAX_DEATHS) throw new SpeechError('engine_unavailable', BUSY_RETRY_SECONDS);
      }
    }
  }

  /** @param onPart awaited before the process makes the next part; if it throws, the job ends */
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
  const { audio, maxSeconds, separateChannels, vocabulary, wantWords = false, isUrgent = false } = request;
  // Absolute, because the process has another working directory.
  const source = 'path' in audio ? { path: resolve(audio.path) } : { byteLength: audio.bytes.length };
  const detectLanguage = request.language === undefined;
  return { source, maxSeconds, separateChannels, vocabulary, wantWords, isUrgent, detectLanguage, from };
}

/**
 * Passes a part of the recording to its handler.
 * @returns the end of the part, in seconds
 */
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

/** Sends a recording as fast as the process accepts it, as long as the caller waits for it. */
async function upload(call: Call, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && call.isOpen(); at += UPLOAD_CHUNK_BYTES) {
    await call.send({ type: 'audio' }, bytes.subarray(at, at + UPLOAD_CHUNK_BYTES));
  }
}
