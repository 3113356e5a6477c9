import type { NoteItem } from '../store/codec.ts';
import type { ExportFormat } from './format.ts';

const MAX_TITLE_CHARACTERS = 60;
/** Characters that Windows, macOS or Linux forbids in a file name, or Obsidian in a link. */
const UNSAFE = /[\p{C}/\\:*?"<>|#^[\]]+/gu;

/**
 * The file name of an exported note, such as `2026-02-03 Budget meeting.md`. It starts with the date, so a title cannot
 * make it hidden, reserved or empty.
 */
export function exportFileName(
  note: Pick<NoteItem, 'title' | 'recordedAt' | 'createdAt'>,
  format: ExportFormat,
): string {
  return `${stem(note)}.${format}`;
}

/** The same with the start of the note's id, so that the names in an archive are unique. */
export function archiveFileName(
  note: Pick<NoteItem, 'noteId' | 'title' | 'recordedAt' | 'createdAt'>,
  format: ExportFormat,
): string {
  return `${stem(note)} (${note.noteId.slice(0, 8)}).${format}`;
}

function stem({ title, recordedAt, createdAt }: Pick<NoteItem, 'title' | 'recordedAt' | 'createdAt'>): string {
  const date = new Date(recordedAt ?? createdAt).toISOString().slice(0, 10);
  const safe = (title ?? '').normalize('NFC').toWellFormed().replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(safe).slice(0, MAX_TITLE_CHARACTERS);
  const last = characters.findLastIndex((character) => !'. '.includes(character));
  const shortened = characters.slice(0, last + 1).join(''); // Windows drops dots and spaces at the end
  return `${date} ${shortened === '' ? 'Untitled note' : shortened}`;
}
