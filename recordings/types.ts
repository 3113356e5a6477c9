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

/** Where audio lies: a folder or a Google Cloud Storage bucket. */
export interface Recordings {
  /** Writes the whole stream or nothing; resolves with the bytes written. */
  put(stream: Readable, target: RecordingTarget): Promise<{ readonly bytes: number }>;
  /** Copies the recording to a local file, for the engine. */
  download(object: string, path: string, signal: AbortSignal): Promise<void>;
  /** Deletes it; one that is gone already is no error. */
  delete(object: string): Promise<void>;
  /** A link that works for anyone until it expires. It does not prove that the recording is there. */
  signedUrl(object: string, options: LinkOptions): Promise<string>;
}
