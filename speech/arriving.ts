import type { ByteSource } from './byte-source.ts';

/** A recording in memory whose bytes may still be arriving. It is the only copy of them. */
export interface ArrivingAudio extends Required<ByteSource> {
  /** The number of bytes that have arrived. */
  readonly byteLength: number;
  /** Adds bytes. The chunk belongs to the recording from now on, which keeps large ones without a copy. */
  append(chunk: Uint8Array): void;
  /** Ends the recording: no more bytes arrive. */
  complete(): void;
  /** Fails the pending and later reads with the reason why the rest does not arrive. */
  fail(error: unknown): void;
  /**
   * Frees the memory of the bytes, which nobody needs any more, without waiting for a garbage collection: that of large
   * buffers comes late. Lent bytes stay until their use has ended. Later reads fail.
   */
  free(): void;
}

/** Smaller chunks are copied into pages, so that many of them cost no more memory than their bytes. */
const PAGE_BYTES = 256 * 1024;
const MIN_KEPT_BYTES = 16 * 1024;
/** A chunk is kept only if its buffer contains little else. */
const MIN_KEPT_SHARE = 0.9;
const NOTHING = new Uint8Array(0);

/** An empty recording, to which the bytes of an upload are appended. */
export function createArrivingAudio(): ArrivingAudio {
  const held = createParts();
  const whole = Promise.withResolvers<number>();
  whole.promise.catch(() => undefined); // a reader may never wait for it
  let isComplete = false;
  let isUnused = false;
  let lent = 0;
  let failure: { readonly error: unknown } | undefined;
  let waiting: { readonly end: number; readonly wake: () => void }[] = [];

  function append(chunk: Uint8Array): void {
    held.add(chunk);
    wakeReaders();
  }

  function complete(): void {
    held.end();
    isComplete = true;
    whole.resolve(held.byteLength());
    wakeReaders();
  }

  function fail(error: unknown): void {
    failure = { error };
    whole.reject(error);
    wakeReaders();
  }

  function wakeReaders(): void {
    const isReady = (end: number) => isComplete || failure !== undefined || end <= held.byteLength();
    for (const { end, wake } of waiting) if (isReady(end)) wake();
    waiting = waiting.filter(({ end }) => !isReady(end));
  }

  async function arrived(start: number, end: number): Promise<readonly Uint8Array[]> {
    if (!isComplete && failure === undefined && end > held.byteLength()) {
      await new Promise<void>((wake) => waiting.push({ end, wake }));
    }
    if (failure !== undefined) throw failure.error;
    return held.range(Math.max(0, start), Math.min(end, held.byteLength()));
  }

  async function lend(start: number, end: number, use: (parts: readonly Uint8Array[]) => Promise<void>): Promise<void> {
    lent += 1;
    try {
      await use(await arrived(start, end));
    } finally {
      lent -= 1;
      freeIfUnused();
    }
  }

  function free(): void {
    isUnused = true;
    fail(new Error('The recording is not needed any more'));
    freeIfUnused();
  }

  function freeIfUnused(): void {
    if (isUnused && lent === 0) held.free();
  }

  return {
    get byteLength() {
      return held.byteLength();
    },
    knownSize: () => (isComplete ? held.byteLength() : undefined),
    size: () => whole.promise,
    read: async (start, end) => joined(await arrived(start, end)),
    lend,
    append,
    complete,
    fail,
    free,
    close: async () => undefined,
  };
}

/** Bytes in parts: kept chunks, and used ranges of pages. */
function createParts() {
  let parts: Uint8Array[] = [];
  /** Where each part starts. */
  let starts: number[] = [];
  let byteLength = 0;
  /** The unused rest of the last page. */
  let room: Uint8Array = NOTHING;

  function add(chunk: Uint8Array): void {
    if (isWorthKeeping(chunk)) push(chunk);
    else copy(chunk);
  }

  function copy(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (room.length === 0) room = new Uint8Array(PAGE_BYTES);
      const copied = chunk.subarray(at, at + room.length);
      room.set(copied);
      extend(room.subarray(0, copied.length));
      room = room.subarray(copied.length);
      at += copied.length;
    }
  }

  function push(part: Uint8Array): void {
    starts.push(byteLength);
    parts.push(part);
    byteLength += part.length;
  }

  /** Adds a range of a page to the last part if it continues that. */
  function extend(range: Uint8Array): void {
    const last = parts.at(-1);
    if (last?.buffer === range.buffer && last.byteOffset + last.length === range.byteOffset) {
      parts[parts.length - 1] = new Uint8Array(range.buffer, last.byteOffset, last.length + range.length);
      byteLength += range.length;
    } else push(range);
  }

  /** No more bytes are added: a page that is the only part of a recording keeps no unused rest. */
  function end(): void {
    const [only] = parts;
    if (parts.length === 1 && only?.buffer === room.buffer) parts = [only.slice()];
    room = NOTHING;
  }

  /** Views of the bytes of a range. */
  function range(from: number, to: number): Uint8Array[] {
    const found: Uint8Array[] = [];
    for (let index = partAt(from); index < parts.length; index++) {
      const start = starts[index] ?? 0;
      if (start >= to) break;
      found.push((parts[index] ?? NOTHING).subarray(Math.max(0, from - start), to - start));
    }
    return found;
  }

  /** The index of the part that contains a position, by binary search. */
  function partAt(position: number): number {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A buffer whose bytes were transferred to another one, here an empty one, has no memory (ECMA-262, 25.1.6.10). */
  function free(): void {
    for (const { buffer } of parts) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
    [parts, starts, room, byteLength] = [[], [], NOTHING, 0];
  }

  return { add, end, range, free, byteLength: () => byteLength };
}

function isWorthKeeping({ length, buffer }: Uint8Array): boolean {
  return length >= MIN_KEPT_BYTES && length >= MIN_KEPT_SHARE * buffer.byteLength;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first = NOTHING] = parts;
  if (parts.length <= 1) return first;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
