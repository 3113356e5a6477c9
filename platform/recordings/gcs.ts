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
  /** Put before every object's name, such as `sotto/`; may be empty. */
  readonly prefix: string;
  readonly now: () => number;
  /** How long the bucket may take before the next bytes move. @default STALL_MS */
  readonly stallMs?: number;
}

/** Sent in chunks of this size, each confirmed and sent again when it got lost: what one upload holds in memory. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** How long the bucket may take to answer what carries no recording; its client would wait a minute, and ask again. */
const ANSWER_MS = 5_000;

/** Keeps recordings in a Google Cloud Storage bucket: resumable uploads, V4 signed links. */
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
