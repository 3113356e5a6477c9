import { Elysia } from 'elysia';
import type { authenticated } from './app/authenticate.ts';
import type { ApiDeps } from './deps.ts';
import type { EXPORT_DOCS } from './export-docs.ts';
import { ArchiveQuery, type Archives } from './note-archive.ts';
import { exportNote, NoteExportQuery } from './note-export.ts';
import { NoteParams } from './note-schemas.ts';
import { checked } from './validation.ts';

export type ExportRouteDeps = Pick<ApiDeps, 'accounts' | 'notes' | 'platform'> & { readonly archives: Archives };

/**
 * The exports of one note and of all notes, for the notes API and the app API.
 * @param credential checks who exports
 */
export function createExportRoutes(
  deps: ExportRouteDeps,
  credential: ReturnType<typeof authenticated>,
  docs: (typeof EXPORT_DOCS)[keyof typeof EXPORT_DOCS],
) {
  return new Elysia()
    .use(credential)
    .get(
      '/notes/:note_id/export',
      ({ user, params, query }) => exportNote(deps, user.userId, params.note_id, query.format),
      checked({ params: NoteParams, query: NoteExportQuery, detail: docs.note }),
    )
    .get(
      '/export.zip',
      ({ user, query, request, set }) => deps.archives(user.userId, query, request, set),
      checked({ query: ArchiveQuery, detail: docs.archive }),
    );
}
