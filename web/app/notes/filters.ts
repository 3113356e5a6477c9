import { useSearchParams } from 'wouter-preact';
import { NO_FILTERS, type NoteFilters } from '../api/notes.ts';

/** Reads the filters from the URL, so that the browser's Back button restores them. */
export function readFilters(query: URLSearchParams): NoteFilters {
  return {
    q: query.get('q') ?? '',
    tagIds: query.getAll('tag'),
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  };
}

/** Writes the filters as a URL query; empty when there are none. */
export function writeFilters({ q, tagIds, from, to }: NoteFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  for (const tagId of tagIds) query.append('tag', tagId);
  if (from !== '') query.set('from', from);
  if (to !== '') query.set('to', to);
  return query;
}

export function isFiltered(filters: NoteFilters): boolean {
  return writeFilters(filters).size > 0;
}

/** The filters in the URL, and a function that changes them. */
export function useFilters(): {
  filters: NoteFilters;
  change: (part: Partial<NoteFilters>) => void;
  clear: () => void;
  search: string;
} {
  const [query, setQuery] = useSearchParams();
  const filters = readFilters(query);
  const set = (next: NoteFilters) => setQuery(writeFilters(next), { replace: true });
  const text = writeFilters(filters).toString();
  return {
    filters,
    change: (part) => set({ ...filters, ...part }),
    clear: () => set(NO_FILTERS),
    search: text === '' ? '' : `?${text}`,
  };
}
