import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { UploadMetadata } from '../../../notes/uploads/store.ts';
import type { FinishedUpload } from '../../../notes/uploads/uploads.ts';
import type { ApiDeps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { formatTimestamp, parseInstant } from '../../instant.ts';
import { MAX_UPLOADS_PER_USER, type Uploads } from '../../uploads.ts';
import { checked, checkFields } from '../../validation.ts';
import { authenticated } from '../authenticate.ts';
import { language, recordedAt, title } from '../note-upload.ts';
import { UPLOAD_DOCS as docs } from './openapi.ts';
import { createTus, UPLOADS_PATH } from './tus.ts';

type UploadRouteDeps = Pick<ApiDeps, 'accounts' | 'notes' | 'platform'> & { readonly uploads: Uploads };

const UploadId = Type.Object({ upload_id: Type.String({ format: 'uuid', description: 'Chosen by the sender' }) });
const Said = Type.Object({
  title: Type.Optional(title),
  language: Type.Optional(language),
  recorded_at: Type.Optional(recordedAt),
  filetype: Type.Optional(Type.String({ maxLength: 255 })),
  filename: Type.Optional(Type.String({ maxLength: 1_000 })),
});

/** Resumable uploads of recordings (tus 1.0.0). Each finished upload becomes one note. */
export function createUploadRoutes(deps: UploadRouteDeps) {
  const { uploads, settings } = deps.notes;
  const answerTus = createTus({
    uploads,
    maxBytes: settings.maxBytes,
    checkQuota: deps.notes.store.checkQuota,
    readMetadata,
    readUploadId: (metadata) => checkFields(UploadId, given(metadata)).upload_id.toLowerCase(),
  });

  async function answer(request: Request, userId: string, set: Answer): Promise<void> {
    const response = await answerTus(request, userId);
    if (response.ok) {
      set.status = response.status;
      for (const [name, value] of response.headers) if (TUS_HEADERS.test(name)) set.headers[name] = value;
      return;
    }
    set.headers['tus-resumable'] = response.headers.get('tus-resumable') ?? undefined;
    throw new ApiError(response.status, (await response.text()).trim());
  }

  /** HEAD arrives here as GET, so GET answers with the same data as a body. */
  async function show(request: Request, userId: string, uploadId: string, set: Answer) {
    const headers = new Headers(request.headers);
    if (!headers.has('tus-resumable')) headers.set('tus-resumable', '1.0.0');
    const url = new URL(`${UPLOADS_PATH}/${uploadId}`, request.url);
    await answer(new Request(url, { method: 'HEAD', headers }), userId, set);
    const upload = await uploads.get(userId, uploadId);
    if (!upload) throw new ApiError(404, 'Upload not found');
    return {
      upload_id: upload.uploadId,
      upload_offset: upload.offset,
      upload_length: upload.size,
      note_id: upload.finished ? upload.noteId : null,
      expires_at: upload.finished ? null : formatTimestamp(uploads.expiresAt(upload)),
    };
  }

  return new Elysia()
    .use(authenticated(deps, 'notes:write'))
    .post('/uploads', ({ user, request, set }) => answer(request, user.userId, set), checked({ detail: docs.create }))
    .get(
      '/uploads/:upload_id',
      ({ user, request, params, set }) => show(request, user.userId, params.upload_id.toLowerCase(), set),
      checked({ params: UploadId, detail: docs.show }),
    )
    .patch(
      '/uploads/:upload_id',
      async ({ user, request, set }) => {
        const answered = await deps.uploads.ofUser(user.userId, async () => {
          await answer(request, user.userId, set);
          return true;
        });
        if (!answered) throw new ApiError(429, `A user may have at most ${MAX_UPLOADS_PER_USER} uploads open`);
      },
      checked({ params: UploadId, detail: docs.send }),
    )
    .delete(
      '/uploads/:upload_id',
      ({ user, request, set }) => answer(request, user.userId, set),
      checked({ params: UploadId, detail: docs.remove }),
    );
}

interface Answer {
  status?: number | string;
  readonly headers: Record<string, string | number | undefined>;
}

/** The response headers of tus that are kept; the library's own CORS headers are dropped. */
const TUS_HEADERS = /^(location$|upload-|tus-|sotto-)/;

/** @throws {RequestValidationError} */
function readMetadata(metadata: UploadMetadata): FinishedUpload {
  const { title, language, recorded_at: recordedAt, filetype } = checkFields(Said, given(metadata));
  return {
    title: title?.trim() ?? null,
    language: language ?? null,
    recordedAt: recordedAt === undefined ? null : parseInstant(recordedAt),
    contentType: filetype,
  };
}

/** Drops the entries without a value. */
function given(metadata: UploadMetadata): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
