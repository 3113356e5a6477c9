import { urlForUser } from '../api/client.ts';
import type { Note } from '../api/types.ts';
import { Icon } from '../ui/icon.tsx';
import { FILE_FORMATS } from './file-formats.ts';

const TIMED = new Set(['srt', 'vtt']);

/** The note as a file. Subtitles are offered only for notes with times. */
export function ExportMenu({ note }: { note: Note }) {
  const timed = note.transcript_segments?.some(({ start, end }) => start !== null && end !== null) ?? false;
  return (
    <details class="export-menu">
      <summary class="button quiet">
        <Icon name="notes" /> Export
      </summary>
      <ul>
        {FILE_FORMATS.filter(([format]) => timed || !TIMED.has(format)).map(([format, label]) => (
          <li key={format}>
            <a href={urlForUser(`/v1/app/notes/${note.note_id}/export?format=${format}`)} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
