import type { Log } from '../../platform/log.ts';
import type { ArrivingAudio } from '../arriving.ts';
import type { ByteSource } from '../byte-source.ts';
import { openSource } from '../decode/source.ts';
import { type Piece, SpeechError, type TranscribeRequest } from '../types.ts';
import type { Call, OnMessage, OwnMessage } from './calls.ts';
import { availableIsolation } from './isolation.ts';
import { type OpenedJob, openJob, type Part } from './job.ts';
import type { ClipsOfPiece, JobOptions, JobResult, ProcessSettings } from './messages.ts';
import { keepProcess, ProcessDiedError, type SpeechProcess } from './speech-process.ts';

export interface PoolOptions {
  readonly settings: ProcessSettings;
  readonly processes: number;
  /** The maximum number of jobs of all processes, without recordings that still arrive. One more is rejected. */
  readonly maxJobs: number;
  readonly log: Log;
  /** Starts the processes at the first call or at the first question whether they are ready. @default false */
  readonly startsWhenUsed?: boolean;
  /** The time between two checks that a process is not stuck. @default 5 seconds */
  readonly checkEveryMs?: number;
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
  /** Decodes a recording while it arrives. If it is not transcribed, `signal` ends that. */
  prepare(audio: ArrivingAudio, maxSeconds: number, signal: AbortSignal): void;
  /**
   * Transcribes on the process with the fewest jobs. If that process dies, the job continues once on another one,
   * after the last stored piece.
   * @throws {SpeechError} `engine_busy` if the queue is full, `engine_unavailable` if processes die
   */
  transcribe(request: TranscribeRequest, handlers: JobHandlers): Promise<JobResult>;
  /**
   * Opens a call on the process with the fewest jobs.
   * @throws {SpeechError} `engine_busy`, `engine_unavailable`
   */
  open(first: OwnMessage, onMessage: OnMessage): Promise<Call>;
  close(): Promise<void>;
}

/** A job that was opened while its recording arrives. */
interface PreparedJob {
  readonly process: SpeechProcess;
  readonly opening: Promise<OpenedJob>;
}

/** The `Retry-After` of a rejected caller. Some calls have ended by then. */
const BUSY_RETRY_SECONDS = 2;
/** The maximum number of process deaths per piece. The recording causes a second death at the same place. */
const MAX_DEATHS = 2;

/** Starts the processes, and restarts each that ends. */
export function createProcessPool(options: PoolOptions): ProcessPool {
  const { settings, processes, maxJobs, log, checkEveryMs, startsWhenUsed = false } = options;
  log.info({ isolation: availableIsolation() }, 'Speech processes use this isolation');
  const start = () => Array.from({ length: processes }, () => keepProcess(settings, log, checkEveryMs));
  let started = startsWhenUsed ? undefined : start();
  let closed = false;
  const prepared = new Map<ByteSource, PreparedJob>();
  const preparedOn = (process: SpeechProcess) =>
    prepared.values().reduce((sum, job) => sum + (job.process === process ? 1 : 0), 0);
  /** Without the recordings that are still arriving, which are not jobs yet. */
  const jobsOn = (process: SpeechProcess) => process.load - preparedOn(process);
  /** A recording that stops arriving must not keep jobs from its process. */
  const fewestJobs = () => leastBusy(pool(), (one, other) => jobsOn(one) - jobsOn(other) || one.load - other.load);

  /** @throws {SpeechError} `engine_unavailable` after the end of a pool that was never used */
  function pool(): readonly SpeechProcess[] {
    if (started === undefined && closed) throw new SpeechError('engine_unavailable');
    started ??= start();
    return started;
  }

  function prepare(audio: ArrivingAudio, maxSeconds: number, signal: AbortSignal): void {
    if (signal.aborted || closed) return;
    const process = leastBusy(pool(), (one, other) => one.load - other.load);
    const opening = openJob(process, audio, maxSeconds);
    prepared.set(audio, { process, opening });
    const discard = () => {
      if (prepared.delete(audio)) opening.then(({ call }) => call.abandon(new SpeechError('cancelled')), ignore);
    };
    signal.addEventListener('abort', discard, { once: true });
    // If it cannot be opened or its process dies, transcribe() opens another one.
    const forget = () => {
      if (prepared.get(audio)?.opening === opening) prepared.delete(audio);
    };
    opening.then(({ call }) => call.result).then(forget, forget);
  }

  async function transcribe(request: TranscribeRequest, handlers: JobHandlers): Promise<JobResult> {
    const { audio } = request;
    const source = 'arriving' in audio ? audio.arriving : await openSource(audio);
    try {
      return await transcribeSource(source, request, handlers);
    } finally {
      await source.close();
    }
  }

  async function transcribeSource(
    source: ByteSource,
    request: TranscribeRequest,
    handlers: JobHandlers,
  ): Promise<JobResult> {
    let from = request.finished?.at(-1)?.end ?? 0;
    for (let deaths = 0; ; ) {
      const before = from;
      try {
        return await transcribeOnce(source, request, from, async (part, payload) => {
          from = await deliver(handlers, part, payload);
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
    source: ByteSource,
    request: TranscribeRequest,
    from: number,
    onPart: OpenedJob['onPart'],
  ): Promise<JobResult> {
    const { signal } = request;
    if (signal.aborted) throw new SpeechError('cancelled');
    assertNotFull();
    const open = () => openJob(fewestJobs(), source, request.maxSeconds);
    const early = takePrepared(source);
    // Nothing is awaited between the check and the start, so that the next caller sees this job.
    const job = early === undefined ? await open() : ((await early) ?? (await open()));
    const { call } = job;
    job.onPart = onPart;
    const onAbort = () => call.abandon(new SpeechError('cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else call.send({ type: 'transcribe', ...jobOptions(request, from) });
    return call.result.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /**
   * The job that was opened while the recording arrived; undefined if there is none, and it resolves to undefined if its
   * process has died since.
   */
  function takePrepared(source: ByteSource): Promise<OpenedJob | undefined> | undefined {
    const job = prepared.get(source);
    prepared.delete(source);
    return job?.opening.then((opened) => (opened.call.isOpen() ? opened : undefined), ignore);
  }

  function assertNotFull(): void {
    const jobs = pool().reduce((sum, process) => sum + jobsOn(process), 0);
    if (jobs >= maxJobs) throw new SpeechError('engine_busy', BUSY_RETRY_SECONDS);
  }

  async function open(first: OwnMessage, onMessage: OnMessage): Promise<Call> {
    assertNotFull();
    return fewestJobs().open(first, onMessage);
  }

  return {
    ready: async () => void (await Promise.all(pool().map((process) => process.ready()))),
    anyReady: async () => Promise.any(pool().map((process) => process.ready())),
    prepare,
    transcribe,
    open,
    close: async () => {
      closed = true;
      await Promise.all((started ?? []).map((process) => process.close()));
    },
  };
}

function ignore(): undefined {
  return undefined;
}

/** The process that comes first in an order. */
function leastBusy(
  pool: readonly SpeechProcess[],
  order: (one: SpeechProcess, other: SpeechProcess) => number,
): SpeechProcess {
  return pool.reduce((best, other) => (order(other, best) < 0 ? other : best));
}

function jobOptions(request: TranscribeRequest, from: number): JobOptions {
  const { separateChannels, vocabulary, wantWords = false, isUrgent = false } = request;
  return { separateChannels, vocabulary, wantWords, isUrgent, detectLanguage: request.language === undefined, from };
}

/**
 * Passes a part of the recording to its handler.
 * @returns the end of the part, in seconds
 */
async function deliver(handlers: JobHandlers, part: Part, payload: Uint8Array): Promise<number> {
  if (part.type === 'piece') {
    await handlers.onPiece?.(part.piece);
    return part.piece.end;
  }
  // Copied, because a frame's payload is not aligned to two bytes.
  await handlers.onClips?.(part, new Int16Array(new Uint8Array(payload).buffer));
  return part.end;
}
