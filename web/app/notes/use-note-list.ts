import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { describeProblem, isOffline } from '../api/client.ts';
import { listNotes, type NoteFilters } from '../api/notes.ts';
import type { NoteItem } from '../api/types.ts';
import { onEvents } from '../state/events.ts';
import { recallNotes } from '../state/note-cache.ts';

export interface NoteList {
  /** Null until the first page is loaded. */
  readonly items: readonly NoteItem[] | null;
  readonly more: boolean;
  readonly problem: string | null;
  /** True without a connection: these are the notes that were opened on this device. */
  readonly offline: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

interface State {
  readonly items: readonly NoteItem[] | null;
  readonly cursor: string | null;
  readonly problem: string | null;
  readonly offline: boolean;
}

const EMPTY: State = { items: null, cursor: null, problem: null, offline: false };

/** The notes that match the filters, page by page, updated live. */
export function useNoteList(filters: NoteFilters): NoteList {
  const [state, setState] = useState<State>(EMPTY);
  const key = JSON.stringify(filters);
  const latest = useRef({ filters, key, loading: false, asked: 0, shown: 0 });
  Object.assign(latest.current, { filters, key });

  const reload = useCallback(
    async (signal?: AbortSignal) => {
      latest.current.asked += 1;
      const { filters: wanted, asked } = latest.current;
      // Several events in a row load the list several times, and an older answer may come last.
      const isNew = () => latest.current.key === key && asked > latest.current.shown;
      try {
        const first = await loadFirst(wanted, signal);
        if (!isNew()) return;
        latest.current.shown = asked;
        setState((now) => keepLaterPages(now, first));
      } catch (error) {
        if (isNew() && !signal?.aborted) setState((now) => ({ ...now, problem: describeProblem(error) }));
      }
    },
    [key],
  );

  useEffect(() => {
    const controller = new AbortController();
    setState((now) => ({ ...EMPTY, items: now.items }));
    void reload(controller.signal);
    const stop = onEvents(
      ({ kind }) => kind === 'note' && void reload(),
      () => void reload(),
    );
    return () => {
      stop();
      controller.abort();
    };
  }, [reload]);

  async function loadMore() {
    if (latest.current.loading || state.cursor === null) return;
    latest.current.loading = true;
    // The user may search for something else before the page arrives.
    const isWanted = () => latest.current.key === key;
    try {
      const page = await listNotes(filters, state.cursor);
      if (!isWanted()) return;
      setState((now) => ({ ...now, items: unique([...(now.items ?? []), ...page.items]), cursor: page.next_cursor }));
    } catch (error) {
      if (isWanted()) setState((now) => ({ ...now, problem: describeProblem(error) }));
    } finally {
      latest.current.loading = false;
    }
  }

  const { items, cursor, problem, offline } = state;
  return {
    items,
    more: cursor !== null,
    problem,
    offline,
    loadMore: () => void loadMore(),
    reload: () => void reload(),
  };
}

async function loadFirst(filters: NoteFilters, signal: AbortSignal | undefined): Promise<State> {
  try {
    const page = await listNotes(filters, null, signal);
    return { items: page.items, cursor: page.next_cursor, problem: null, offline: false };
  } catch (error) {
    if (!isOffline(error)) throw error;
    return { items: await recallNotes(filters), cursor: null, problem: null, offline: true };
  }
}

/** Replaces the first page and keeps the later ones. Notes that left the first page are removed. */
function keepLaterPages(now: State, first: State): State {
  const shown = now.items ?? [];
  const end = first.items?.at(-1);
  const later = end && now.cursor !== null ? shown.slice(shown.findIndex(isNote(end)) + 1) : [];
  const continues = end !== undefined && shown.some(isNote(end)) && shown.length > (first.items?.length ?? 0);
  if (!continues || first.offline) return first;
  return { ...first, items: unique([...(first.items ?? []), ...later]), cursor: now.cursor };
}

const isNote = (note: NoteItem) => (other: NoteItem) => other.note_id === note.note_id;

function unique(items: readonly NoteItem[]): readonly NoteItem[] {
  return [...new Map(items.map((item) => [item.note_id, item])).values()];
}
