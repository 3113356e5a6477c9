import type { Note, NoteItem } from '../api/types.ts';
import { database } from './database.ts';

/** Notes that were seen on this device, for when there is no connection. Failing to keep one harms nothing. */

/** Keeps a note that was shown. */
export async function keepNote(note: Note): Promise<void> {
  const db = await database().catch(() => null);
  await db?.put('notes', note).catch(() => {});
}

/** A note that was seen before. */
export async function recallNote(noteId: string): Promise<Note | null> {
  const db = await database().catch(() => null);
  return (await db?.get('notes', noteId)) ?? null;
}

/** Every note that was seen before and has all words of `query`, newest first. */
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

/** Drops all of them: somebody else may sit here next. */
export async function forgetNotes(): Promise<void> {
  const db = await database().catch(() => null);
  await db?.clear('notes');
}
