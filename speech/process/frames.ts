import type { Readable, Writable } from 'node:stream';

/** A message on the pipe between Sotto and its speech process: a small object, and raw bytes. */
export interface Frame<Message> {
  readonly message: Message;
  readonly payload: Uint8Array;
}

const NOTHING = new Uint8Array(0);
const HEADER_BYTES = 8;
/** More than any real frame. A larger length means that the pipe carries something else. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

/** Thrown if the other end of the pipe is closed. */
export class PipeClosedError extends Error {
  override readonly name = 'PipeClosedError';
}

/**
 * Writes one frame: two big-endian lengths, the message as JSON, the payload. Resolves when the pipe accepts more, so
 * awaiting it applies backpressure.
 * @throws {PipeClosedError}
 */
export function writeFrame(pipe: Writable, message: object, payload: Uint8Array = NOTHING): Promise<void> {
  if (pipe.destroyed || pipe.writableEnded) return Promise.reject(new PipeClosedError());
  const text = Buffer.from(JSON.stringify(message));
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32BE(text.length, 0);
  header.writeUInt32BE(payload.length, 4);
  pipe.cork();
  pipe.write(header);
  let flows = pipe.write(text);
  if (payload.length > 0) flows = pipe.write(payload);
  pipe.uncork();
  return flows ? Promise.resolve() : drained(pipe);
}

/** Reads frames until the pipe ends. */
export async function* readFrames<Message>(pipe: Readable): AsyncGenerator<Frame<Message>> {
  const pending: Buffer[] = [];
  let available = 0;
  let needed = HEADER_BYTES;
  for await (const chunk of pipe) {
    pending.push(chunk as Buffer);
    available += (chunk as Buffer).length;
    while (available >= needed) {
      const all = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending);
      const textLength = all.readUInt32BE(0);
      const payloadLength = all.readUInt32BE(4);
      const length = HEADER_BYTES + textLength + payloadLength;
      if (length > MAX_FRAME_BYTES) throw new PipeClosedError();
      needed = length;
      pending.splice(0, pending.length, all);
      if (available < length) break;
      const message = JSON.parse(all.toString('utf8', HEADER_BYTES, HEADER_BYTES + textLength)) as Message;
      yield { message, payload: all.subarray(HEADER_BYTES + textLength, length) };
      pending.splice(0, pending.length, all.subarray(length));
      available -= length;
      needed = HEADER_BYTES;
    }
  }
}

/** The waiting writers of each full pipe. A pipe has one set of listeners, however many write. */
const draining = new WeakMap<Writable, Promise<void>>();

function drained(pipe: Writable): Promise<void> {
  const waiting = draining.get(pipe) ?? nextDrain(pipe).finally(() => draining.delete(pipe));
  draining.set(pipe, waiting);
  return waiting;
}

function nextDrain(pipe: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      pipe.off('drain', done);
      pipe.off('close', gone);
      pipe.off('error', gone);
      if (error === undefined) resolve();
      else reject(error);
    };
    const done = () => settle();
    const gone = () => settle(new PipeClosedError());
    pipe.on('drain', done);
    pipe.on('close', gone);
    pipe.on('error', gone);
  });
}
