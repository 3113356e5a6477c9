import { describeProblem } from '../api/client.ts';
import { deleteNote, restoreNote } from '../api/notes.ts';
import { announce } from '../state/events.ts';
import { dropNote } from '../state/note-cache.ts';
import { say } from '../state/toasts.ts';

/** Deletes a note and offers to undo it. Calls `restored` after an undo. @returns whether it was deleted */
export async function deleteWithUndo(noteId: string, restored: () => void): Promise<boolean> {
  try {
    await deleteNote(noteId);
  } catch (error) {
    say(`The note was not deleted. ${describeProblem(error)}`, { kind: 'problem' });
    return false;
  }
  await dropNote(noteId);
  announce({ kind: 'note', noteId });
  say('Note deleted', { action: { label: 'Undo', run: () => void restore(noteId, restored) } });
  return true;
}

async function restore(noteId: string, restored: () => void): Promise<void> {
  try {
    await restoreNote(noteId);
    announce({ kind: 'note', noteId });
    restored();
  } catch (error) {
    say(`The note could not be restored. ${describeProblem(error)}`, { kind: 'problem' });
  }
}
