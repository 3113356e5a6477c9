import type { Readable, Writable } from 'node:stream';
import { viewOf } from '../decode/source.ts';

/** Thrown if the other end of the pipe is closed. */
export class PipeClosedError extends Error {
  override readonly name = 'PipeClosedError';
}

/** A message on the pipe between Sotto and its speech process: a small object, and raw bytes. */
export interface Frame<Message> {
  readonly message: Message;
  readonly payload: Uint8Array;
}

const HEADER_BYTES = 8;
/** More than any real frame. A larger length means that the pipe carries something else. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

/**
 * Writes one frame: two big-endian lengths, the message as JSON, the payload. Resolves when the pipe has taken all of it,
 * so awaiting it applies backpressure, and the payload's memory is not read any more.
 * @param payload parts that are written one after the other
 * @throws {PipeClosedError}
 */
export function writeFrame(pipe: Writable, message: object, payload: readonly Uint8Array[] = []): Promise<void> {
  if (pipe.destroyed || pipe.writableEnded) return Promise.reject(new PipeClosedError());
  const text = Buffer.from(JSON.stringify(message));
  const head = Buffer.allocUnsafe(HEADER_BYTES + text.length);
  head.writeUInt32BE(text.length, 0);
  head.writeUInt32BE(
    payload.reduce((sum, part) => sum + part.length, 0),
    4,
  );
  head.set(text, HEADER_BYTES);
  const parts = [head, ...payload];
  const waiting = waitingWriters(pipe);
  return new Promise((resolve, reject) => {
    waiting.add(reject);
    const taken = (error?: Error | null) => {
      waiting.delete(reject);
      if (error) reject(new PipeClosedError());
      else resolve();
    };
    parts.forEach((part, index) => void pipe.write(part, index === parts.length - 1 ? taken : undefined));
  });
}

/** What fails the waiting writers of each pipe. A pipe has one listener, however many write. */
const writers = new WeakMap<Writable, Set<(reason: PipeClosedError) => void>>();

/** A closed pipe does not call back for a write that was under way. */
function waitingWriters(pipe: Writable): Set<(reason: PipeClosedError) => void> {
  const known = writers.get(pipe);
  if (known !== undefined) return known;
  const waiting = new Set<(reason: PipeClosedError) => void>();
  writers.set(pipe, waiting);
  pipe.once('close', () => {
    for (const fail of waiting) fail(new PipeClosedError());
    waiting.clear();
  });
  return waiting;
}

/** Reads frames until the pipe ends. A payload has a buffer of its own. */
export async function* readFrames<Message>(pipe: Readable): AsyncGenerator<Frame<Message>> {
  const lengths = createFill(HEADER_BYTES);
  let text: Fill | undefined;
  let payload: Fill | undefined;
  for await (const chunk of pipe as AsyncIterable<Uint8Array>) {
    for (let rest = chunk; ; ) {
      rest = lengths.take(rest);
      if (!lengths.isFull()) break;
      if (text === undefined || payload === undefined) {
        const header = viewOf(lengths.bytes);
        const [textLength, payloadLength] = [header.getUint32(0), header.getUint32(4)];
        if (HEADER_BYTES + textLength + payloadLength > MAX_FRAME_BYTES) throw new PipeClosedError();
        text = createFill(textLength);
        payload = createFill(payloadLength);
      }
      rest = payload.take(text.take(rest));
      if (!text.isFull() || !payload.isFull()) break;
      const message = JSON.parse(new TextDecoder().decode(text.bytes)) as Message;
      const { bytes } = payload;
      lengths.clear();
      [text, payload] = [undefined, undefined];
      yield { message, payload: bytes };
    }
  }
}

/** Bytes of a known number that arrive in chunks. */
interface Fill {
  readonly bytes: Uint8Array;
  isFull(): boolean;
  /** Copies what is missing. @returns the rest of the chunk */
  take(chunk: Uint8Array): Uint8Array;
  clear(): void;
}

function createFill(length: number): Fill {
  const bytes = new Uint8Array(length);
  let filled = 0;
  return {
    bytes,
    isFull: () => filled === length,
    take(chunk) {
      const taken = chunk.subarray(0, length - filled);
      bytes.set(taken, filled);
      filled += taken.length;
      return chunk.subarray(taken.length);
    },
    clear: () => {
      filled = 0;
    },
  };
}
