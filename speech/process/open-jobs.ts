import { type Piece, SpeechError } from '../types.ts';
import type { ClipsOfPiece, FromProcess, JobOptions, JobResult, ToProcess } from './messages.ts';

/** One job and whom to tell. The handlers are awaited before the process goes on with the job. */
export interface Job {
  readonly options: JobOptions;
  /** The recording, when `options.source` has a `byteLength`. */
  readonly bytes: Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly onPiece?: (piece: Piece) => Promise<void>;
  /** `samples` holds the clips one after the other. */
  readonly onClips?: (piece: ClipsOfPiece, samples: Int16Array) => Promise<void>;
}

/** A message about one job. */
export type JobMessage = Exclude<FromProcess, { type: 'ready' | 'alive' }>;

/** The jobs that a process has, from this side of the pipe. */
export interface OpenJobs {
  /** Also counts jobs that were abandoned and that the process has not ended yet. */
  readonly count: number;
  /** Numbers a job and waits for its end. */
  open(job: Job): { readonly id: number; readonly result: Promise<JobResult> };
  /** Whether somebody still waits for the job. */
  isWanted(id: number): boolean;
  /** Whether the process still has the job. */
  has(id: number): boolean;
  /** Ends a job on this side at once, and asks the process to end it. */
  abandon(id: number, error: unknown): void;
  /** Takes a message of the process. */
  answer(message: JobMessage, payload: Uint8Array): void;
  failAll(error: Error): void;
}

interface OpenJob {
  readonly job: Job;
  readonly settle: PromiseWithResolvers<JobResult>;
  wanted: boolean;
}

/** @param send reaches the process */
export function createOpenJobs(send: (message: ToProcess) => void): OpenJobs {
  const jobs = new Map<number, OpenJob>();
  let lastId = 0;

  function open(job: Job): { id: number; result: Promise<JobResult> } {
    lastId += 1;
    const settle = Promise.withResolvers<JobResult>();
    jobs.set(lastId, { job, settle, wanted: true });
    return { id: lastId, result: settle.promise };
  }

  function abandon(id: number, error: unknown): void {
    const open = jobs.get(id);
    if (open === undefined || !open.wanted) return;
    open.wanted = false;
    open.settle.reject(error);
    send({ type: 'cancel', id });
  }

  function answer(message: JobMessage, payload: Uint8Array): void {
    const { id } = message;
    const open = jobs.get(id);
    if (open === undefined) return;
    if (message.type === 'done' || message.type === 'failed') {
      jobs.delete(id);
      if (message.type === 'done') open.settle.resolve(message.result);
      else open.settle.reject(new SpeechError(message.code));
    } else if (open.wanted) {
      take(open.job, message, payload).then(
        () => send({ type: 'continue', id }),
        (error: unknown) => abandon(id, error),
      );
    }
  }

  function failAll(error: Error): void {
    for (const { settle } of jobs.values()) settle.reject(error);
    jobs.clear();
  }

  return {
    get count() {
      return jobs.size;
    },
    open,
    isWanted: (id) => jobs.get(id)?.wanted === true,
    has: (id) => jobs.has(id),
    abandon,
    answer,
    failAll,
  };
}

type Taken = Extract<FromProcess, { type: 'piece' | 'clips' }>;

async function take(job: Job, message: Taken, payload: Uint8Array): Promise<void> {
  if (message.type === 'piece') await job.onPiece?.(message.piece);
  // Copied, as a frame's payload is not aligned to two bytes.
  else await job.onClips?.(message, new Int16Array(new Uint8Array(payload).buffer));
}
