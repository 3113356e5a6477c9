import type { NoteFilters } from '../api/notes.ts';
import type { Note, NoteItem } from '../api/types.ts';
import { database } from './database.ts';
import { matches } from './matches.ts';
import { currentUserId, whenUserLeaves } from './session.ts';

/**
 * Notes that were opened on this device, for use without a connection. Each is kept for one user, and all are removed
 * when another user signs in. Errors are ignored, as this is a cache.
 */

/** Saves a note that was shown to a user, if that user is still signed in. */
export async function keepNote(note: Note, userId: string | null): Promise<void> {
  const db = await database().catch(() => null);
  if (userId === null || currentUserId() !== userId) return;
  await db?.put('notes', { ...note, kept_for: userId }).catch(() => {});
}

/** A note that was opened before. */
export async function recallNote(noteId: string): Promise<Note | null> {
  const db = await database().catch(() => null);
  const note = await db?.get('notes', noteId);
  return note?.kept_for === currentUserId() ? note : null;
}

/** The saved notes that match the filters, newest first. */
export async function recallNotes(filters: NoteFilters): Promise<readonly NoteItem[]> {
  const db = await database().catch(() => null);
  const userId = currentUserId();
  const notes = ((await db?.getAll('notes')) ?? []).filter(({ kept_for: keptFor }) => keptFor === userId);
  return notes.filter((note) => matches(note, filters)).sort((a, b) => b.created_at.localeCompare(a.created_at));
}

export async function dropNote(noteId: string): Promise<void> {
  const db = await database().catch(() => null);
  await db?.delete('notes', noteId).catch(() => {});
}

// Another person may use this device next.
whenUserLeaves(async () => {
  const db = await database().catch(() => null);
  await db?.clear('notes').catch(() => {}); // each note names its user, so a failure shows them to nobody else
});
