import type { Handlers } from '../pipeline.ts';
import type { FromProcess, JobOptions } from './messages.ts';
import type { Runner } from './runner.ts';
import { type Answers, failureCode, type ServedCall } from './served-call.ts';

/** Receives a recording over the pipe, if it is not in a file, and transcribes it once it is complete. */
export function serveJob(options: JobOptions, runner: Runner, { id, send, end }: Answers): ServedCall {
  const abort = new AbortController();
  const received: Uint8Array[] = [];
  let receivedBytes = 0;
  let isRunning = false;
  /** The parent has stored the last part. */
  let proceed = (): void => undefined;
  const { source } = options;
  if ('path' in source) run(source);
  else if (source.byteLength === 0) run({ bytes: new Uint8Array(0) });

  function receiveAudio(payload: Uint8Array, byteLength: number): void {
    received.push(payload);
    receivedBytes += payload.length;
    if (receivedBytes < byteLength) return;
    const bytes = Buffer.concat(received);
    received.length = 0;
    run({ bytes });
  }

  function run(audio: Parameters<Runner['transcribe']>[0]): void {
    isRunning = true;
    const handlers: Handlers = {
      signal: abort.signal,
      onPiece: (piece) => sendAndWait({ type: 'piece', id, piece }),
      onClips: (piece, samples) => sendAndWait({ type: 'clips', id, ...piece }, new Uint8Array(samples.buffer)),
    };
    runner.transcribe(audio, options, handlers).then(
      (result) => end({ type: 'done', id, result }),
      (error: unknown) => end({ type: 'failed', id, code: failureCode(error, abort.signal) }),
    );
  }

  /** Sends a part of the recording and waits until the parent has stored it. */
  async function sendAndWait(message: FromProcess, payload?: Uint8Array): Promise<void> {
    // After a cancellation in the last step of a part, the parent does not answer.
    abort.signal.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    proceed = resolve;
    await send(message, payload);
    await promise;
    abort.signal.throwIfAborted();
  }

  return {
    receive(message, payload) {
      if (message.type === 'continue') proceed();
      if (message.type === 'audio' && 'byteLength' in source && !isRunning) receiveAudio(payload, source.byteLength);
    },
    cancel() {
      abort.abort();
      proceed();
      // While its recording is incomplete, a job runs no code that could notice the cancellation.
      if (!isRunning) end({ type: 'failed', id, code: 'cancelled' });
    },
  };
}
