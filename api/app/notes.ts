import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { NoteItem, StoredNote } from '../../notes/store/codec.ts';
import { type NoteChange, TagMissingError } from '../../notes/store/notes.ts';
import type { Segment } from '../../speech/types.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { showRecordingLink } from '../note-links.ts';
import { listNotes } from '../note-list.ts';
import { NoteListQuery, NoteParams, showNoteItem, showNoteText } from '../note-schemas.ts';
import type { Body } from '../schemas/components.ts';
import { MAX_UPLOADS_PER_USER, type Uploads } from '../uploads.ts';
import { checked } from '../validation.ts';
import { authenticated } from './authenticate.ts';
import { changeOf, changesNothing, NoteChangeBody } from './note-change.ts';
import { NOTE_DOCS as docs } from './note-docs.ts';
import { uploadNote } from './note-upload.ts';

type NoteRouteDeps = Pick<ApiDeps, 'accounts' | 'notes' | 'platform'> & { readonly uploads: Uploads };

const Removal = Type.Object({
  restorable: Type.Optional(
    Type.String({ pattern: '^(true|false)$', description: 'True allows `restore` for 10 minutes' }),
  ),
});
const TaggingParams = Type.Object({
  note_id: NoteParams.properties.note_id,
  tag_id: Type.String({ format: 'uuid', description: 'The tag' }),
});

/** Every field at its maximum length, with each character escaped as a surrogate pair of 12 bytes. */
const MAX_CHANGE_BYTES = 12 * (500 + 10_000 + 200_000) + 4_096;

/** Uploading, reading and changing notes. */
export function createNoteRoutes(deps: NoteRouteDeps) {
  return new Elysia().use(createReadingRoutes(deps)).use(createWritingRoutes(deps)).use(createTaggingRoutes(deps));
}

function createReadingRoutes(deps: NoteRouteDeps) {
  const { store: notes } = deps.notes;
  return new Elysia()
    .use(authenticated(deps, 'notes:read'))
    .get(
      '/notes',
      ({ user, query }) => listNotes(notes, user.userId, query, showItem),
      checked({ query: NoteListQuery, detail: docs.list }),
    )
    .get(
      '/notes/:note_id',
      async ({ user, params }) => showNote(deps, found(await notes.get(user.userId, params.note_id.toLowerCase()))),
      checked({ params: NoteParams, detail: docs.get }),
    )
    .get(
      '/notes/:note_id/peaks',
      async ({ user, params }) => {
        const { peaks, durationSeconds } = found(await notes.get(user.userId, params.note_id.toLowerCase()));
        if (peaks === undefined) throw new ApiError(404, 'The recording has not been processed yet');
        return { peaks: [...Buffer.from(peaks, 'base64')], duration_seconds: durationSeconds };
      },
      checked({ params: NoteParams, detail: docs.peaks }),
    );
}

function createWritingRoutes(deps: NoteRouteDeps) {
  const { store: notes, lifecycle } = deps.notes;
  return new Elysia()
    .use(authenticated(deps, 'notes:write'))
    .post(
      '/notes',
      async ({ user, request, set }) => {
        const note = await deps.uploads.ofUser(user.userId, () => uploadNote(deps.notes, user.userId, request));
        if (!note) throw new ApiError(429, `A user may have at most ${MAX_UPLOADS_PER_USER} uploads open`);
        set.status = 202;
        return { note_id: note.noteId, status: note.status };
      },
      checked({ detail: docs.upload }),
    )
    .patch(
      '/notes/:note_id',
      async ({ user, params, body }) => {
        const decide = (note: StoredNote) => (changesNothing(body) ? null : changeOf(note, body));
        return showNote(deps, found(await notes.change(user.userId, params.note_id.toLowerCase(), decide)));
      },
      checked({ params: NoteParams, body: NoteChangeBody, maxBytes: MAX_CHANGE_BYTES, detail: docs.change }),
    )
    .delete(
      '/notes/:note_id',
      async ({ user, params, query, set }) => {
        const restorable = query.restorable === 'true';
        const known = await lifecycle.remove(user.userId, params.note_id.toLowerCase(), { restorable });
        if (!known) throw new ApiError(404, 'Note not found');
        set.status = 204;
      },
      checked({ params: NoteParams, query: Removal, detail: docs.remove }),
    )
    .post(
      '/notes/:note_id/restore',
      async ({ user, params }) =>
        showNote(deps, found(await lifecycle.restore(user.userId, params.note_id.toLowerCase()))),
      checked({ params: NoteParams, detail: docs.restore }),
    )
    .post(
      '/notes/:note_id/reprocess',
      async ({ user, params, set }) => {
        const note = found(await lifecycle.reprocess(user.userId, params.note_id.toLowerCase()));
        set.status = 202;
        return { note_id: note.noteId, status: note.status };
      },
      checked({ params: NoteParams, detail: docs.reprocess }),
    );
}

function createTaggingRoutes(deps: NoteRouteDeps) {
  const { store: notes } = deps.notes;
  const others = (note: StoredNote, tagId: string) => note.tags.filter((tag) => tag.tagId !== tagId);
  return new Elysia()
    .use(authenticated(deps, 'notes:write'))
    .put(
      '/notes/:note_id/tags/:tag_id',
      async ({ user, params, set }) => {
        const tagId = params.tag_id.toLowerCase();
        const decide = (note: StoredNote): NoteChange | null => {
          if (note.tags.some((tag) => tag.tagId === tagId && tag.source === 'user')) return null;
          return { tags: [...others(note, tagId), { tagId, source: 'user', confidence: null }] };
        };
        found(await notes.change(user.userId, params.note_id.toLowerCase(), decide).catch(tagNotFound));
        set.status = 204;
      },
      checked({ params: TaggingParams, detail: docs.tag }),
    )
    .delete(
      '/notes/:note_id/tags/:tag_id',
      async ({ user, params, set }) => {
        const tagId = params.tag_id.toLowerCase();
        const decide = (note: StoredNote): NoteChange | null => {
          const rest = others(note, tagId);
          return rest.length === note.tags.length ? null : { tags: rest };
        };
        found(await notes.change(user.userId, params.note_id.toLowerCase(), decide));
        set.status = 204;
      },
      checked({ params: TaggingParams, detail: docs.untag }),
    );
}

function found(note: StoredNote | null): StoredNote {
  if (!note) throw new ApiError(404, 'Note not found');
  return note;
}

function tagNotFound(error: unknown): never {
  throw error instanceof TagMissingError ? new ApiError(404, 'Tag not found') : error;
}

const showItem = (note: NoteItem): Body<'AppNoteItem'> => ({ ...showNoteItem(note), status: note.status });

async function showNote({ platform }: Pick<NoteRouteDeps, 'platform'>, note: StoredNote): Promise<Body<'AppNote'>> {
  return {
    ...showNoteText(note),
    transcript_segments: note.segments?.map(showTimedSegment) ?? null,
    ...(await showRecordingLink(platform.recordings, note)),
    status: note.status,
    error_message: note.errorMessage,
    speaker_names: note.speakerNames ?? {},
    language: note.language,
    duration_seconds: note.durationSeconds,
  };
}

function showTimedSegment({ speaker, start, end, text, words }: Segment): Body<'AppTranscriptSegment'> {
  const segment = { speaker, start, end, text };
  return words === undefined ? segment : { ...segment, word_times: words.map((word) => [word.start, word.end]) };
}
