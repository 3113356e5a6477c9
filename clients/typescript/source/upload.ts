import { DetailedError, Upload } from 'tus-js-client';
import type { Sotto } from './client.ts';
import { apiError, ConnectionError, SottoError } from './errors.ts';

/** A recording: a `Blob` or `File` in a browser; elsewhere also bytes or a stream from Node's `createReadStream`. */
export type UploadSource = Blob | Uint8Array | { readonly readable: boolean; readonly read: unknown };

export interface UploadOptions {
  /** The title of the note. @default a title that the service generates */
  readonly title?: string;
  /** A code such as `en`. @default detected */
  readonly language?: string;
  readonly recordedAt?: Date;
  /** The recording's MIME type. */
  readonly contentType?: string;
  /** A UUID. A second upload with the same UUID resumes the first one, and creates no second note. @default a new UUID */
  readonly uploadId?: string;
  /** The size of a stream, if it is not known otherwise. */
  readonly bytes?: number;
  readonly onProgress?: (sentBytes: number, totalBytes: number | null) => void;
  readonly signal?: AbortSignal;
}

export interface UploadedNote {
  readonly noteId: string;
}

const PATH = '/v1/app/uploads';
/** Requests are small because a proxy may buffer a complete request. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000];
const PASSING = new Set([0, 408, 409, 423, 425, 429, 460, 500, 502, 503, 504]);

/**
 * Uploads a recording as a new note. Resumes after a broken connection (tus 1.0.0).
 * @throws {ApiError} if the service rejects it
 * @throws {ConnectionError} if the connection failed
 */
export async function uploadNote(
  sotto: Pick<Sotto, 'baseUrl' | 'credentialsFor'>,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<UploadedNote> {
  const { onProgress, signal, bytes } = options;
  signal?.throwIfAborted();
  const file = await readable(source);
  signal?.throwIfAborted();
  let leave = () => {};
  const uploaded = new Promise<UploadedNote>((resolve, reject) => {
    const upload = new Upload(file as Blob, {
      endpoint: sotto.baseUrl + PATH,
      headers: { ...sotto.credentialsFor(PATH) },
      metadata: metadataOf(options),
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      ...(bytes === undefined ? {} : { uploadSize: bytes }),
      onShouldRetry: (error) => PASSING.has(error.originalResponse?.getStatus() ?? 0),
      onProgress: (sent, total) => onProgress?.(sent, total),
      onSuccess: ({ lastResponse }) => {
        const noteId = lastResponse.getHeader('Sotto-Note-Id');
        if (noteId) resolve({ noteId });
        else reject(new SottoError('The service has not confirmed the note'));
      },
      onError: (error) => reject(describe(error, sotto.baseUrl)),
    });
    leave = () => {
      upload.abort().catch(() => {}); // the service keeps the uploaded part for a day, so that the upload can be resumed
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    upload.start();
  });
  try {
    return await uploaded;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

function metadataOf(options: UploadOptions): Record<string, string> {
  const { title, language, recordedAt, contentType, uploadId = crypto.randomUUID() } = options;
  const given = { title, language, recorded_at: recordedAt?.toISOString(), filetype: contentType, upload_id: uploadId };
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Outside of browsers, the library accepts a `Buffer` but not a `Blob`. */
async function readable(source: UploadSource): Promise<UploadSource> {
  if (typeof Buffer === 'undefined' || 'document' in globalThis) return source;
  if (source instanceof Blob) return Buffer.from(await source.arrayBuffer());
  return source instanceof Uint8Array ? Buffer.from(source) : source;
}

function describe(error: Error, baseUrl: string): SottoError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response?.getStatus()) return new ConnectionError(`Cannot reach ${baseUrl}`, { cause: error });
  const headers = { get: (name: string) => response.getHeader(name) ?? null };
  return apiError(response.getStatus(), parse(response.getBody()), headers);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
