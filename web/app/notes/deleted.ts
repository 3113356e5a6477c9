import { signal } from '@preact/signals';
import { describeProblem } from '../api/client.ts';
import { deleteNote } from '../api/notes.ts';
import { announce } from '../state/events.ts';
import { dropNote } from '../state/note-cache.ts';
import { say } from '../state/toasts.ts';

/** Notes that are hidden here and about to be deleted in the service. */
export const DeletedNote = signal<ReadonlySet<string>>(new Set());

const UNDO_MS = 10_000;

/** Hides a note at once, and deletes it when nobody has undone that. Leaving the page deletes it as well. */
export function deleteWithUndo(noteId: string, restore: () => void): void {
  DeletedNote.value = new Set([...DeletedNote.value, noteId]);
  const finish = () => {
    removeEventListener('pagehide', finish);
    clearTimeout(timer);
    void deleteNow(noteId);
  };
  const timer = setTimeout(finish, UNDO_MS);
  addEventListener('pagehide', finish);
  say('Note deleted', {
    action: {
      label: 'Undo',
      run: () => {
        removeEventListener('pagehide', finish);
        clearTimeout(timer);
        show(noteId);
        restore();
      },
    },
  });
}

async function deleteNow(noteId: string): Promise<void> {
  try {
    await deleteNote(noteId);
    await dropNote(noteId);
    announce({ kind: 'note', noteId });
  } catch (error) {
    show(noteId);
    say(`The note was not deleted. ${describeProblem(error)}`, { kind: 'problem' });
  }
}

function show(noteId: string): void {
  DeletedNote.value = new Set([...DeletedNote.value].filter((id) => id !== noteId));
}
