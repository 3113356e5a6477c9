import type { DetailedError, HttpResponse, Upload } from 'tus-js-client';
import { describeRefusal } from '../api/client.ts';

const ENDPOINT = '/v1/app/uploads';
/** A proxy in between may hold a request back until it is whole: small ones still show progress. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const NOTE_HEADER = 'Sotto-Note-Id';

export interface UploadRequest {
  /** Chosen by this device: the same id never makes two notes. */
  readonly uploadId: string;
  readonly file: Blob;
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether the service may have some of it already. */
  readonly resumed: boolean;
  readonly onProgress: (sentBytes: number) => void;
}

/** An upload that was refused or broken off; `status` is 0 where the service was not reached. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Starts or resumes an upload. `noteId` is that of the note which the service confirmed.
 * @throws {UploadError} through `noteId`
 */
export async function startUpload({
  uploadId,
  file,
  metadata,
  resumed,
  onProgress,
}: UploadRequest): Promise<{ upload: Upload; noteId: Promise<string> }> {
  const { Upload: TusUpload } = await import('tus-js-client');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new TusUpload(file, {
    endpoint: ENDPOINT,
    // What the service has of it already is not sent again.
    ...(resumed ? { uploadUrl: `${ENDPOINT}/${uploadId}` } : {}),
    metadata: { ...metadata, upload_id: uploadId },
    chunkSize: CHUNK_BYTES,
    retryDelays: [500, 1_000, 2_000],
    storeFingerprintForResuming: false,
    onShouldRetry: (error) => mayPass(statusOf(error.originalResponse)),
    onProgress,
    onSuccess: ({ lastResponse }) => {
      const noteId = lastResponse.getHeader(NOTE_HEADER);
      if (noteId) resolve(noteId);
      else reject(new UploadError(0, 'Sotto has not confirmed the note yet'));
    },
    onError: (error) => reject(describe(error)),
  });
  upload.start();
  return { upload, noteId: promise };
}

function mayPass(status: number): boolean {
  return status === 0 || status >= 500 || [408, 409, 423, 425, 429, 460].includes(status);
}

const statusOf = (response: HttpResponse | null | undefined) => response?.getStatus() ?? 0;

function describe(error: Error | DetailedError): UploadError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = statusOf(response);
  if (status === 0) return new UploadError(0, 'No connection. It goes on by itself');
  return new UploadError(status, describeRefusal(status, parse(response?.getBody())));
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
