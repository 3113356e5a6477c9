import { keys } from '../../platform/redis/keys.ts';
import { eventArgs } from '../../platform/redis/user-events.ts';
import type { NoteStatus } from '../note-record.ts';

/** The keys of a user's index that a change of a note writes, by their names in the scripts. */
export const indexKeys = (userId: string) => ({
  items: keys.items(userId),
  postings: keys.postings(userId),
  updates: keys.updates(userId),
  latest: keys.latestUpdates(userId),
  unmerged: keys.unmerged(userId),
});

/** With the records of all notes. */
export const listKeys = (userId: string) => ({ ...indexKeys(userId), records: keys.notes(userId) });

/** For scripts that add or remove a note: also the note, and the key of the user's quota. */
export const noteKeys = (userId: string, noteId: string) => ({
  ...listKeys(userId),
  note: keys.note(userId, noteId),
  bytes: keys.noteBytes(userId),
});

export const noteEventArgs = (userId: string, noteId: string, status: NoteStatus | 'deleted') =>
  eventArgs(userId, { event: 'note', data: { note_id: noteId, status } });

/** A list in the format of `counted.lua`: its length and its values. */
export const counted = (list: readonly string[]): (string | number)[] => [list.length, ...list];

/** Terms and words in the format of `split.lua`. Neither contains a space. */
export const joined = (list: Iterable<string>): string => [...list].join(' ');
