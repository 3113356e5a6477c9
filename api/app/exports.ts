import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { EXPORT_DOCS } from '../export-docs.ts';
import { ArchiveQuery, type Archives } from '../note-archive.ts';
import { exportNote, NoteExportQuery } from '../note-export.ts';
import { NoteParams } from '../note-schemas.ts';
import { checked } from '../validation.ts';
import { authenticated } from './authenticate.ts';

type ExportRouteDeps = Pick<ApiDeps, 'accounts' | 'notes' | 'platform'> & { readonly archives: Archives };

/** The exports of the notes API, for the app's own buttons. */
export function createExportRoutes(deps: ExportRouteDeps) {
  return new Elysia()
    .use(authenticated(deps, 'notes:read'))
    .get(
      '/notes/:note_id/export',
      ({ user, params, query }) => exportNote(deps, user.userId, params.note_id, query.format),
      checked({ params: NoteParams, query: NoteExportQuery, detail: EXPORT_DOCS.app.note }),
    )
    .get(
      '/export.zip',
      ({ user, query, request, set }) => deps.archives(user.userId, query, request, set),
      checked({ query: ArchiveQuery, detail: EXPORT_DOCS.app.archive }),
    );
}
