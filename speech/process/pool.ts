import type { Log } from '../../platform/log.ts';
import { openSource } from '../decode/source.ts';
import { type Recording, SpeechError, type TranscribeRequest } from '../types.ts';
import { availableIsolation } from './isolation.ts';
import type { JobResult, ProcessSettings } from './messages.ts';
import type { Call, OnMessage, OwnFirstMessage } from './pipe.ts';
import {
  BUSY_RETRY_SECONDS,
  createRecordingOpener,
  type JobHandlers,
  type OpenRecording,
  type PooledRecording,
} from './recording.ts';
import { keepProcess, type SpeechProcess } from './speech-process.ts';

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

/** A pool of speech processes, which are restarted when they end. */
export interface ProcessPool {
  /** Resolves once every process has loaded its models. */
  ready(): Promise<void>;
  /** Resolves once one process has loaded its models. */
  anyReady(): Promise<void>;
  readonly openRecording: OpenRecording;
  /** Transcribes a recording as {@link PooledRecording.transcribe} does. @throws {SpeechError} */
  transcribe(request: TranscribeRequest, handlers: JobHandlers): Promise<JobResult>;
  /**
   * Opens a call on the process with the fewest jobs.
   * @throws {SpeechError} `engine_busy`, `engine_unavailable`
   */
  open(first: OwnFirstMessage, onMessage: OnMessage): Promise<Call>;
  close(): Promise<void>;
}

/** Starts the processes, and restarts each that ends. */
export function createProcessPool(options: PoolOptions): ProcessPool {
  const { settings, processes, maxJobs, log, checkEveryMs, startsWhenUsed = false } = options;
  log.info({ isolation: availableIsolation() }, 'Speech processes use this isolation');
  const start = () => Array.from({ length: processes }, () => keepProcess(settings, log, checkEveryMs));
  let started = startsWhenUsed ? undefined : start();
  let closed = false;
  /** The processes of recordings that are decoded while they arrive. These are not jobs yet. */
  const early = new Set<{ readonly process: SpeechProcess }>();
  const earlyOn = (process: SpeechProcess) =>
    early.values().reduce((sum, place) => sum + (place.process === process ? 1 : 0), 0);
  const jobsOn = (process: SpeechProcess) => process.load - earlyOn(process);
  /** A recording that stops arriving must not keep jobs from its process. */
  const fewestJobs = () => leastBusy(pool(), (one, other) => jobsOn(one) - jobsOn(other) || one.load - other.load);

  /** @throws {SpeechError} `engine_unavailable` after the end of a pool that was never used */
  function pool(): readonly SpeechProcess[] {
    if (started === undefined && closed) throw new SpeechError('engine_unavailable');
    started ??= start();
    return started;
  }

  function chooseEarly() {
    const place = { process: leastBusy(pool(), (one, other) => one.load - other.load) };
    early.add(place);
    return { process: place.process, leave: () => void early.delete(place) };
  }

  function assertNotFull(): void {
    const jobs = pool().reduce((sum, process) => sum + jobsOn(process), 0);
    if (jobs >= maxJobs) throw new SpeechError('engine_busy', BUSY_RETRY_SECONDS);
  }

  const openRecording = createRecordingOpener({ chooseEarly, assertNotFull, choose: fewestJobs }, log);

  async function transcribe(request: TranscribeRequest, handlers: JobHandlers): Promise<JobResult> {
    const { audio } = request;
    if (isPooled(audio)) return audio.transcribe(request, handlers);
    if (!('bytes' in audio || 'path' in audio)) throw new SpeechError('engine_failed');
    const source = await openSource(audio);
    try {
      return await openRecording(source, request.maxSeconds).transcribe(request, handlers);
    } finally {
      await source.close();
    }
  }

  return {
    ready: async () => void (await Promise.all(pool().map((process) => process.ready()))),
    anyReady: async () => Promise.any(pool().map((process) => process.ready())),
    openRecording,
    transcribe,
    open: async (first, onMessage) => {
      assertNotFull();
      return fewestJobs().open(first, onMessage);
    },
    close: async () => {
      closed = true;
      await Promise.all((started ?? []).map((process) => process.close()));
    },
  };
}

/** Whether a pool opened this audio. */
function isPooled(audio: TranscribeRequest['audio']): audio is Recording & PooledRecording {
  return 'transcribe' in audio;
}

/** The process that comes first in an order. */
function leastBusy(
  pool: readonly SpeechProcess[],
  order: (one: SpeechProcess, other: SpeechProcess) => number,
): SpeechProcess {
  return pool.reduce((best, other) => (order(other, best) < 0 ? other : best));
}
