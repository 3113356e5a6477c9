import { useEffect, useRef } from 'preact/hooks';
import { useLocation, useParams } from 'wouter-preact';
import { UploadButton } from '../record/upload-button.tsx';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { EmptyState, Loading, Problem } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { Deletions } from './deletions.tsx';
import { NoteDetail } from './detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, useFilters } from './filters.ts';
import { NoteLine } from './line.tsx';
import { type NoteList, useNoteList } from './use-note-list.ts';

/** The list of notes beside the open note; on a narrow screen, one of the two. */
export function NotesPage() {
  const { note_id: noteId } = useParams<{ note_id?: string }>();
  const { filters, change, clear, search } = useFilters();
  const list = useNoteList(filters);
  useListKeys(list.items?.map(({ note_id }) => note_id) ?? [], noteId, search);
  const hasNone = list.items?.length === 0 && !isFiltered(filters) && !list.offline;
  return (
    <div class="notes" data-open={noteId !== undefined}>
      <section class="note-list" aria-label="Notes">
        <div class="list-head">
          <h1>Notes</h1>
          <UploadButton />
        </div>
        <FilterBar filters={filters} change={change} clear={clear} />
        <Deletions search={search} />
        <ListBody list={list} openId={noteId} filtered={isFiltered(filters)} search={search} />
      </section>
      <section class="note-pane" aria-label="Note">
        {noteId === undefined ? <NoNote none={hasNone} /> : <NoteDetail key={noteId} noteId={noteId} search={search} />}
      </section>
    </div>
  );
}

/** Beside the list on a wide screen. A new user learns what to do first. */
function NoNote({ none }: { none: boolean }) {
  useTitle('Notes');
  if (!none) return <EmptyState title="No note selected">Choose a note from the list.</EmptyState>;
  return (
    <div class="empty">
      <h2>How it works</h2>
      <ol class="steps">
        <li>Record a note, or drop a recording onto this page.</li>
        <li>Sotto writes down what you said.</li>
        <li>Find the note by any word that you said.</li>
      </ol>
    </div>
  );
}

interface BodyProps {
  readonly list: NoteList;
  readonly openId: string | undefined;
  readonly filtered: boolean;
  readonly search: string;
}

function ListBody({ list, openId, filtered, search }: BodyProps) {
  const { items, more, problem, offline } = list;
  if (problem !== null && items === null) return <Problem retry={list.reload}>{problem}</Problem>;
  if (items === null) return <Loading label="Loading notes" />;
  return (
    <>
      {problem !== null && <Problem retry={list.reload}>{problem}</Problem>}
      {items.length === 0 && <NoNotes filtered={filtered} offline={offline} />}
      <ol class="lines">
        {items.map((item) => (
          <NoteLine key={item.note_id} note={item} open={item.note_id === openId} search={search} />
        ))}
      </ol>
      {more && <MoreNotes onVisible={list.loadMore} />}
    </>
  );
}

function NoNotes({ filtered, offline }: { filtered: boolean; offline: boolean }) {
  const [, navigate] = useLocation();
  if (filtered) return <EmptyState title="No matching notes">Try fewer words, or another tag.</EmptyState>;
  if (offline)
    return <EmptyState title="No notes on this device">Notes that you open are saved for offline use.</EmptyState>;
  return (
    <EmptyState title="No notes yet" action={{ label: 'Record a note', run: () => navigate('/record') }}>
      Speak, and Sotto writes it down, with a title, a summary and tags. You can also upload a recording.
    </EmptyState>
  );
}

/** Loads the next page when the user scrolls near the end of the list. */
function MoreNotes({ onVisible }: { onVisible: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onVisible);
  latest.current = onVisible;
  useEffect(() => {
    const end = ref.current;
    if (!end) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: '600px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref}>
      <button type="button" class="button quiet wide" onClick={onVisible}>
        Show more notes
      </button>
    </div>
  );
}

/** `j` and `k` go to the next and the previous note. */
function useListKeys(ids: readonly string[], openId: string | undefined, search: string): void {
  const [, navigate] = useLocation();
  function step(by: 1 | -1) {
    const at = openId === undefined ? -1 : ids.indexOf(openId);
    const next = ids[at === -1 ? 0 : at + by];
    if (next === undefined) return;
    // A button that keeps the focus would receive Space, which now plays the note.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    navigate(`/notes/${next}${search}`);
  }
  useShortcuts({
    j: { label: 'Next note', group: 'Notes', run: () => step(1) },
    k: { label: 'Previous note', group: 'Notes', run: () => step(-1) },
  });
}
