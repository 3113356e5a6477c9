import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { decodeItem, decodeTags, type ListedNote, tagTerm } from './codec.ts';
import { INDEX_CONSTANTS } from './index-layout.ts';
import { counted, listKeys } from './script-values.ts';
import { isBeginningTerm, queryWords } from './words.ts';

/** Filters of a list. They combine with AND, several tags with OR. Bounds are epoch milliseconds and exclusive. */
export interface NoteFilters {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
  readonly updatedAfter?: number | undefined;
  /** Words that must each be a prefix of a word in title, summary or transcript. */
  readonly query?: string | undefined;
  readonly tagIds?: readonly string[] | undefined;
}

export interface NotePage {
  readonly items: readonly ListedNote[];
  /** Where the next page starts; null when there are no more notes. */
  readonly next: number | null;
}

/** Newest first. `before` is the `next` of a page; notes that are created meanwhile do not shift the pages. */
export type ListNotes = (
  userId: string,
  filters: NoteFilters,
  page: { limit: number; before?: number | undefined },
) => Promise<NotePage>;

/** Lists and searches notes by their index. */
export function createListNotes(redis: Redis): ListNotes {
  const script = loadScript(redis, new URL('./lua/list-notes.lua', import.meta.url), INDEX_CONSTANTS);

  return async function listNotes(userId, filters, { limit, before = -1 }) {
    const args = {
      createdAfter: filters.createdAfter ?? '',
      createdBefore: filters.createdBefore ?? '',
      updatedAfter: filters.updatedAfter ?? '',
      tagKeys: keys.tag(userId, ''),
      conditions: conditionsOf(filters),
    };
    const found: ListedNote[] = [];
    let below = before;
    // The script returns after a bounded amount of work. Most lists need only one call.
    while (found.length <= limit && below !== 0) {
      const answer = await script(listKeys(userId), { ...args, limit: limit + 1 - found.length, below });
      const [visited, items, tags] = answer as [number, string[], string];
      const known = decodeTags(tags);
      for (const item of items) found.push(decodeItem(item, known));
      below = visited;
    }
    const more = found.length > limit;
    const items = more ? found.slice(0, limit) : found;
    return { items, next: more ? (items.at(-1)?.number ?? null) : null };
  };
}

/** The conditions in the form of `list-notes.lua`. */
function conditionsOf({ query = '', tagIds = [] }: NoteFilters): (string | number)[] {
  const words = queryWords(query);
  const beginnings = words.filter((word) => !isBeginningTerm(word)).sort((a, b) => b.length - a.length);
  const tags = new Set(tagIds.map((tagId) => tagTerm(tagId.toLowerCase())));
  return [...counted(words.filter(isBeginningTerm)), ...counted(beginnings), ...tags];
}
