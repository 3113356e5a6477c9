import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { NoteItem, StoredNote } from '../../notes/store/codec.ts';
import { type NoteChange, TagMissingError } from '../../notes/store/notes.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { parseInstant } from '../instant.ts';
import { showRecordingLink } from '../note-links.ts';
import { listNotes } from '../note-list.ts';
import { NoteListQuery, NoteParams, showNoteItem, showNoteText } from '../note-schemas.ts';
import type { Body } from '../schemas/components.ts';
import { MAX_UPLOADS_PER_USER, type Uploads } from '../uploads.ts';
import { checked, nullable } from '../validation.ts';
import { authenticated } from './authenticate.ts';
import { language, recordedAt, title, uploadNote } from './note-upload.ts';
import { NOTE_DOCS as docs } from './openapi.ts';

type NoteRouteDeps = Pick<ApiDeps, 'accounts' | 'notes' | 'platform'> & { readonly uploads: Uploads };

const Change = Type.Object({
  title: Type.Optional(nullable(title)),
  summary: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 10_000 }))),
  transcript: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200_000 }))),
  recorded_at: Type.Optional(nullable(recordedAt)),
  language: Type.Optional(nullable(language)),
});
const TaggingParams = Type.Object({
  note_id: NoteParams.properties.note_id,
  tag_id: Type.String({ format: 'uuid', description: 'The tag' }),
});

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
      checked({ params: NoteParams, body: Change, detail: docs.change }),
    )
    .delete(
      '/notes/:note_id',
      async ({ user, params, set }) => {
        const known = await lifecycle.remove(user.userId, params.note_id.toLowerCase());
        if (!known) throw new ApiError(404, 'Note not found');
        set.status = 204;
      },
      checked({ params: NoteParams, detail: docs.remove }),
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

function changesNothing(body: (typeof Change)['static']): boolean {
  return Object.keys(Change.properties).every((field) => body[field as keyof typeof body] === undefined);
}

/** What the user wrote stays when the note is processed again; a transcript that was edited has no segments. */
function changeOf(note: StoredNote, body: (typeof Change)['static']): NoteChange {
  const { title, summary, transcript, recorded_at: recordedAt, language } = body;
  const written = (['title', 'summary'] as const).filter((field) => body[field] !== undefined);
  const emptied = written.filter((field) => body[field] === null);
  const edited = [...new Set([...note.edited, ...written])].filter((field) => !emptied.includes(field));
  return {
    edited,
    ...(title === undefined ? {} : { title: title?.trim() ?? null }),
    ...(summary === undefined ? {} : { summary }),
    ...(transcript === undefined ? {} : { transcript, segments: null }),
    ...(recordedAt === undefined ? {} : { recordedAt: recordedAt === null ? null : parseInstant(recordedAt) }),
    ...(language === undefined ? {} : { language }),
  };
}

const showItem = (note: NoteItem): Body<'AppNoteItem'> => ({ ...showNoteItem(note), status: note.status });

async function showNote({ platform }: Pick<NoteRouteDeps, 'platform'>, note: StoredNote): Promise<Body<'AppNote'>> {
  return {
    ...showNoteText(note),
    ...(await showRecordingLink(platform.recordings, note)),
    status: note.status,
    error_message: note.errorMessage,
    language: note.language,
    duration_seconds: note.durationSeconds,
  };
}
