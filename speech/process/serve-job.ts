import { hearRecording } from '../decode/voices.ts';
import type { Handlers } from '../pipeline.ts';
import { SpeechError } from '../types.ts';
import type { FromProcess, JobOptions, ToProcess } from './messages.ts';
import { createPulledSource } from './pulled-source.ts';
import type { Runner } from './runner.ts';
import { type Answers, failureCode, type ServedCall } from './served-call.ts';

type Opening = Extract<ToProcess, { type: 'open' }>;

/** Decodes a recording as it arrives, and transcribes it when that is requested. */
export function serveJob({ maxSeconds, byteLength }: Opening, runner: Runner, { id, send, end }: Answers): ServedCall {
  const abort = new AbortController();
  const request = (start: number, stop: number) =>
    void send({ type: 'read', id, start, end: stop }).catch(() => undefined);
  const source = createPulledSource(request, byteLength);
  const heard = hearRecording(source, { maxSeconds, signal: abort.signal });
  heard.catch(() => undefined); // the request to transcribe may come later, or never
  let isRunning = false;
  /** The parent has stored the last part. */
  let proceed = (): void => undefined;

  function run(options: JobOptions): void {
    isRunning = true;
    const handlers: Handlers = {
      signal: abort.signal,
      onPiece: (piece) => sendAndWait({ type: 'piece', id, piece }),
      onClips: (piece, samples) => sendAndWait({ type: 'clips', id, ...piece }, new Uint8Array(samples.buffer)),
    };
    runner.transcribe({ source, heard }, options, handlers).then(
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
      if (message.type === 'bytes') source.receive(payload);
      if (message.type === 'complete') source.complete(message.byteLength);
      if (message.type === 'transcribe' && !isRunning) run(message);
    },
    cancel() {
      abort.abort();
      source.fail(new SpeechError('cancelled'));
      proceed();
      if (!isRunning) end({ type: 'failed', id, code: 'cancelled' });
    },
  };
}
