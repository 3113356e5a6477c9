import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../platform/log.ts';
import { SpeechError } from '../types.ts';
import { readFrames, writeFrame } from './frames.ts';
import type { FromProcess, JobResult, ProcessSettings, ToProcess } from './messages.ts';
import { createOpenJobs, type Job, type OpenJobs } from './open-jobs.ts';
import { type Watchdog, watchSilence } from './watchdog.ts';

const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url));
const AUDIO_CHUNK_BYTES = 256 * 1024;
/** How long a process may take to obey a cancellation before it is killed. One step of inference is far shorter. */
const CANCEL_GRACE_MS = 10_000;
const CLOSE_GRACE_MS = 2_000;

/** The process ended while it had the job. */
export class ProcessDiedError extends Error {
  override readonly name = 'ProcessDiedError';
}

/** One process, until it ends. */
export interface SpeechProcess {
  /** Jobs that it has. */
  readonly load: number;
  /** Resolves once the models are loaded and warm; rejects when the process ends before. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, a turn before its jobs fail. */
  readonly ended: Promise<void>;
  /** @throws {SpeechError} @throws {ProcessDiedError} */
  run(job: Job): Promise<JobResult>;
  /** Ends the process. */
  close(): Promise<void>;
}

/**
 * Starts a process of its own for decoding and inference, so that a crash of native code never hurts the caller.
 * Content travels over its pipes alone; what it prints is dropped. It ends with its parent, as its input then ends.
 */
export function startSpeechProcess(settings: ProcessSettings, log: Log): SpeechProcess {
  // Deno adds its own command and permissions where a process starts its own executable.
  const child = spawn(process.execPath, [ENTRY, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const { pid } = child;
  log.debug({ pid }, 'Speech process started');
  const input = child.stdin as Writable;
  const jobs = createOpenJobs((message) => void send(input, message));
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let hasEnded = false;
  const kill = () => void child.kill('SIGKILL');

  const ended = ending(child).then((how) => log.debug({ pid, ...how }, 'Speech process ended'));
  // A turn later, so that who awaits `ended` has planned the next start before callers try again.
  ended.then(() =>
    setImmediate(() => {
      hasEnded = true;
      ready.reject(new ProcessDiedError());
      jobs.failAll(new ProcessDiedError());
    }),
  );
  input.on('error', kill);
  ready.promise.then(watch, () => undefined);
  let watchdog: Watchdog | undefined;
  listen().catch(kill);

  function watch(): void {
    watchdog = watchSilence(
      () => jobs.count > 0,
      () => {
        log.warn({ pid }, 'Speech process is silent: killing it');
        kill();
      },
    );
    ended.then(watchdog.stop);
  }

  async function listen(): Promise<void> {
    for await (const { message, payload } of readFrames<FromProcess>(child.stdout as Readable)) {
      watchdog?.heard();
      if (message.type === 'ready') ready.resolve();
      else if (message.type !== 'alive') jobs.answer(message, payload);
    }
  }

  /** Ends a job for its caller at once; the process gets a while to obey. */
  function cancel(id: number): void {
    jobs.abandon(id, new SpeechError('cancelled'));
    const timer = setTimeout(() => {
      if (!jobs.has(id)) return;
      log.warn({ pid }, 'Speech process does not obey a cancellation: killing it');
      kill();
    }, CANCEL_GRACE_MS);
    timer.unref();
  }

  async function run(job: Job): Promise<JobResult> {
    if (job.signal.aborted) throw new SpeechError('cancelled');
    if (hasEnded) throw new ProcessDiedError();
    const { id, result } = jobs.open(job);
    const onAbort = () => cancel(id);
    job.signal.addEventListener('abort', onAbort, { once: true });
    send(input, { type: 'start', id, ...job.options });
    if (job.bytes !== undefined) upload(input, jobs, id, job.bytes);
    try {
      return await result;
    } finally {
      job.signal.removeEventListener('abort', onAbort);
    }
  }

  async function close(): Promise<void> {
    input.end();
    const timer = setTimeout(kill, CLOSE_GRACE_MS);
    await ended;
    clearTimeout(timer);
  }

  return {
    get load() {
      return jobs.count;
    },
    ready: ready.promise,
    ended,
    run,
    close,
  };
}

/** A pipe that breaks ends the process, which ends its jobs: who sends need not look. */
async function send(input: Writable, message: ToProcess, payload?: Uint8Array): Promise<void> {
  await writeFrame(input, message, payload).catch(() => undefined);
}

/** Sends a recording as fast as the process takes it, while somebody waits for it. */
async function upload(input: Writable, jobs: OpenJobs, id: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && jobs.isWanted(id); at += AUDIO_CHUNK_BYTES) {
    await send(input, { type: 'audio', id }, bytes.subarray(at, at + AUDIO_CHUNK_BYTES));
  }
}

/** Resolves when the process has ended, also when it never began. */
async function ending(child: ChildProcess): Promise<{ exitCode?: number | null; signal?: string | null }> {
  try {
    const [exitCode, signal] = await once(child, 'exit');
    return { exitCode, signal };
  } catch {
    return {};
  }
}
