import { Link } from 'wouter-preact';
import type { NoteItem } from '../api/types.ts';
import { formatListTime, formatTime } from '../ui/format.ts';
import { TagName } from './tag-name.tsx';

/** The title of a note, or a substitute while it has none. */
export function titleOf({ title, status }: Pick<NoteItem, 'title' | 'status'>): string {
  if (title !== null) return title;
  return status === 'processing' ? 'Transcribing …' : 'Untitled note';
}

/** A note with many tags would take the space of other notes. */
const MAX_TAGS = 4;

/** A note in the list. */
export function NoteLine({ note, open, search }: { note: NoteItem; open: boolean; search: string }) {
  const at = note.recorded_at ?? note.created_at;
  return (
    <li>
      <Link href={`/notes/${note.note_id}${search}`} class="line" aria-current={open ? 'true' : undefined}>
        <span class="line-head">
          <span class="line-title">{titleOf(note)}</span>
          <time dateTime={at} title={formatTime(at)}>
            {formatListTime(at)}
          </time>
        </span>
        {note.summary !== null && <span class="line-summary">{note.summary}</span>}
        <NoteState status={note.status} />
        {note.tags.length > 0 && (
          <span class="line-tags">
            {note.tags.slice(0, MAX_TAGS).map((tag) => (
              <TagName key={tag.tag_id} name={tag.name} />
            ))}
            {note.tags.length > MAX_TAGS && <span class="line-more">and {note.tags.length - MAX_TAGS} more</span>}
          </span>
        )}
      </Link>
    </li>
  );
}

function NoteState({ status }: Pick<NoteItem, 'status'>) {
  if (status === 'completed') return null;
  return <span class={`state ${status}`}>{status === 'processing' ? 'Transcribing' : 'Transcription failed'}</span>;
}
