import { DataStore, ERRORS, MemoryLocker, Server, Upload as TusUpload } from '@tus/server';
import {
  MAX_OPEN_UPLOADS,
  UPLOAD_LIFETIME_MS,
  type Upload,
  type UploadMetadata,
} from '../../../notes/uploads/store.ts';
import type { FinishedUpload, Uploads } from '../../../notes/uploads/uploads.ts';
import { ApiError } from '../../errors.ts';
import { RequestValidationError } from '../../validation.ts';

export const UPLOADS_PATH = '/v1/app/uploads';
/** The note of a finished upload, on every response about it. */
export const NOTE_ID_HEADER = 'sotto-note-id';

export interface TusOptions {
  readonly uploads: Uploads;
  readonly maxBytes: number;
  /** Throws if the user may not create another note with a recording of this size. */
  readonly checkQuota: (userId: string, bytes: number | undefined) => Promise<void>;
  /** Checks an upload's metadata. @throws {ApiError} naming the field */
  readonly readMetadata: (metadata: UploadMetadata) => FinishedUpload;
  /** Checks the id that a sender chose. @throws {ApiError} naming the field */
  readonly readUploadId: (metadata: UploadMetadata) => string;
}

const EMPTY = new RequestValidationError([
  { loc: ['header', 'Upload-Length'], msg: 'Value should be at least 1', type: 'value_error' },
]);

/** Answers a request of the tus protocol (1.0.0: creation, termination, expiration) for one user. */
export type AnswerTus = (request: Request, userId: string) => Promise<Response>;

/** The context of one request, passed through the library. */
interface Call {
  readonly userId: string;
  /** The error that our own code threw, as opposed to a refusal by the library. */
  failure?: unknown;
}

/**
 * The protocol as implemented by the tus project's own server. Its upload ids contain the user's id, so a user cannot
 * reach another user's upload by any path.
 */
export function createTus({ uploads, maxBytes, checkQuota, readMetadata, readUploadId }: TusOptions): AnswerTus {
  const calls = new WeakMap<Request, Call>();
  const userOf = (request: Request) => calls.get(request)?.userId ?? '';

  async function finish(userId: string, upload: Upload): Promise<string> {
    const noteId = await uploads.finish(userId, upload, readMetadata(upload.metadata));
    if (noteId === null) throw new ApiError(503, 'The note of this upload is being made');
    return noteId;
  }

  const server = new Server({
    path: UPLOADS_PATH,
    datastore: createDataStore(uploads),
    locker: new MemoryLocker(),
    maxSize: maxBytes,
    allowedOrigins: [],
    disableTerminationForFinishedUploads: true,
    namingFunction: (request, metadata = {}) => tusId(userOf(request), readUploadId(metadata)),
    getFileIdFromRequest: (request, last = '') => tusId(userOf(request), last.toLowerCase()),
    generateUrl: (_request, { id }) => `${UPLOADS_PATH}/${idsOf(id).uploadId}`,
    onUploadCreate: async (request, upload) => {
      readMetadata(upload.metadata ?? {});
      if (upload.size === 0) throw EMPTY;
      const userId = userOf(request);
      // An upload that began earlier continues: its bytes may be stored already.
      if (!(await uploads.get(userId, idsOf(upload.id).uploadId))) await checkQuota(userId, upload.size);
      return {};
    },
    onUploadFinish: async (request, { id }) => {
      const userId = userOf(request);
      const upload = await uploads.get(userId, idsOf(id).uploadId);
      return upload ? { headers: { [NOTE_ID_HEADER]: await finish(userId, upload) } } : {};
    },
    onResponseError: (request, failure) => {
      const call = calls.get(request);
      if (call && failure instanceof Error) call.failure = failure;
      return undefined;
    },
  });

  /** The note of a complete upload. Creates the note now if a crash prevented it earlier. */
  async function noteIdOf(request: Request, userId: string): Promise<string | null> {
    const uploadId = new URL(request.url).pathname.slice(UPLOADS_PATH.length + 1).toLowerCase();
    const upload = await uploads.get(userId, uploadId);
    return upload && upload.offset === upload.size ? finish(userId, upload) : null;
  }

  return async (request, userId) => {
    const call: Call = { userId };
    calls.set(request, call);
    const response = await server.handleWeb(request);
    if (call.failure) throw call.failure;
    if (request.method === 'HEAD' && response.ok) {
      const noteId = await noteIdOf(request, userId);
      if (noteId !== null) response.headers.set(NOTE_ID_HEADER, noteId);
    }
    return response;
  };
}

const tusId = (userId: string, uploadId: string) => `${userId}/${uploadId}`;

function idsOf(id: string): { userId: string; uploadId: string } {
  const [userId = '', uploadId = ''] = id.split('/');
  return { userId, uploadId };
}

/** The uploads as the data store that the library expects. */
function createDataStore(uploads: Uploads): DataStore {
  async function find(id: string): Promise<{ userId: string; upload: Upload }> {
    const { userId, uploadId } = idsOf(id);
    const upload = await uploads.get(userId, uploadId);
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    return { userId, upload };
  }

  const store = new DataStore();
  store.extensions = ['creation', 'termination', 'expiration'];
  return Object.assign(store, {
    getExpiration: () => UPLOAD_LIFETIME_MS,
    create: async (file: TusUpload) => {
      const { userId, uploadId } = idsOf(file.id);
      const made = await uploads.create(userId, { uploadId, size: file.size ?? 0, metadata: file.metadata ?? {} });
      if (made === 'too_many')
        throw new ApiError(429, `A user may have at most ${MAX_OPEN_UPLOADS} unfinished uploads`);
      return file;
    },
    getUpload: async (id: string) => {
      const { upload } = await find(id);
      const { size, offset, metadata, createdAt, finished } = upload;
      // A finished upload is kept for the same time again and does not expire before that.
      const creation_date = new Date(finished ? uploads.now() : createdAt).toISOString();
      return new TusUpload({ id, size, offset, metadata: { ...metadata }, creation_date });
    },
    write: async (stream: AsyncIterable<Uint8Array>, id: string, offset: number) => {
      const { userId, upload } = await find(id);
      const stored = await uploads.append(userId, upload, offset, stream);
      if (stored === null) throw ERRORS.INVALID_OFFSET;
      return stored;
    },
    remove: async (id: string) => {
      const { userId, upload } = await find(id);
      await uploads.remove(userId, upload.uploadId);
    },
  });
}
