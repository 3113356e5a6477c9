import type { DetailedError } from 'tus-js-client';
import { describeRefusal } from '../api/client.ts';

const ENDPOINT = '/v1/app/uploads';
/** Requests are small, so that progress is visible even if a proxy buffers each request. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const NOTE_HEADER = 'Sotto-Note-Id';

export interface UploadRequest {
  /** Chosen by this device. The same id never creates two notes. */
  readonly uploadId: string;
  readonly file: Blob;
  readonly metadata: Readonly<Record<string, string>>;
  /** Sent with every request. */
  readonly headers: Record<string, string>;
  /** Whether the service may already have a part of it. */
  readonly resumed: boolean;
  readonly onProgress: (sentBytes: number) => void;
}

/** An upload that was refused or interrupted. `status` is 0 when the service could not be reached. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** An upload in progress. */
export interface RunningUpload {
  /** The note that the service confirmed. Rejects with {@link UploadError}, also after `stop()`. */
  readonly noteId: Promise<string>;
  /** @param options.remove also deletes the uploaded part in the service */
  stop(options?: { readonly remove: boolean }): Promise<void>;
}

/** Starts or resumes an upload. */
export async function startUpload({
  uploadId,
  file,
  metadata,
  headers,
  resumed,
  onProgress,
}: UploadRequest): Promise<RunningUpload> {
  const { Upload: TusUpload } = await import('tus-js-client');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new TusUpload(file, {
    endpoint: ENDPOINT,
    // First asks the service how much it already has.
    ...(resumed ? { uploadUrl: `${ENDPOINT}/${uploadId}` } : {}),
    metadata: { ...metadata, upload_id: uploadId },
    chunkSize: CHUNK_BYTES,
    retryDelays: [500, 1_000, 2_000],
    storeFingerprintForResuming: false,
    onShouldRetry: (error) => navigator.onLine && mayPass(statusOf(error)),
    headers,
    onProgress,
    onSuccess: ({ lastResponse }) => {
      const noteId = lastResponse.getHeader(NOTE_HEADER);
      if (noteId) resolve(noteId);
      else reject(new UploadError(0, 'Sotto has not confirmed the note yet'));
    },
    onError: (error) => reject(describe(error)),
  });
  upload.start();
  return {
    noteId: promise,
    stop: async ({ remove } = { remove: false }) => {
      await upload.abort(remove).catch(() => {}); // the service deletes unfinished uploads itself
      reject(new UploadError(0, 'The upload was stopped'));
    },
  };
}

/** Whether the service refused an upload for good. Other failures may pass; 401 passes when the user signs in again. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status !== 401 && !mayPass(status);
}

function mayPass(status: number): boolean {
  return status === 0 || status >= 500 || [408, 409, 423, 425, 429, 460].includes(status);
}

const responseOf = (error: Error | DetailedError) => ('originalResponse' in error ? error.originalResponse : null);
const statusOf = (error: Error | DetailedError) => responseOf(error)?.getStatus() ?? 0;

function describe(error: Error | DetailedError): UploadError {
  const status = statusOf(error);
  if (status === 0) return new UploadError(0, 'No connection. The upload resumes automatically');
  return new UploadError(status, describeRefusal(status, parse(responseOf(error)?.getBody())));
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
