import type { Readable, Writable } from 'node:stream';
import { SpeechError, type SpeechFailureCode } from '../types.ts';
import { readFrames, writeFrame } from './frames.ts';
import type { FromProcess, JobOptions, ToProcess } from './messages.ts';
import type { Runner } from './runner.ts';

interface Job {
  readonly id: number;
  readonly options: JobOptions;
  readonly abort: AbortController;
  readonly received: Uint8Array[];
  receivedBytes: number;
  /** True once the whole recording is there. */
  running: boolean;
  /** Called when the parent took the last piece. */
  proceed: () => void;
}

const ALIVE_EVERY_MS = 1_000;

/** The speech process's side of the pipe: runs jobs next to each other until the input ends. */
export async function serve(input: Readable, output: Writable, run: Runner): Promise<void> {
  const jobs = new Map<number, Job>();
  const send = (message: FromProcess, payload?: Uint8Array) => writeFrame(output, message, payload);
  await send({ type: 'ready' });
  const signs = setInterval(() => {
    if (jobs.size > 0) send({ type: 'alive' }).catch(() => undefined);
  }, ALIVE_EVERY_MS);
  try {
    for await (const { message, payload } of readFrames<ToProcess>(input)) obey(message, payload);
  } finally {
    clearInterval(signs);
  }

  function obey(message: ToProcess, payload: Uint8Array): void {
    if (message.type === 'start') start(message.id, message);
    const job = jobs.get(message.id);
    if (job === undefined) return;
    if (message.type === 'cancel') cancel(job);
    if (message.type === 'continue') job.proceed();
    if (message.type === 'audio') receive(job, payload);
  }

  function start(id: number, options: JobOptions): void {
    const job: Job = {
      id,
      options,
      abort: new AbortController(),
      received: [],
      receivedBytes: 0,
      running: false,
      proceed: () => undefined,
    };
    jobs.set(id, job);
    if ('path' in options.source) begin(job, options.source);
    else if (options.source.byteLength === 0) begin(job, { bytes: new Uint8Array(0) });
  }

  function receive(job: Job, payload: Uint8Array): void {
    if (!('byteLength' in job.options.source)) return;
    job.received.push(payload);
    job.receivedBytes += payload.length;
    if (job.receivedBytes < job.options.source.byteLength) return;
    const bytes = Buffer.concat(job.received);
    job.received.length = 0;
    begin(job, { bytes });
  }

  function cancel(job: Job): void {
    job.abort.abort();
    job.proceed();
    // A job whose recording is not there yet has nothing that could notice.
    if (!job.running) end(job, { type: 'failed', id: job.id, code: 'cancelled' });
  }

  function end(job: Job, message: FromProcess): void {
    if (jobs.delete(job.id)) send(message).catch(() => undefined);
  }

  /** Runs a job whose recording is there. */
  function begin(job: Job, source: Parameters<Runner>[0]): void {
    const { id, options, abort } = job;
    job.running = true;
    const taken = async (message: FromProcess, payload?: Uint8Array) => {
      // Cancelled in the last step of a piece: nobody takes it any more, and nobody would answer.
      abort.signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      job.proceed = resolve;
      await send(message, payload);
      await promise;
      abort.signal.throwIfAborted();
    };
    run(source, options, {
      signal: abort.signal,
      onPiece: (piece) => taken({ type: 'piece', id, piece }),
      onClips: (piece, samples) => taken({ type: 'clips', id, ...piece }, new Uint8Array(samples.buffer)),
    }).then(
      (result) => end(job, { type: 'done', id, result }),
      (error: unknown) => end(job, { type: 'failed', id, code: failureCode(error, abort.signal) }),
    );
  }
}

function failureCode(error: unknown, signal: AbortSignal): SpeechFailureCode {
  if (signal.aborted) return 'cancelled';
  return error instanceof SpeechError ? error.code : 'engine_failed';
}
