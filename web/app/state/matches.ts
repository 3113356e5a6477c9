import { type NoteFilters, toPeriod } from '../api/notes.ts';
import type { Note } from '../api/types.ts';

/** What the service's search does, for the few notes of this device: without word boundaries and accents. */
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
