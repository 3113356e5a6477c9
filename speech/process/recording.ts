import type { Log } from '../../platform/log.ts';
import type { ByteSource } from '../byte-source.ts';
import { type Piece, type Recording, SpeechError, type TranscribeRequest } from '../types.ts';
import type { CallMessage, ClipsOfPiece, JobOptions, JobResult } from './messages.ts';
import type { Call } from './pipe.ts';
import { ProcessDiedError, type SpeechProcess } from './speech-process.ts';

/** A recording that a pool of speech processes transcribes. */
export interface PooledRecording extends Recording {
  /**
   * Transcribes it on one process. If that process dies, the job continues once on another one, after the last stored
   * piece. A death while the recording was decoded early counts too.
   * @throws {SpeechError} `engine_busy` if the queue is full, `engine_unavailable` if processes die
   */
  transcribe(request: JobRequest, handlers: JobHandlers): Promise<JobResult>;
}

/** Opens a recording, which may still be arriving. A process reads it when it is decoded early or transcribed. */
export type OpenRecording = (source: ByteSource, maxSeconds: number) => PooledRecording;

export type JobRequest = Omit<TranscribeRequest, 'audio' | 'maxSeconds'>;

/** Called with each part of a recording in time order, and awaited before the next part is made. */
export interface JobHandlers {
  readonly onPiece?: (piece: Piece) => Promise<void>;
  /** `samples` contains the clips one after the other. */
  readonly onClips?: (piece: ClipsOfPiece, samples: Int16Array) => Promise<void>;
}

/** Chooses the process of a recording. */
export interface Processes {
  /** For a recording that is still arriving. It is not a job until `leave` is called. */
  chooseEarly(): { readonly process: SpeechProcess; readonly leave: () => void };
  /** @throws {SpeechError} `engine_busy` */
  assertNotFull(): void;
  /** For a job. */
  choose(): SpeechProcess;
}

/** A part of a transcription: a piece of the embedded engine, or clips for a remote one. */
type Part = Extract<CallMessage, { type: 'piece' | 'clips' }>;

/** A recording that a process decodes. It is transcribed when the call gets `transcribe`. */
interface OpenedJob {
  readonly call: Call;
  /** Awaited before the process makes the next part. If it throws, the job ends. */
  onPart: (part: Part, payload: Uint8Array) => Promise<void>;
}

/** A job that was opened while its recording arrives. */
interface EarlyJob {
  readonly opening: Promise<OpenedJob>;
  readonly leave: () => void;
  isTaken: boolean;
}

/** The `Retry-After` of a rejected caller. Some calls have ended by then. */
export const BUSY_RETRY_SECONDS = 2;
/** The maximum number of process deaths per piece. The recording causes a second death at the same place. */
const MAX_DEATHS = 2;

/** Opens recordings. This process keeps the only copy of their bytes, and speech processes request them by range. */
export function createRecordingOpener(processes: Processes, log: Log): OpenRecording {
  return (source, maxSeconds) => openRecording(source, maxSeconds, processes, log);
}

function openRecording(source: ByteSource, maxSeconds: number, processes: Processes, log: Log): PooledRecording {
  let early: EarlyJob | undefined;
  let deaths = 0;

  function decodeEarly(): void {
    if (early !== undefined) return;
    const { process, leave } = processes.chooseEarly();
    const job: EarlyJob = { opening: openJob(process, source, maxSeconds), leave, isTaken: false };
    early = job;
    const countDeath = (error: unknown) => {
      if (job.isTaken || !(error instanceof ProcessDiedError)) return;
      deaths += 1;
      log.warn({ deaths }, 'Speech process died while a recording arrived');
    };
    // If it cannot be opened or its process dies, transcribe() opens another one.
    job.opening.then(({ call }) => call.result.then(ignore, countDeath), ignore).then(leave);
  }

  function close(): void {
    early?.leave();
    if (early?.isTaken === false) abandon(early.opening);
  }

  async function transcribe(request: JobRequest, handlers: JobHandlers): Promise<JobResult> {
    let from = request.finished?.at(-1)?.end ?? 0;
    for (;;) {
      const before = from;
      try {
        return await transcribeOnce(request, from, async (part, payload) => {
          from = await deliver(handlers, part, payload);
        });
      } catch (error) {
        if (!(error instanceof ProcessDiedError)) throw error;
        // A finished piece since the last death shows that this recording did not cause it.
        deaths = from > before ? 1 : deaths + 1;
        log.warn({ deaths }, 'Speech process died during a job');
        if (deaths >= MAX_DEATHS && error.tookTooMuchMemory) throw new SpeechError('audio_undecodable');
        if (deaths >= MAX_DEATHS) throw new SpeechError('engine_unavailable', BUSY_RETRY_SECONDS);
      }
    }
  }

  /** @param onPart awaited before the process makes the next part; if it throws, the job ends */
  async function transcribeOnce(request: JobRequest, from: number, onPart: OpenedJob['onPart']): Promise<JobResult> {
    const { signal } = request;
    if (signal.aborted) throw new SpeechError('cancelled');
    processes.assertNotFull();
    const open = () => openJob(processes.choose(), source, maxSeconds);
    const taken = takeEarly();
    // Nothing is awaited between the check and the start, so that the next caller sees this job.
    const job = taken === undefined ? await open() : ((await taken) ?? (await open()));
    const { call } = job;
    job.onPart = onPart;
    const onAbort = () => call.abandon(new SpeechError('cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else call.send({ type: 'transcribe', ...jobOptions(request, from) });
    return call.result.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** The early job, the first time; undefined if there is none, and it resolves to undefined if its process has died. */
  function takeEarly(): Promise<OpenedJob | undefined> | undefined {
    if (early === undefined || early.isTaken) return undefined;
    const job = early;
    job.leave();
    return job.opening.then((opened) => {
      job.isTaken = opened.call.isOpen();
      return job.isTaken ? opened : undefined;
    }, ignore);
  }

  return { decodeEarly, close, transcribe };
}

/** @throws {SpeechError} `engine_unavailable` if processes die repeatedly */
async function openJob(process: SpeechProcess, source: ByteSource, maxSeconds: number): Promise<OpenedJob> {
  const byteLength = source.knownSize();
  const job: { onPart: OpenedJob['onPart'] } = { onPart: async () => undefined };
  const first = { type: 'open', maxSeconds, ...(byteLength !== undefined && { byteLength }) } as const;
  const call = await process.open(first, (message, payload, own) => {
    if (message.type === 'read') return answerRead(source, message, own);
    if (message.type !== 'piece' && message.type !== 'clips') return own.abandon(new SpeechError('engine_failed'));
    job.onPart(message, payload).then(
      () => own.send({ type: 'continue' }),
      (error: unknown) => own.abandon(error),
    );
  });
  if (byteLength === undefined) {
    source.size().then(
      (size) => call.send({ type: 'complete', byteLength: size }),
      () => call.abandon(new SpeechError('engine_failed')),
    );
  }
  return Object.assign(job, { call });
}

function answerRead(source: ByteSource, { start, end }: { start: number; end: number }, call: Call): void {
  const send = (parts: readonly Uint8Array[]) => call.send({ type: 'bytes' }, parts);
  const sent = source.lend?.(start, end, send) ?? source.read(start, end).then((bytes) => send([bytes]));
  sent.catch(() => call.abandon(new SpeechError('engine_failed')));
}

function abandon(opening: Promise<OpenedJob>): void {
  opening.then(({ call }) => call.abandon(new SpeechError('cancelled')), ignore);
}

function jobOptions(request: JobRequest, from: number): JobOptions {
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
  const { buffer, byteOffset, byteLength } = payload;
  await handlers.onClips?.(part, new Int16Array(buffer, byteOffset, byteLength / Int16Array.BYTES_PER_ELEMENT));
  return part.end;
}

function ignore(): undefined {
  return undefined;
}
