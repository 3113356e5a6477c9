import type { Readable } from 'node:stream';

/** A recording's location in the store, and what is known of its format. */
export interface RecordingTarget {
  /** Path-like name without leading slash, such as `notes/<user>/<note>`. */
  readonly object: string;
  readonly contentType: string | null;
}

/** The contents of a signed link. */
export interface LinkOptions {
  readonly expiresInSeconds: number;
  readonly contentType: string | null;
  /** The file name that a browser saves. */
  readonly fileName: string;
}

export interface SignedLink {
  readonly url: string;
  /** Epoch milliseconds, a whole second. From then on the link is rejected. */
  readonly expiresAt: number;
}

/** Thrown by {@link Recordings.download} when the recording does not or no longer exist. */
export class RecordingMissingError extends Error {
  override readonly name = 'RecordingMissingError';
}

/**
 * Thrown by every method of {@link Recordings} when the store itself fails, for example a full disk or an unavailable
 * bucket. The caller may try again. It contains no paths or addresses.
 */
export class RecordingsUnavailableError extends Error {
  override readonly name = 'RecordingsUnavailableError';
  /** The cause, such as `ENOSPC`, `ECONNREFUSED` or an HTTP status. */
  readonly code: string;

  constructor(code: string) {
    super('The recordings cannot be reached');
    this.code = code;
  }
}

/** The store of audio: a folder or a Google Cloud Storage bucket. */
export interface Recordings {
  /**
   * Writes the whole stream or nothing. Resolves with the bytes written. Errors of the stream are rethrown unchanged.
   * Only one write per object may run at a time, because a name belongs to one recording.
   */
  put(stream: Readable, target: RecordingTarget): Promise<{ readonly bytes: number }>;
  /**
   * Copies the recording to a local file, for the engine.
   * @throws {RecordingMissingError}
   */
  download(object: string, path: string, signal: AbortSignal): Promise<void>;
  /**
   * The recording's bytes as a stream.
   * @throws {RecordingMissingError} while it is read
   */
  read(object: string): AsyncIterable<Uint8Array>;
  /** Deletes it. A missing recording is not an error. */
  delete(object: string): Promise<void>;
  /** A link that works for everyone until it expires. It does not prove that the recording exists. */
  signedUrl(object: string, options: LinkOptions): Promise<SignedLink>;
}
