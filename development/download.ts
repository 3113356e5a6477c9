import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Limits of {@link download}. */
export interface DownloadOptions {
  /** The SHA-256 that the file must have, in hexadecimal. */
  readonly sha256?: string;
  readonly signal?: AbortSignal | undefined;
  /** The maximum wait for the response headers. @default 10_000 */
  readonly connectTimeoutMs?: number;
  /** The maximum wait without a byte. @default 20_000 */
  readonly stallTimeoutMs?: number;
}

/**
 * Downloads a file. Fails soon when the network is blocked or stalls.
 * @throws an error with a short reason; the file is incomplete then
 */
export async function download(url: string, file: string, options: DownloadOptions = {}): Promise<void> {
  const { signal, sha256, connectTimeoutMs = 10_000, stallTimeoutMs = 20_000 } = options;
  const stop = new AbortController();
  const abort = () => stop.abort(new Error('interrupted'));
  signal?.addEventListener('abort', abort, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectWithin = (timeoutMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  };
  try {
    expectWithin(connectTimeoutMs);
    const response = await fetch(url, { signal: stop.signal });
    const { body } = response;
    if (!response.ok || !body) throw new Error(`status ${response.status}`);
    const hash = createHash('sha256');
    const watched = async function* () {
      for await (const chunk of body) {
        expectWithin(stallTimeoutMs);
        hash.update(chunk);
        yield chunk;
      }
    };
    expectWithin(stallTimeoutMs);
    await pipeline(watched, createWriteStream(file), { signal: stop.signal });
    const digest = hash.digest('hex');
    if (sha256 !== undefined && digest !== sha256) throw new Error(`its SHA-256 is ${digest} in place of ${sha256}`);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
