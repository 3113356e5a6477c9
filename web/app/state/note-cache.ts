import type { Note, NoteItem } from '../api/types.ts';
import { database } from './database.ts';

/** Notes that were opened on this device, for use without a connection. Errors are ignored, as this is a cache. */

/** Saves a note that was shown. */
export async function keepNote(note: Note): Promise<void> {
  const db = await database().catch(() => null);
  await db?.put('notes', note).catch(() => {});
}

/** A note that was opened before. */
export async function recallNote(noteId: string): Promise<Note | null> {
  const db = await database().catch(() => null);
  return (await db?.get('notes', noteId)) ?? null;
}

/** The saved notes that contain all words of `query`, newest first. */
export async function recallNotes(query: string): Promise<readonly NoteItem[]> {
  const db = await database().catch(() => null);
  const notes = (await db?.getAll('notes')) ?? [];
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (note: Note) => {
    const text = `${note.title ?? ''} ${note.summary ?? ''} ${note.transcript ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return notes.filter(has).sort((a, b) => b.created_at.localeCompare(a.created_at));
}

export async function dropNote(noteId: string): Promise<void> {
  const db = await database().catch(() => null);
  await db?.delete('notes', noteId);
}

/** Removes all of them, because another person may use this device next. */
export async function forgetNotes(): Promise<void> {
  const db = await database().catch(() => null);
  await db?.clear('notes');
}
