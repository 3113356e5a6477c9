import { createNoteStore, type NoteChange } from '../../../notes/store/notes.ts';
import type { WebApp } from './web-app.ts';

/** Makes a completed note of a user, without a recording. */
export async function makeNote({ redis }: Pick<WebApp, 'redis'>, userId: string, change: NoteChange): Promise<string> {
  const notes = createNoteStore(redis);
  const noteId = crypto.randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/webm', bytes: 1 };
  await notes.create({ noteId, userId, title: null, language: 'en', recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ status: 'completed', ...change }));
  return noteId;
}
