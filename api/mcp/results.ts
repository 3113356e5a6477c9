import { type TSchema, Type } from '@sinclair/typebox';
import { speakerName } from '../../notes/export/turns.ts';
import type { NoteItem, StoredNote } from '../../notes/store/codec.ts';
import { formatTimestamp } from '../instant.ts';
import { noteLink } from '../note-export.ts';
import { UNTRUSTED_NOTICE } from './untrusted.ts';

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const notice = Type.String({ description: 'How to treat the text of notes' });

const item = {
  note_id: Type.String(),
  title: orNull(Type.String()),
  summary: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  created_at: Type.String({ description: 'RFC 3339, UTC' }),
  recorded_at: orNull(Type.String()),
  url: Type.String({ description: 'The note in the app' }),
};

/** A page of notes. */
export const NotesResult = Type.Object({
  notice,
  notes: Type.Array(Type.Object(item)),
  next_cursor: orNull(Type.String({ description: 'Returns the next page with the same arguments' })),
});

/** A note with a part of its transcript. */
export const NoteResult = Type.Object({
  notice,
  ...item,
  updated_at: Type.String(),
  status: Type.String(),
  language: orNull(Type.String()),
  duration_seconds: orNull(Type.Number()),
  speakers: Type.Array(Type.String()),
  transcript: orNull(Type.String()),
  transcript_characters: Type.Integer({ description: 'Length of the whole transcript' }),
  next_offset: orNull(Type.Integer({ description: 'Offset of the rest of the transcript' })),
});

/** The result of `search` that ChatGPT expects (https://platform.openai.com/docs/mcp). */
export const SearchResult = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), url: Type.String() })),
});

/** The result of `fetch` that ChatGPT expects. */
export const FetchResult = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String(),
  url: Type.String(),
  metadata: Type.Record(Type.String(), Type.String()),
});

/** A note as the tools list it. */
export function showItem(note: NoteItem, publicUrl: string) {
  return {
    note_id: note.noteId,
    title: note.title,
    summary: note.summary,
    tags: note.tags.map(({ name }) => name),
    created_at: formatTimestamp(note.createdAt),
    recorded_at: formatTimestamp(note.recordedAt),
    url: noteLink(publicUrl, note.noteId),
  };
}

/** A note with its transcript from `offset`: at most `max` characters, without splitting one. */
export function showPart(note: StoredNote, offset: number, max: number, publicUrl: string) {
  const whole = note.transcript ?? '';
  const end = wholeCharacters(whole, offset + max);
  const speakers = (note.segments ?? []).flatMap(({ speaker }) => speakerName(speaker, note.speakerNames) ?? []);
  return {
    notice: UNTRUSTED_NOTICE,
    ...showItem(note, publicUrl),
    updated_at: formatTimestamp(note.updatedAt),
    status: note.status,
    language: note.language,
    duration_seconds: note.durationSeconds,
    speakers: [...new Set(speakers)],
    transcript: note.transcript === null ? null : whole.slice(offset, end),
    transcript_characters: whole.length,
    next_offset: end < whole.length ? end : null,
  };
}

/** An end that does not cut a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  const isLead = end < text.length && code >= 0xd800 && code <= 0xdbff;
  return isLead ? end + 1 : end;
}
