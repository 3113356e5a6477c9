import type { NoteItem } from '../notes/store/codec.ts';
import { decodeCursor, encodeCursor } from '../notes/store/cursor.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import type { NoteFilters } from '../notes/store/search.ts';
import { queryWords } from '../notes/store/words.ts';
import { ApiError } from './errors.ts';
import { filtersOf, type NoteListQuery } from './note-schemas.ts';

/**
 * A page of a user's notes, as both APIs list them.
 * @throws {ApiError} 400 for an invalid filter or cursor
 */
export async function listNotes<T>(
  notes: Pick<NoteStore, 'list'>,
  userId: string,
  query: (typeof NoteListQuery)['static'],
  show: (note: NoteItem) => T,
): Promise<{ items: T[]; next_cursor: string | null }> {
  const filters = filtersOf(query);
  const before = startOfPage(userId, filters, query.cursor);
  if (searchesForNoWord(filters.query)) return { items: [], next_cursor: null };
  const page = await notes.list(userId, filters, { limit: query.limit, before });
  return {
    items: page.items.map(show),
    next_cursor: page.next === null ? null : encodeCursor(userId, filters, page.next),
  };
}

/**
 * Where the page of a cursor starts; undefined without one.
 * @throws {ApiError} 400 unless the cursor was made for this user and these filters
 */
export function startOfPage(userId: string, filters: NoteFilters, cursor: string | undefined): number | undefined {
  const before = cursor === undefined ? undefined : decodeCursor(userId, filters, cursor);
  if (before === null)
    throw new ApiError(400, 'Invalid cursor: use the next_cursor of a response with the same filters');
  return before;
}

/** True for a search without any word, such as `???`. It finds nothing, while a blank search is not a filter. */
export function searchesForNoWord(query = ''): boolean {
  return query.trim() !== '' && queryWords(query).length === 0;
}
