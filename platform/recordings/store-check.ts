import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Redis, storeUnavailable } from '../redis/connection.ts';
import { keys } from '../redis/keys.ts';
import { RecordingMissingError, type Recordings } from './types.ts';

/** Thrown when Redis records another store of recordings than the one of this process. */
export class OtherStoreError extends Error {
  override readonly name = 'OtherStoreError';
}

/** How long a successful check stays valid. */
const FRESH_MS = 10_000;
/** More than a file system reserves when it is almost full. */
const PROBE_BYTES = 64 * 1024;

/** How long the check waits for Redis. */
const REDIS_PATIENCE_MS = 500;

const markerOf = (storeId: string) => `stores/${storeId}`;

export interface StoreCheck {
  /**
   * Checks that recordings can be written, and that they are in the common store. A success is reused for 10 seconds.
   * @throws {OtherStoreError | RecordingsUnavailableError}
   */
  check(signal: AbortSignal): Promise<void>;
  /**
   * Checks now whether this process uses the common store. Passes while Redis is unavailable and has never named it.
   * @throws {OtherStoreError}
   */
  confirmStore(signal: AbortSignal): Promise<void>;
}

/**
 * Creates the check of the store that all processes of this Redis use. The first process writes a marker into its store,
 * and the marker's name into Redis. The others look for it.
 */
export function createStoreCheck(
  { redis, recordings }: { readonly redis: Redis; readonly recordings: Recordings },
  now: () => number = Date.now,
): StoreCheck {
  let freshUntil = Number.NEGATIVE_INFINITY;
  let lastKnownId: string | undefined;

  const write = (object: string) =>
    recordings.put(Readable.from([Buffer.alloc(PROBE_BYTES)]), { object, contentType: null });

  async function storeId(): Promise<string> {
    const known = await redis.get(keys.recordingsStore());
    if (known !== null) return known;
    const candidate = randomUUID();
    await write(markerOf(candidate));
    await redis.set(keys.recordingsStore(), candidate, 'NX');
    const chosen = (await redis.get(keys.recordingsStore())) ?? candidate;
    if (chosen !== candidate) await recordings.delete(markerOf(candidate));
    return chosen;
  }

  async function find(object: string, signal: AbortSignal): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'sotto-store-'));
    try {
      await recordings.download(object, join(folder, 'marker'), signal);
    } catch (error) {
      if (!(error instanceof RecordingMissingError)) throw error;
      throw new OtherStoreError('The other processes keep recordings elsewhere: check RECORDINGS and SOTTO_HOME');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function confirmStore(signal: AbortSignal): Promise<void> {
    // Redis has a check of its own: while it does not answer, the last known store counts.
    lastKnownId = (await within(REDIS_PATIENCE_MS, storeId())) ?? lastKnownId;
    if (lastKnownId !== undefined) await find(markerOf(lastKnownId), signal);
  }

  return {
    confirmStore,
    check: async (signal) => {
      if (now() < freshUntil) return;
      await confirmStore(signal);
      const probe = `${markerOf('probes')}/${randomUUID()}`;
      await write(probe);
      await recordings.delete(probe);
      freshUntil = now() + FRESH_MS;
    },
  };
}

/** What the promise resolves to in time; undefined when Redis is unavailable or does not answer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const answered = promise.catch((error: unknown) => {
    if (storeUnavailable(error)) return undefined;
    throw error;
  });
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
