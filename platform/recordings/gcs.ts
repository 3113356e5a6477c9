import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '@google-cloud/storage';
import { contentDisposition } from './file-name.ts';
import { fetching, reaching, storing } from './guard.ts';
import { RecordingMissingError, type Recordings } from './types.ts';

export interface GcsOptions {
  readonly storage: Storage;
  readonly bucket: string;
  /** Prefix of every object's name, such as `sotto/`; may be empty. */
  readonly prefix: string;
  readonly now: () => number;
  /** The maximum time without progress of the bytes. @default STALL_MS */
  readonly stallMs?: number;
}

/**
 * Recordings are sent in chunks of this size. Each is confirmed, and sent again if it was lost. One upload holds one
 * chunk in memory.
 */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** The time limit for requests that carry no recording. The client library would wait a minute and retry. */
const ANSWER_MS = 5_000;

/** Stores recordings in a Google Cloud Storage bucket: resumable uploads, V4 signed links. */
export function createGcsRecordings({ storage, bucket, prefix, now, stallMs }: GcsOptions): Recordings {
  const fileOf = (object: string) => storage.bucket(bucket).file(prefix + object);
  return {
    put(stream, { object, contentType }) {
      const upload = fileOf(object).createWriteStream({
        resumable: true,
        chunkSize: CHUNK_BYTES,
        ...(contentType === null ? {} : { contentType }),
      });
      let bytes = 0;
      const count = async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          yield chunk;
        }
      };
      return storing(
        stream,
        async (chunks, signal) => {
          await pipeline(chunks, count, upload, { signal });
          return { bytes };
        },
        stallMs,
      );
    },
    async download(object, path, signal) {
      const copy = createWriteStream(path, { mode: 0o600 });
      const chunks = fetching(fileOf(object).createReadStream(), stallMs);
      await reaching(() => pipeline(chunks, copy, { signal }).catch(refuseMissing));
    },
    read: (object) => chunksOf(fileOf(object).createReadStream(), stallMs),
    async delete(object) {
      await reaching(() => fileOf(object).delete({ ignoreNotFound: true }), ANSWER_MS);
    },
    async signedUrl(object, { expiresInSeconds, contentType, fileName }) {
      const expiresAt = (Math.floor(now() / 1000) + expiresInSeconds) * 1000;
      const [url] = await reaching(
        () =>
          fileOf(object).getSignedUrl({
            version: 'v4',
            action: 'read',
            accessibleAt: expiresAt - expiresInSeconds * 1000,
            expires: expiresAt,
            responseDisposition: contentDisposition(fileName),
            ...(contentType === null ? {} : { responseType: contentType }),
          }),
        ANSWER_MS,
      );
      return { url, expiresAt };
    },
  };
}

async function* chunksOf(source: Readable, stallMs: number | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* fetching(source, stallMs);
  } catch (error) {
    await reaching(async () => refuseMissing(error));
  }
}

function refuseMissing(error: unknown): never {
  const missing = error instanceof Error && 'code' in error && Number(error.code) === 404;
  throw missing ? new RecordingMissingError('The recording is not there') : error;
}
