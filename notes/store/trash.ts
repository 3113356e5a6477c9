import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import type { RemovedNote } from './notes.ts';

/** How long a deleted note can be restored. */
export const RESTORE_WINDOW_MS = 10 * 60 * 1000;

export type NoteTrash = ReturnType<typeof createNoteTrash>;

/** Stores notes that were just deleted, for as long as they can be restored. */
export function createNoteTrash(redis: Redis) {
  return {
    async keep(note: RemovedNote): Promise<void> {
      const key = keys.deletedNote(note.userId, note.noteId);
      await redis.set(key, JSON.stringify(note), 'PX', RESTORE_WINDOW_MS);
    },
    async find(userId: string, noteId: string): Promise<RemovedNote | null> {
      const kept = await redis.get(keys.deletedNote(userId, noteId));
      return kept === null ? null : (JSON.parse(kept) as RemovedNote);
    },
    /** Returns whether it existed. */
    async forget(userId: string, noteId: string): Promise<boolean> {
      return (await redis.unlink(keys.deletedNote(userId, noteId))) === 1;
    },
  };
}
