import type { Log } from '../../platform/log.ts';
import { SpeechError } from '../types.ts';
import type { JobResult, ProcessSettings } from './messages.ts';
import type { Job } from './open-jobs.ts';
import { ProcessDiedError } from './speech-process.ts';
import { keepAlive, type ProcessSlot } from './supervisor.ts';

export interface PoolOptions {
  readonly settings: ProcessSettings;
  readonly processes: number;
  /** Jobs that all processes together take; one more is refused. */
  readonly maxJobs: number;
  readonly log: Log;
}

/** Speech processes that are kept alive. */
export interface ProcessPool {
  /** Resolves once every process is warm. */
  ready(): Promise<void>;
  /** Resolves once one of them is warm, so that jobs go on. */
  anyReady(): Promise<void>;
  /**
   * Runs a job on the process with the least to do. When that process dies, the job goes on once more on another,
   * after the last piece that was taken.
   * @throws {SpeechError} `engine_busy` when the queue is full, `engine_unavailable` when processes die
   */
  run(job: Job): Promise<JobResult>;
  close(): Promise<void>;
}

/** What a refused caller is told: by then some jobs are done. */
const BUSY_RETRY_SECONDS = 2;
/** A job is tried once more; a second death at the same place is the job's own. */
const MOST_DEATHS = 2;

/** Starts the processes, and starts each again when it ends. */
export function createProcessPool({ settings, processes, maxJobs, log }: PoolOptions): ProcessPool {
  const slots = Array.from({ length: processes }, () => keepAlive(settings, log));
  /** Jobs that a slot has been chosen for and whose process is not there yet. */
  const waiting = new Map<ProcessSlot, number>();

  async function run(job: Job): Promise<JobResult> {
    let from = job.options.from;
    for (let deaths = 0; ; ) {
      const before = from;
      try {
        const resumed = { ...job, options: { ...job.options, from } };
        const taken = (end: number) => {
          from = end;
        };
        return await runOnce(following(resumed, taken));
      } catch (error) {
        if (!(error instanceof ProcessDiedError)) throw error;
        // Pieces that were done since the last death show that it was not this recording that killed.
        deaths = from > before ? 1 : deaths + 1;
        log.warn({ deaths }, 'Speech process died under a job');
        if (deaths === MOST_DEATHS) throw new SpeechError('engine_unavailable', BUSY_RETRY_SECONDS);
      }
    }
  }

  async function runOnce(job: Job): Promise<JobResult> {
    if (slots.reduce((sum, slot) => sum + loadOf(slot), 0) >= maxJobs) {
      throw new SpeechError('engine_busy', BUSY_RETRY_SECONDS);
    }
    const slot = slots.reduce((least, other) => (loadOf(other) < loadOf(least) ? other : least));
    waiting.set(slot, waitingFor(slot) + 1);
    const process = await slot.process().finally(() => waiting.set(slot, waitingFor(slot) - 1));
    return process.run(job);
  }

  function loadOf(slot: ProcessSlot): number {
    return slot.load() + waitingFor(slot);
  }

  function waitingFor(slot: ProcessSlot): number {
    return waiting.get(slot) ?? 0;
  }

  return {
    ready: async () => void (await Promise.all(slots.map((slot) => slot.ready()))),
    anyReady: () => Promise.any(slots.map((slot) => slot.ready())),
    run,
    close: async () => void (await Promise.all(slots.map((slot) => slot.close()))),
  };
}

/** Tells where each piece that was taken ends. */
function following(job: Job, taken: (end: number) => void): Job {
  return {
    ...job,
    onPiece: async (piece) => {
      await job.onPiece?.(piece);
      taken(piece.end);
    },
    onClips: async (piece, samples) => {
      await job.onClips?.(piece, samples);
      taken(piece.end);
    },
  };
}
