import type { NoteFilters } from '../../../notes/store/search.ts';
import { queryWords, wordsOf } from '../../../notes/store/words.ts';

/** A note of the model: the fields that lists are computed from. */
export interface ModelNote {
  readonly noteId: string;
  readonly createdAt: number;
  updatedAt: number;
  title: string | null;
  summary: string | null;
  transcript: string | null;
  tagIds: string[];
}

/** The notes that a list must show, computed only from the rules. */
export function modelList(notes: Iterable<ModelNote>, filters: NoteFilters): ModelNote[] {
  const { createdAfter = Number.NEGATIVE_INFINITY, createdBefore = Number.POSITIVE_INFINITY } = filters;
  const { updatedAfter = Number.NEGATIVE_INFINITY, query = '', tagIds = [] } = filters;
  const wanted = queryWords(query);
  return [...notes]
    .filter((note) => note.createdAt > createdAfter && note.createdAt < createdBefore)
    .filter((note) => note.updatedAt > updatedAfter)
    .filter((note) => tagIds.length === 0 || tagIds.some((tagId) => note.tagIds.includes(tagId)))
    .filter((note) => {
      const words = [...wordsOf([note.title, note.summary, note.transcript].map((text) => text ?? '').join('\n'))];
      return wanted.every((beginning) => words.some((word) => word.startsWith(beginning)));
    })
    .sort((a, b) => b.createdAt - a.createdAt || a.noteId.localeCompare(b.noteId));
}

/** Seeded random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
