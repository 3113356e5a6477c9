import { effect, signal } from '@preact/signals';
import { describeProblem } from '../api/client.ts';
import { deleteNote, restoreNote } from '../api/notes.ts';
import type { NoteItem } from '../api/types.ts';
import { announce } from '../state/events.ts';
import { dropNote } from '../state/note-cache.ts';
import { currentUserId, whenUserLeaves } from '../state/session.ts';
import { say } from '../state/toasts.ts';
import { titleOf } from './line.tsx';

/** The service restores a deleted note within this time. */
const RESTORABLE_MS = 10 * 60 * 1000;

/** A note that was deleted in this browser and can be restored. */
export interface Deletion {
  readonly noteId: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** The latest first. All pages of the browser share them, also after a reload. */
export const deletions = signal<readonly Deletion[]>([]);

const KEY = 'sotto.deleted.';
const keyOf = (userId: string | null) => `${KEY}${userId}`;
let expiry: ReturnType<typeof setTimeout> | undefined;

// Another person may use this device next.
whenUserLeaves(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key);
  show([]);
});
effect(() => show(readKept(currentUserId())));
addEventListener('storage', ({ key }) => {
  if (key === keyOf(currentUserId())) show(readKept(currentUserId()));
});

/** Deletes a note and offers to undo it. Calls `restored` after an undo. @returns whether it was deleted */
export async function deleteWithUndo(note: NoteItem, restored: () => void): Promise<boolean> {
  const { note_id: noteId } = note;
  try {
    await deleteNote(noteId);
  } catch (error) {
    say(`The note was not deleted. ${describeProblem(error)}`, { kind: 'problem' });
    return false;
  }
  await dropNote(noteId);
  announce({ kind: 'note', noteId });
  change((kept) => [{ noteId, title: titleOf(note), until: Date.now() + RESTORABLE_MS }, ...kept]);
  say('Note deleted', { action: { label: 'Undo', run: () => void restoreDeleted(noteId, restored) } });
  return true;
}

/** Restores a deleted note, and then calls `restored`. */
export async function restoreDeleted(noteId: string, restored: () => void): Promise<void> {
  try {
    await restoreNote(noteId);
    change((kept) => kept.filter((one) => one.noteId !== noteId));
    announce({ kind: 'note', noteId });
    restored();
  } catch (error) {
    say(`The note could not be restored. ${describeProblem(error)}`, { kind: 'problem' });
  }
}

function change(edit: (kept: readonly Deletion[]) => readonly Deletion[]): void {
  show(edit(readKept(currentUserId())));
  keep();
}

/** Shows these deletions, each until its time has passed. */
function show(all: readonly Deletion[]): void {
  clearTimeout(expiry);
  deletions.value = all;
  if (all.length === 0) return;
  const next = Math.min(...all.map(({ until }) => until));
  expiry = setTimeout(() => change((kept) => kept), next - Date.now());
}

function keep(): void {
  const key = keyOf(currentUserId());
  try {
    if (deletions.value.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(deletions.value));
  } catch {} // without free space, a reload forgets them
}

/** The user's deletions in this browser that can still be restored. */
function readKept(userId: string | null): readonly Deletion[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as Deletion[];
    return kept.filter(({ until }) => until > Date.now());
  } catch {
    return [];
  }
}
