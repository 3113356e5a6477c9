import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoteFilters } from '../api/notes.ts';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { hueOf, tags } from '../state/tags.ts';
import { Icon } from '../ui/icon.tsx';
import { isFiltered } from './filters.ts';
import { MAX_TAGS_SHOWN, useMore } from './some-tags.tsx';

interface FilterBarProps {
  readonly filters: NoteFilters;
  readonly change: (part: Partial<NoteFilters>) => void;
  readonly clear: () => void;
}

const TYPING_PAUSE_MS = 180;

/** Search as you type, tags and dates. */
export function FilterBar({ filters, change, clear }: FilterBarProps) {
  const [open, setOpen] = useState(filters.from !== '' || filters.to !== '');
  return (
    <search class="filters">
      <div class="search-row">
        <SearchBox q={filters.q} onSearch={(q) => change({ q })} />
        <button
          type="button"
          class="icon-button"
          aria-label="Dates"
          aria-expanded={open}
          aria-pressed={filters.from !== '' || filters.to !== ''}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" />
        </button>
      </div>
      {open && <Dates filters={filters} change={change} />}
      <TagFilter chosen={filters.tagIds} onChange={(tagIds) => change({ tagIds })} />
      {isFiltered(filters) && (
        <button type="button" class="link-button" onClick={clear}>
          Clear filters
        </button>
      )}
    </search>
  );
}

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(q);
  useEffect(() => {
    // The user may have typed more since this field asked for the search.
    if (q !== asked.current) setText(q);
    asked.current = q;
  }, [q]);
  useShortcuts({ '/': { label: 'Search', group: 'Notes', run: () => input.current?.focus() } });
  function type(value: string) {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(value), TYPING_PAUSE_MS);
  }
  /** Applies the search when the field loses the focus, because a later update would change a page that the user reads. */
  function finish() {
    clearTimeout(timer.current);
    if (text !== q) ask(text);
  }
  function ask(value: string) {
    asked.current = value;
    onSearch(value);
  }
  return (
    <div class="search-box">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Search notes"
        placeholder="A word you said"
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={finish}
      />
    </div>
  );
}

function Dates({ filters: { from, to }, change }: Omit<FilterBarProps, 'clear'>) {
  return (
    <div class="dates">
      <label>
        From
        <input type="date" value={from} max={to} onChange={(event) => change({ from: event.currentTarget.value })} />
      </label>
      <label>
        To
        <input type="date" value={to} min={from} onChange={(event) => change({ to: event.currentTarget.value })} />
      </label>
    </div>
  );
}

function TagFilter({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const all = tags.value ?? [];
  const { open, button } = useMore(all.length);
  const shown = all.filter(({ tag_id: id }, index) => open || index < MAX_TAGS_SHOWN || chosen.includes(id));
  if (all.length === 0) return null;
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset class="tag-filter">
      <legend class="hidden">Tags</legend>
      {shown.map(({ tag_id: id, name }) => (
        <button
          key={id}
          type="button"
          class="tag"
          style={{ '--hue': hueOf(name) }}
          aria-pressed={chosen.includes(id)}
          onClick={() => toggle(id)}
        >
          {name}
        </button>
      ))}
      {button}
    </fieldset>
  );
}
