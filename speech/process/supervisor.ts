import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { SpeechError } from '../types.ts';
import type { ProcessSettings } from './messages.ts';
import { type SpeechProcess, startSpeechProcess } from './speech-process.ts';

/** A place for one process: when that ends, another takes the place. */
export interface ProcessSlot {
  /** Jobs that the process has. */
  load(): number;
  /**
   * The living process, also shortly after a death.
   * @throws {SpeechError} `engine_unavailable` while processes keep dying
   */
  process(): Promise<SpeechProcess>;
  /**
   * Resolves once a process is warm.
   * @throws {SpeechError} `engine_unavailable` when processes keep dying
   */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** A process that dies sooner is failing: the next start waits. */
const HEALTHY_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 15_000;
/** Callers wait for a start that comes within this time; else they are refused. */
const WORTH_WAITING_MS = 500;

/** Keeps a process alive: started again almost at once after a death, with doubling pauses while they die young. */
export function keepAlive(settings: ProcessSettings, log: Log): ProcessSlot {
  const closing = new AbortController();
  let current = startSpeechProcess(settings, log);
  let pauseMs = 0;
  let restart: Promise<void> | undefined;
  watch(performance.now());

  async function watch(startedMs: number): Promise<void> {
    await current.ended;
    if (closing.signal.aborted) return;
    const young = performance.now() - startedMs < HEALTHY_MS;
    pauseMs = young ? Math.min(pauseMs * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    log.warn({ pauseMs }, 'Speech process ended: starting another');
    restart = startAfter(pauseMs);
    // Closing ends the pause: then nothing is started.
    restart.catch(() => undefined);
  }

  async function startAfter(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: closing.signal, ref: false });
    current = startSpeechProcess(settings, log);
    restart = undefined;
    watch(performance.now());
  }

  async function living(): Promise<SpeechProcess> {
    if (restart !== undefined && pauseMs > WORTH_WAITING_MS) {
      throw new SpeechError('engine_unavailable', Math.ceil(pauseMs / 1000));
    }
    // Closing ends the pause, and what was to come after it.
    await restart?.catch(() => undefined);
    if (closing.signal.aborted) throw new SpeechError('engine_unavailable');
    return current;
  }

  async function ready(): Promise<void> {
    for (;;) {
      const process = await living();
      const warm = await process.ready.then(
        () => true,
        () => false,
      );
      if (warm) return;
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await current.close();
  }

  return { load: () => current.load, process: living, ready, close };
}
