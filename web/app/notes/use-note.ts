import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { describeProblem, isOffline, RequestError } from '../api/client.ts';
import { getNote } from '../api/notes.ts';
import type { Note } from '../api/types.ts';
import { onEvents } from '../state/events.ts';
import { dropNote, keepNote, recallNote } from '../state/note-cache.ts';
import { currentUserId } from '../state/session.ts';

export interface OpenNote {
  readonly note: Note | null;
  readonly problem: string | null;
  readonly missing: boolean;
  readonly offline: boolean;
  readonly reload: () => void;
  /** Shows a note from a response of the service. */
  readonly show: (note: Note) => void;
}

type State = Pick<OpenNote, 'note' | 'problem' | 'missing' | 'offline'>;

/** A note, updated live while it is shown. */
export function useNote(noteId: string): OpenNote {
  const [state, setState] = useState<State>({ note: null, problem: null, missing: false, offline: false });
  const latest = useRef({ asked: 0, shown: 0 });
  const load = useCallback(async () => {
    latest.current.asked += 1;
    const { asked } = latest.current;
    const read = await readNote(noteId);
    // An answer that is older than what is shown would undo it.
    if (asked <= latest.current.shown) return;
    latest.current.shown = asked;
    setState((now) => ({ ...read, note: read.note ?? now.note }));
  }, [noteId]);
  useEffect(() => {
    void load();
    return onEvents(
      (event) => event.kind === 'note' && event.noteId === noteId && void load(),
      () => void load(),
    );
  }, [load, noteId]);
  return {
    ...state,
    reload: () => void load(),
    show: (note) => {
      latest.current.shown = latest.current.asked;
      setState({ note, problem: null, missing: false, offline: false });
      void keepNote(note, currentUserId());
    },
  };
}

async function readNote(noteId: string): Promise<State> {
  const none = { note: null, problem: null, missing: false, offline: false };
  const userId = currentUserId();
  try {
    const note = await getNote(noteId);
    void keepNote(note, userId);
    return { ...none, note };
  } catch (error) {
    const gone = error instanceof RequestError && (error.status === 404 || error.status === 422);
    if (gone) await dropNote(noteId);
    if (gone) return { ...none, missing: true };
    const kept = isOffline(error) ? await recallNote(noteId) : null;
    return kept ? { ...none, note: kept, offline: true } : { ...none, problem: describeProblem(error) };
  }
}
