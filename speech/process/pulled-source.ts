import type { ByteSource } from '../byte-source.ts';

/** A recording whose bytes the parent holds. They are requested by range, so that only a few are in this process. */
export interface PulledSource extends ByteSource {
  /** Takes the bytes of the current request. */
  receive(bytes: Uint8Array): void;
  complete(byteLength: number): void;
  /** Fails all current and later requests. */
  fail(error: unknown): void;
}

/** Small reads are served from blocks. */
const BLOCK_BYTES = 256 * 1024;
const MAX_BLOCKS = 8;

/**
 * Requests one range at a time.
 * @param request answered by `receive`
 * @param byteLength undefined while the recording arrives
 */
export function createPulledSource(
  request: (start: number, end: number) => void,
  byteLength: number | undefined,
): PulledSource {
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
