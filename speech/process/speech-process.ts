import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../runtime/log.ts';
import { type Piece, SpeechError } from '../types.ts';
import { readFrames, writeFrame } from './frames.ts';
import type { ClipsOfPiece, FromProcess, JobOptions, JobResult, ProcessSettings, ToProcess } from './messages.ts';

const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url));
const AUDIO_CHUNK_BYTES = 256 * 1024;
/** How long a process may take to obey a cancellation before it is killed. */
const CANCEL_GRACE_MS = 3_000;
const CLOSE_GRACE_MS = 2_000;
/** A process with jobs that is silent at so many looks in a row hangs, in a decoder most likely, and is killed. */
const LOOK_EVERY_MS = 5_000;
const MOST_SILENT_LOOKS = 2;

/** The process ended while it had the job. */
export class ProcessDiedError extends Error {
  override readonly name = 'ProcessDiedError';
}

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

export interface SpeechProcess {
  /** Jobs that it has. */
  readonly load: number;
  /** Resolves once the models are loaded and warm; rejects when the process ends before. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** @throws {SpeechError} @throws {ProcessDiedError} */
  run(job: Job): Promise<JobResult>;
  kill(): void;
  /** Ends the process; it must have no jobs. */
  close(): Promise<void>;
}

interface OpenJob {
  readonly job: Job;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts a process of its own for decoding and inference, so that a crash of native code never hurts the caller.
 * Content travels over its pipes alone; what it prints is dropped. It ends with its parent, as its input then ends.
 */
export function startSpeechProcess(settings: ProcessSettings, log: Log): SpeechProcess {
  // Deno adds its own command and permissions where a process starts its own executable.
  const child = spawn(process.execPath, [ENTRY, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const input = child.stdin as Writable;
  const jobs = new Map<number, OpenJob>();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let lastId = 0;
  log.debug({ pid: child.pid }, 'speech process started');

  const ended = ending(child).then((how) => log.debug({ pid: child.pid, ...how }, 'speech process ended'));
  // A turn later, so that who awaits `ended` has planned the next start before callers try again.
  ended.then(() => setImmediate(failAll));
  input.on('error', () => child.kill('SIGKILL'));
  listen(child.stdout as Readable).catch(() => child.kill('SIGKILL'));
  let silentLooks = 0;
  ready.promise.then(watch, () => undefined);

  function watch(): void {
    const looks = setInterval(look, LOOK_EVERY_MS);
    looks.unref();
    ended.then(() => clearInterval(looks));
  }

  function look(): void {
    silentLooks = jobs.size === 0 ? 0 : silentLooks + 1;
    if (silentLooks <= MOST_SILENT_LOOKS) return;
    log.warn({ pid: child.pid }, 'speech process is silent: killing it');
    child.kill('SIGKILL');
  }

  function failAll(): void {
    ready.reject(new ProcessDiedError());
    for (const { reject } of jobs.values()) reject(new ProcessDiedError());
    jobs.clear();
  }

  async function listen(output: Readable): Promise<void> {
    for await (const { message, payload } of readFrames<FromProcess>(output)) {
      silentLooks = 0;
      if (message.type === 'ready') ready.resolve();
      else if (message.type !== 'alive') answer(message, payload);
    }
  }

  function answer(message: Exclude<FromProcess, { type: 'ready' | 'alive' }>, payload: Uint8Array): void {
    const open = jobs.get(message.id);
    if (open === undefined) return;
    if (message.type === 'done') open.resolve(message.result);
    else if (message.type === 'failed') open.reject(new SpeechError(message.code));
    else {
      const { onPiece, onClips } = open.job;
      const taken = message.type === 'piece' ? onPiece?.(message.piece) : onClips?.(message, samplesOf(payload));
      Promise.resolve(taken).then(
        () => send({ type: 'continue', id: message.id }),
        (error: unknown) => abandon(message.id, error),
      );
      return;
    }
    jobs.delete(message.id);
  }

  /** Ends a job on this side at once; the process gets a while to obey. */
  function abandon(id: number, error: unknown): void {
    const open = jobs.get(id);
    if (open === undefined) return;
    open.reject(error);
    jobs.set(id, { ...open, resolve: () => undefined, reject: () => undefined });
    send({ type: 'cancel', id });
    const timer = setTimeout(() => {
      if (!jobs.has(id)) return;
      log.warn({ pid: child.pid }, 'speech process does not obey a cancellation: killing it');
      child.kill('SIGKILL');
    }, CANCEL_GRACE_MS);
    timer.unref();
  }

  function send(message: ToProcess, payload?: Uint8Array): Promise<void> {
    const sent = writeFrame(input, message, payload);
    sent.catch(() => undefined);
    return sent;
  }

  async function upload(id: number, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && jobs.has(id); at += AUDIO_CHUNK_BYTES) {
      await send({ type: 'audio', id }, bytes.subarray(at, at + AUDIO_CHUNK_BYTES));
    }
  }

  async function run(job: Job): Promise<JobResult> {
    if (job.signal.aborted) throw new SpeechError('cancelled');
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    jobs.set(id, { job, resolve, reject });
    const cancel = () => abandon(id, new SpeechError('cancelled'));
    job.signal.addEventListener('abort', cancel, { once: true });
    send({ type: 'start', id, ...job.options });
    // A pipe that breaks ends the process, which ends the job.
    if (job.bytes !== undefined) upload(id, job.bytes).catch(() => undefined);
    try {
      return await promise;
    } finally {
      job.signal.removeEventListener('abort', cancel);
    }
  }

  async function close(): Promise<void> {
    input.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_GRACE_MS);
    await ended;
    clearTimeout(timer);
  }

  return {
    get load() {
      return jobs.size;
    },
    ready: ready.promise,
    ended,
    run,
    kill: () => void child.kill('SIGKILL'),
    close,
  };
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

/** Copies, as a frame's payload is not aligned to two bytes. */
function samplesOf(payload: Uint8Array): Int16Array {
  return new Int16Array(new Uint8Array(payload).buffer);
}
