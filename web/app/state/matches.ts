import { type NoteFilters, toPeriod } from '../api/notes.ts';
import type { Note } from '../api/types.ts';

/** Searches the few notes of this device like the service, but also inside words, and with accents as typed. */
export function matches(note: Note, { q, tagIds, from, to }: NoteFilters): boolean {
  const text = `${note.title ?? ''} ${note.summary ?? ''} ${note.transcript ?? ''}`.toLowerCase();
  const hasWords = q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
  const hasTag = tagIds.length === 0 || note.tags.some(({ tag_id: id }) => tagIds.includes(id));
  const { after, before } = toPeriod(from, to);
  const at = Date.parse(note.created_at);
  return hasWords && hasTag && at > after && at < before;
}
