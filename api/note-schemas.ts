import { Type } from '@sinclair/typebox';
import type { NoteTag } from '../notes/note-record.ts';
import type { NoteItem, StoredNote } from '../notes/store/codec.ts';
import type { NoteFilters } from '../notes/store/search.ts';
import { ApiError } from './errors.ts';
import { formatTimestamp, parseInstant } from './instant.ts';
import type { Body } from './schemas/components.ts';

const instant = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      description: `${description}. Without a zone it is UTC.`,
      example,
    }),
  );

/** Maximum number of tags in the filter of one list. */
const MAX_TAG_FILTERS = 100;
/** Maximum length of a search. Each word costs a lookup in the index. */
const MAX_QUERY_CHARACTERS = 1_000;

/** Query of a list of notes (contract 4.1). */
export const NoteListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page' }),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of a previous response with the same filters' })),
  created_after: instant('Only notes created after this time', '2026-02-01T00:00:00Z'),
  created_before: instant('Only notes created before this time', '2026-03-01T00:00:00Z'),
  updated_after: instant('Only notes updated after this time', '2026-02-03T04:05:06Z'),
  q: Type.Optional(
    Type.String({
      description:
        'Searches titles, summaries and transcripts. Each word must be the beginning of a word there; case and accents are ignored',
      example: 'budget meet',
    }),
  ),
  tag_id: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), {
      maxItems: MAX_TAG_FILTERS,
      description: 'Notes assigned to any of the tags; may be repeated',
    }),
  ),
});

export const NoteParams = Type.Object({ note_id: Type.String({ format: 'uuid', description: 'The note' }) });

/** @throws {ApiError} 400 for filters that no note can pass, and for a search that is too long */
export function filtersOf(query: (typeof NoteListQuery)['static']): NoteFilters {
  const time = (text: string | undefined) => (text === undefined ? undefined : (parseInstant(text) ?? undefined));
  const filters: NoteFilters = {
    createdAfter: time(query.created_after),
    createdBefore: time(query.created_before),
    updatedAfter: time(query.updated_after),
    query: query.q,
    tagIds: query.tag_id?.map((tagId) => tagId.toLowerCase()),
  };
  const { createdAfter, createdBefore } = filters;
  if (createdAfter !== undefined && createdBefore !== undefined && createdAfter >= createdBefore) {
    throw new ApiError(400, 'Invalid filter: created_after must be before created_before');
  }
  if ((query.q?.length ?? 0) > MAX_QUERY_CHARACTERS) {
    throw new ApiError(400, `Invalid filter: q must have at most ${MAX_QUERY_CHARACTERS} characters`);
  }
  return filters;
}

/** A tag on a note (contract 2.3). */
export function showNoteTag(tag: NoteTag): Body<'NoteTag'> {
  return {
    tag_id: tag.tagId,
    name: tag.name,
    position: tag.position,
    created_at: formatTimestamp(tag.createdAt),
    updated_at: formatTimestamp(tag.updatedAt),
    source: tag.source,
    confidence: tag.confidence,
  };
}

/** A note in a list (contract 2.1). */
export function showNoteItem(note: NoteItem): Body<'NoteItem'> {
  return {
    note_id: note.noteId,
    title: note.title,
    summary: note.summary,
    tags: note.tags.map(showNoteTag),
    recorded_at: formatTimestamp(note.recordedAt),
    created_at: formatTimestamp(note.createdAt),
    updated_at: formatTimestamp(note.updatedAt),
  };
}

/** A note with its transcript (contract 2.2, without the link to the recording). */
export function showNoteText(note: StoredNote): Omit<Body<'Note'>, 'recording_url' | 'recording_url_expires_at'> {
  return {
    ...showNoteItem(note),
    transcript: note.transcript,
    transcript_segments: note.segments?.map(({ speaker, start, end, text }) => ({ speaker, start, end, text })) ?? null,
    recording_content_type: note.recording.contentType,
    recording_bytes: note.recording.bytes,
  };
}

const TAG_EXAMPLE = {
  tag_id: '5b3c1a52-9f7e-4d0a-8a5e-2f6b7c8d9e0f',
  name: 'budget',
  position: 0,
  created_at: '2026-02-01T08:00:00.000Z',
  updated_at: '2026-02-01T08:00:00.000Z',
  source: 'auto',
  confidence: 0.82,
};

export const NOTE_ITEM_EXAMPLE = {
  note_id: '0d7f4c1e-6a58-4f0e-9c43-1b2a3c4d5e6f',
  title: 'Budget meeting',
  summary: 'The budget for spring was agreed.',
  tags: [TAG_EXAMPLE],
  recorded_at: '2026-02-03T04:00:00.000Z',
  created_at: '2026-02-03T04:05:06.000Z',
  updated_at: '2026-02-03T04:05:41.000Z',
};

export const NOTE_EXAMPLE = {
  ...NOTE_ITEM_EXAMPLE,
  transcript: 'So we agreed on the budget for spring.',
  transcript_segments: [{ speaker: 'speaker_0', start: 0.4, end: 2.9, text: 'So we agreed on the budget for spring.' }],
  recording_content_type: 'audio/flac',
  recording_bytes: 1_151_200,
  recording_url: 'https://sotto.example/v1/recordings/notes/…?expires=1770095141&signature=…',
  recording_url_expires_at: '2026-02-03T05:05:41.000Z',
};
