import type { ByteSource } from '../byte-source.ts';
import { decodeRecording } from '../decode/decode.ts';
import { type Handlers, runJob } from '../pipeline.ts';
import { SpeechError } from '../types.ts';
import type { FirstMessage, FromProcess, JobOptions } from './messages.ts';
import type { Models } from './models.ts';
import { type Answers, failureCode, type ServedCall } from './pipe.ts';

type Opening = Extract<FirstMessage, { type: 'open' }>;

/**
 * Decodes a recording as it arrives, and transcribes it when that is requested. The parent holds its bytes. They are
 * requested by range, so that only a few are in this process.
 */
export function serveRecording(
  { maxSeconds, byteLength }: Opening,
  models: Models,
  { id, send, end }: Answers,
): ServedCall {
  const abort = new AbortController();
  const request = (start: number, stop: number) =>
    void send({ type: 'read', id, start, end: stop }).catch(() => undefined);
  const source = requestBytes(request, byteLength);
  // Otherwise each frame of a short recording, whose speech is detected meanwhile, would wait for a step of this decode.
  const pause = () => models.activity.settled();
  const decoded = decodeRecording(source, { maxSeconds, signal: abort.signal, pause });
  decoded.catch(() => undefined); // the request to transcribe may come later, or never
  let isRunning = false;
  /** The parent has stored the last part. */
  let proceed = (): void => undefined;

  function run(options: JobOptions): void {
    isRunning = true;
    const handlers: Handlers = {
      signal: abort.signal,
      onPiece: (piece) => sendAndWait({ type: 'piece', id, piece }),
      onClips: (piece, samples) => sendAndWait({ type: 'clips', id, ...piece }, [new Uint8Array(samples.buffer)]),
    };
    runJob({ source, decoded }, options, handlers, models).then(
      (result) => end({ type: 'done', id, result }),
      (error: unknown) => end({ type: 'failed', id, code: failureCode(error, abort.signal) }),
    );
  }

  /** Sends a part of the recording and waits until the parent has stored it. */
  async function sendAndWait(message: FromProcess, payload?: readonly Uint8Array[]): Promise<void> {
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

/** A recording whose bytes the parent holds. */
interface RequestedSource extends ByteSource {
  /** Takes the bytes of the current request. */
  receive(bytes: Uint8Array): void;
  complete(byteLength: number): void;
  /** Fails all current and later requests. */
  fail(error: unknown): void;
}

/** Small reads are served from blocks. */
const BLOCK_BYTES = 256 * 1024;
const MAX_BLOCKS = 4;

/**
 * Requests one range at a time.
 * @param request answered by `receive`
 * @param byteLength undefined while the recording arrives
 */
function requestBytes(request: (start: number, end: number) => void, byteLength: number | undefined): RequestedSource {
  const whole = Promise.withResolvers<number>();
  whole.promise.catch(() => undefined); // a reader may never wait for it
  const blocks = new Map<number, Promise<Uint8Array>>();
  let known = byteLength;
  if (byteLength !== undefined) whole.resolve(byteLength);
  let failure: { readonly error: unknown } | undefined;
  let current: PromiseWithResolvers<Uint8Array> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function pull(start: number, end: number): Promise<Uint8Array> {
    const pulled = last.then(() => {
      if (failure !== undefined) throw failure.error;
      current = Promise.withResolvers<Uint8Array>();
      request(start, end);
      return current.promise;
    });
    last = pulled.catch(() => undefined);
    return pulled;
  }

  function block(index: number): Promise<Uint8Array> {
    const bytes = blocks.get(index) ?? pull(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES);
    // The block that was not used for longest is first.
    blocks.delete(index);
    blocks.set(index, bytes);
    for (const oldest of blocks.keys()) if (blocks.size > MAX_BLOCKS) blocks.delete(oldest);
    return bytes;
  }

  async function read(from: number, to: number): Promise<Uint8Array> {
    const start = Math.max(0, from);
    const end = Math.min(to, known ?? to);
    if (end <= start) return new Uint8Array(0);
    if (end - start > BLOCK_BYTES) return pull(start, end);
    const first = Math.floor(start / BLOCK_BYTES);
    const inBlock = (await block(first)).subarray(start - first * BLOCK_BYTES, end - first * BLOCK_BYTES);
    if (end <= (first + 1) * BLOCK_BYTES) return inBlock;
    const rest = (await block(first + 1)).subarray(0, end - (first + 1) * BLOCK_BYTES);
    const bytes = new Uint8Array(inBlock.length + rest.length);
    bytes.set(inBlock);
    bytes.set(rest, inBlock.length);
    return bytes;
  }

  return {
    knownSize: () => known,
    size: () => whole.promise,
    read,
    close: async () => undefined,
    receive: (bytes) => current?.resolve(bytes),
    complete(length) {
      known = length;
      whole.resolve(length);
    },
    fail(error) {
      failure = { error };
      whole.reject(error);
      current?.reject(error);
    },
  };
}
