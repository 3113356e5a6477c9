import type { Readable } from 'node:stream';

/** A recording's place in the store and what is known of its format. */
export interface RecordingTarget {
  /** Path-like name without leading slash, such as `notes/<user>/<note>`. */
  readonly object: string;
  readonly contentType: string | null;
}

/** What a signed link is to say. */
export interface LinkOptions {
  readonly expiresInSeconds: number;
  readonly contentType: string | null;
  /** Name that a browser saves the file under. */
  readonly fileName: string;
}

export interface SignedLink {
  readonly url: string;
  /** Epoch milliseconds, a whole second: from then on the link is refused. */
  readonly expiresAt: number;
}

/** Thrown by {@link Recordings.download} when the recording is not there (any more). */
export class RecordingMissingError extends Error {
  override readonly name = 'RecordingMissingError';
}

/**
 * Thrown by every method of {@link Recordings} when the store itself fails, as a full disk or a bucket that does not
 * answer: the caller may try again. Paths and addresses stay out of it.
 */
export class RecordingsUnavailableError extends Error {
  override readonly name = 'RecordingsUnavailableError';
  /** What it failed with, such as `ENOSPC`, `ECONNREFUSED` or an HTTP status. */
  readonly code: string;

  constructor(code: string) {
    super('The recordings cannot be reached');
    this.code = code;
  }
}

/** Where audio lies: a folder or a Google Cloud Storage bucket. */
export interface Recordings {
  /**
   * Writes the whole stream or nothing; resolves with the bytes written. What the stream fails with is thrown as it is.
   * Of one object, only one may be under way: its name is made for this recording.
   */
  put(stream: Readable, target: RecordingTarget): Promise<{ readonly bytes: number }>;
  /**
   * Copies the recording to a local file, for the engine.
   * @throws {RecordingMissingError}
   */
  download(object: string, path: string, signal: AbortSignal): Promise<void>;
  /**
   * The recording's bytes, as they come.
   * @throws {RecordingMissingError} while it is read
   */
  read(object: string): AsyncIterable<Uint8Array>;
  /** Deletes it; one that is gone already is no error. */
  delete(object: string): Promise<void>;
  /** A link that works for anyone until it expires. It does not prove that the recording is there. */
  signedUrl(object: string, options: LinkOptions): Promise<SignedLink>;
}
