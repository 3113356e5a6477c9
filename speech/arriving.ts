import type { ByteSource } from './byte-source.ts';

/** A recording in memory whose bytes may still be arriving. It is the only copy of them. */
export interface ArrivingAudio extends ByteSource {
  /** The number of bytes that have arrived. */
  readonly byteLength: number;
  append(chunk: Uint8Array): void;
  /** Ends the recording: no more bytes arrive. */
  complete(): void;
  /** Fails the pending and later reads with the reason why the rest does not arrive. */
  fail(error: unknown): void;
  /** The bytes that have arrived, in order. */
  parts(): readonly Uint8Array[];
}

/** Chunks are copied into pages, so that many small ones cost no more memory than their bytes. */
const PAGE_BYTES = 256 * 1024;

/** An empty recording, to which the bytes of an upload are appended. */
export function createArrivingAudio(): ArrivingAudio {
  const pages: Uint8Array[] = [];
  const whole = Promise.withResolvers<number>();
  whole.promise.catch(() => undefined); // a reader may never wait for it
  let byteLength = 0;
  let isComplete = false;
  let failure: { readonly error: unknown } | undefined;
  let waiting: { readonly end: number; readonly wake: () => void }[] = [];

  function append(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const used = byteLength % PAGE_BYTES;
      if (used === 0) pages.push(new Uint8Array(PAGE_BYTES));
      const part = chunk.subarray(at, at + PAGE_BYTES - used);
      pages.at(-1)?.set(part, used);
      at += part.length;
      byteLength += part.length;
    }
    wakeReaders();
  }

  function complete(): void {
    const used = byteLength % PAGE_BYTES;
    const last = pages.pop();
    if (last !== undefined) pages.push(used === 0 ? last : last.slice(0, used));
    isComplete = true;
    whole.resolve(byteLength);
    wakeReaders();
  }

  function fail(error: unknown): void {
    failure = { error };
    whole.reject(error);
    wakeReaders();
  }

  function wakeReaders(): void {
    const isReady = (end: number) => isComplete || failure !== undefined || end <= byteLength;
    for (const { end, wake } of waiting) if (isReady(end)) wake();
    waiting = waiting.filter(({ end }) => !isReady(end));
  }

  async function read(start: number, end: number): Promise<Uint8Array> {
    if (!isComplete && failure === undefined && end > byteLength) {
      await new Promise<void>((wake) => waiting.push({ end, wake }));
    }
    if (failure !== undefined) throw failure.error;
    return copyOf(Math.max(0, start), Math.min(end, byteLength));
  }

  /** A view of a page if the range is in one, otherwise a copy. */
  function copyOf(start: number, end: number): Uint8Array {
    const within = start % PAGE_BYTES;
    const page = pages[Math.floor(start / PAGE_BYTES)];
    if (page === undefined || end <= start) return new Uint8Array(0);
    if (within + end - start <= PAGE_BYTES) return page.subarray(within, within + end - start);
    const bytes = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      const from = at % PAGE_BYTES;
      const part = (pages[Math.floor(at / PAGE_BYTES)] as Uint8Array).subarray(from, from + end - at);
      bytes.set(part, at - start);
      at += part.length;
    }
    return bytes;
  }

  return {
    get byteLength() {
      return byteLength;
    },
    knownSize: () => (isComplete ? byteLength : undefined),
    size: () => whole.promise,
    read,
    append,
    complete,
    fail,
    parts: () => pages.map((page, index) => page.subarray(0, Math.min(page.length, byteLength - index * PAGE_BYTES))),
    close: async () => undefined,
  };
}
