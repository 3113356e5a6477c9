import { Elysia } from 'elysia';
import type { StoredNote } from '../../notes/store/codec.ts';
import { authenticatedByToken } from '../app/authenticate.ts';
import { ApiError } from '../errors.ts';
import { EXPORT_DOCS } from '../export-docs.ts';
import { createExportRoutes, type ExportRouteDeps } from '../export-routes.ts';
import { LINK_LIFETIME_SECONDS, showRecordingLink, signRecording } from '../note-links.ts';
import { listNotes } from '../note-list.ts';
import { NoteListQuery, NoteParams, showNoteItem, showNoteText } from '../note-schemas.ts';
import { checked } from '../validation.ts';
import { NOTES_API_DOCS as docs } from './openapi.ts';

/** The notes API, version 0.1.0: a user's own notes, read-only, by personal token with `notes:read`. */
export function createNotesApi(deps: ExportRouteDeps) {
  const { store: notes } = deps.notes;
  const { recordings } = deps.platform;

  async function find(userId: string, noteId: string): Promise<StoredNote> {
    const note = await notes.get(userId, noteId.toLowerCase());
    if (!note) throw new ApiError(404, 'Note not found');
    return note;
  }

  return new Elysia({ prefix: '/v1/public-api' })
    .use(createExportRoutes(deps, authenticatedByToken(deps, 'notes:read'), EXPORT_DOCS.public))
    .use(authenticatedByToken(deps, 'notes:read'))
    .get(
      '/notes',
      ({ user, query }) => listNotes(notes, user.userId, query, showNoteItem),
      checked({ query: NoteListQuery, detail: docs.list }),
    )
    .get(
      '/notes/:note_id',
      async ({ user, params }) => {
        const note = await find(user.userId, params.note_id);
        return { ...showNoteText(note), ...(await showRecordingLink(recordings, note)) };
      },
      checked({ params: NoteParams, detail: docs.get }),
    )
    .get(
      '/notes/:note_id/audio-url',
      async ({ user, params }) => {
        const { url } = await signRecording(recordings, await find(user.userId, params.note_id));
        return { audio_url: url, expires_in: LINK_LIFETIME_SECONDS };
      },
      checked({ params: NoteParams, detail: docs.audioUrl }),
    );
}
