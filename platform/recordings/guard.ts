import type { Readable } from 'node:stream';
import { RecordingMissingError, RecordingsUnavailableError } from './types.ts';

/** The maximum time without progress of the bytes: far more than 8 MiB need. */
export const STALL_MS = 20_000;

/**
 * Runs an operation of a store.
 * @param withinMs time limit of an operation that moves no bytes
 * @throws {RecordingsUnavailableError} for any failure, with only its code
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

/** Writes the bytes to a store. The signal aborts a store that accepts no more bytes. */
export type Store<T> = (bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<T>;

/**
 * Writes a stream to a store. An error of the stream is rethrown unchanged, because the sender caused it.
 * @throws {RecordingsUnavailableError} when the store fails, or makes no progress for `stallMs`
 */
export async function storing<T>(stream: Readable, store: Store<T>, stallMs = STALL_MS): Promise<T> {
  const stall = createStall(stallMs);
  let failure: { readonly reason: unknown } | undefined;
  async function* bytes() {
    try {
      stall.rest(); // waiting for the sender is not a failure of the store
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

/** Yields the bytes from a store. Fails when none arrive for `stallMs`. */
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

/** A timer that `watch` starts and `rest` stops. */
function createStall(ms: number) {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {}); // possibly nothing awaits it any more
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
