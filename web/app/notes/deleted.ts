import { signal } from '@preact/signals';
import { describeProblem } from '../api/client.ts';
import { deleteNote, restoreNote } from '../api/notes.ts';
import type { NoteItem } from '../api/types.ts';
import { announce } from '../state/events.ts';
import { dropNote } from '../state/note-cache.ts';
import { whenUserLeaves } from '../state/session.ts';
import { say } from '../state/toasts.ts';
import { titleOf } from './line.tsx';

/** The service restores a deleted note within this time. */
const RESTORABLE_MS = 10 * 60 * 1000;

/** A note that was deleted on this page and can be restored. */
export interface Deletion {
  readonly noteId: string;
  readonly title: string;
  readonly undo: () => void;
}

/** The latest first. A reload of the page forgets them. */
export const deletions = signal<readonly Deletion[]>([]);

whenUserLeaves(() => {
  deletions.value = [];
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
  const undo = () => void restore(noteId, restored);
  deletions.value = [{ noteId, title: titleOf(note), undo }, ...deletions.value];
  setTimeout(() => forget(noteId), RESTORABLE_MS);
  say('Note deleted', { action: { label: 'Undo', run: undo } });
  return true;
}

function forget(noteId: string): void {
  deletions.value = deletions.value.filter((one) => one.noteId !== noteId);
}

async function restore(noteId: string, restored: () => void): Promise<void> {
  try {
    await restoreNote(noteId);
    forget(noteId);
    announce({ kind: 'note', noteId });
    restored();
  } catch (error) {
    say(`The note could not be restored. ${describeProblem(error)}`, { kind: 'problem' });
  }
}
