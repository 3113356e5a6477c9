import { Type } from '@sinclair/typebox';
import { exportFileName } from '../notes/export/file-name.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../notes/export/format.ts';
import { toMarkdown } from '../notes/export/markdown.ts';
import { toPlainText } from '../notes/export/plain-text.ts';
import { toSubtitles } from '../notes/export/subtitles.ts';
import type { StoredNote } from '../notes/store/codec.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import { contentDisposition } from '../platform/recordings/file-name.ts';
import { ApiError } from './errors.ts';
import { showNoteText } from './note-schemas.ts';
import type { Body } from './schemas/components.ts';

const FORMATS = Object.keys(EXPORT_FORMATS) as ExportFormat[];

const format = Type.Unsafe<ExportFormat>(
  Type.String({
    pattern: `^(${FORMATS.join('|')})$`,
    default: 'md',
    description: 'Of the file. `srt` and `vtt` need a note with times',
  }),
);

/** Query of the export of one note. */
export const NoteExportQuery = Type.Object({ format });

/** What an export needs. `publicUrl` is where the app shows the note. */
export interface ExportDeps {
  readonly notes: { readonly store: Pick<NoteStore, 'get' | 'list'> };
  readonly platform: { readonly publicUrl: string };
}

/** The address of a note in the app. */
export function noteLink(publicUrl: string, noteId: string): string {
  return `${publicUrl}/notes/${noteId}`;
}

/**
 * A note as a file to download.
 * @throws {ApiError} 404 when the user has no such note; 409 when the format needs times that the note does not have
 */
export async function exportNote(
  { notes, platform }: ExportDeps,
  userId: string,
  noteId: string,
  format: ExportFormat,
): Promise<Response> {
  const note = await notes.store.get(userId, noteId.toLowerCase());
  if (!note) throw new ApiError(404, 'Note not found');
  const text = renderNote(note, format, platform.publicUrl);
  if (text === null) throw new ApiError(409, `The note has no times, which ${format} needs`);
  return new Response(text, {
    headers: {
      'content-type': EXPORT_FORMATS[format],
      'content-disposition': contentDisposition(exportFileName(note, format)),
    },
  });
}

/** The text of a note's file; null when the format needs times that the note does not have. */
export function renderNote(note: StoredNote, format: ExportFormat, publicUrl: string): string | null {
  switch (format) {
    case 'md':
      return toMarkdown(note, noteLink(publicUrl, note.noteId));
    case 'txt':
      return toPlainText(note);
    case 'json':
      return `${JSON.stringify(showExport(note), null, 2)}\n`;
    default:
      return toSubtitles(note, format);
  }
}

function showExport(note: StoredNote): Body<'NoteExport'> {
  const { status, language, durationSeconds, speakerNames } = note;
  return {
    ...showNoteText(note),
    status,
    language,
    duration_seconds: durationSeconds,
    speaker_names: speakerNames ?? {},
  };
}
