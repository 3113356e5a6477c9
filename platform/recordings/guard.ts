import type { Readable } from 'node:stream';
import { RecordingMissingError, RecordingsUnavailableError } from './types.ts';

/** How long a store may take before the next bytes move: far beyond what 8 MiB need. */
export const STALL_MS = 20_000;

/**
 * Runs a step of a store.
 * @param withinMs how long a step may take that moves no bytes
 * @throws {RecordingsUnavailableError} whatever it failed with, with nothing of it but its code
 */
export async function reaching<T>(step: () => Promise<T>, withinMs?: number): Promise<T> {
  const stall = createStall(withinMs ?? 0);
  try {
    if (withinMs !== undefined) stall.watch();
    return await Promise.race([step(), stall.ended]);
  } catch (error) {
    throw error instanceof RecordingMissingError ? error : unavailable(error);
  } finally {
    stall.rest();
  }
}

/** What a store reads while it writes: the bytes of the stream, and a signal that ends a store that takes no more. */
export type Store<T> = (bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<T>;

/**
 * Writes a stream to a store. What the stream fails with is passed on as it is: it is the sender's affair.
 * @throws {RecordingsUnavailableError} when the store fails, or moves nothing for `stallMs`
 */
export async function storing<T>(stream: Readable, store: Store<T>, stallMs = STALL_MS): Promise<T> {
  const stall = createStall(stallMs);
  let failure: { readonly reason: unknown } | undefined;
  async function* bytes() {
    try {
      stall.rest(); // waiting for the sender is not the store's fault
      for await (const chunk of stream) {
        stall.watch();
        yield chunk as Uint8Array;
        stall.rest();
      }
    } catch (reason) {
      failure = { reason };
      throw reason;
    } finally {
      stall.watch();
    }
  }
  stall.watch();
  try {
    return await Promise.race([store(bytes(), stall.signal), stall.ended]);
  } catch (error) {
    throw failure ? failure.reason : unavailable(error);
  } finally {
    stall.rest();
  }
}

/** Passes on what a store sends, and fails when it sends nothing for `stallMs`. */
export async function* fetching(source: Readable, stallMs = STALL_MS): AsyncGenerator<Uint8Array> {
  const stall = createStall(stallMs);
  stall.signal.addEventListener('abort', () => source.destroy(unavailable(stall.signal.reason)));
  try {
    stall.watch();
    for await (const chunk of source) {
      stall.rest();
      yield chunk as Uint8Array;
      stall.watch();
    }
  } finally {
    stall.rest();
  }
}

/** A clock that is wound up by `watch` and stopped by `rest`. */
function createStall(ms: number) {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {}); // nobody may be waiting any more
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    ended,
    rest,
    watch: () => {
      rest();
      timer = setTimeout(() => {
        const stalled = Object.assign(new Error('Nothing moves'), { code: 'stalled' });
        controller.abort(stalled);
        reject(stalled);
      }, ms);
    },
  };
}

function unavailable(error: unknown): RecordingsUnavailableError {
  const { code } = (error ?? {}) as { code?: unknown };
  return new RecordingsUnavailableError(
    typeof code === 'string' || typeof code === 'number' ? String(code) : 'unknown',
  );
}
