import { BLOCK_NOTES, ID_BYTES, RECORD_BYTES } from '../../../notes/store/index-layout.ts';
import type { NoteStore } from '../../../notes/store/notes.ts';
import type { NoteFilters } from '../../../notes/store/search.ts';
import type { Redis } from '../../../platform/redis/connection.ts';

const recording = { object: 'notes/x/y', contentType: 'audio/flac', bytes: 10 };
/** Default fields of a note, except its ids. */
export const blank = { title: null, language: null, recordedAt: null, recording };

/** Creates a note, which is completed if it has a transcript. Returns its id. */
export async function addNote(notes: NoteStore, userId: string, text: { title?: string; transcript?: string } = {}) {
  const noteId = crypto.randomUUID();
  await notes.create({ ...blank, noteId, userId, title: text.title ?? null });
  if (text.transcript !== undefined) {
    await notes.change(userId, noteId, () => ({ transcript: text.transcript ?? null, status: 'completed' }));
  }
  return noteId;
}

/** The ids of all notes of a list, read page by page. */
export async function listIds(notes: NoteStore, userId: string, filters: NoteFilters, limit = 100) {
  const found: string[] = [];
  let before: number | undefined;
  do {
    const page = await notes.list(userId, filters, { limit, before });
    found.push(...page.items.map((item) => item.noteId));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return found;
}

/**
 * Makes the next note of a user begin a block of its own, as though the rest of the block were notes that were made
 * and removed: of these, only the times are left.
 */
export async function skipBlock(redis: Redis, userId: string): Promise<void> {
  const key = `v1:{${userId}}:notes`;
  const records = (await redis.getBuffer(key)) ?? Buffer.alloc(0);
  const last = records.length > 0 ? records.readDoubleBE(records.length - 8) : 0;
  const rest = BLOCK_NOTES - ((records.length / RECORD_BYTES) % BLOCK_NOTES);
  const removed = Buffer.alloc(rest * RECORD_BYTES);
  for (let index = 0; index < rest; index += 1) {
    removed.writeDoubleBE(last + 1 + index, index * RECORD_BYTES + ID_BYTES);
  }
  await redis.append(key, removed);
}

/** How often a Redis command ran while `work` did, also in scripts. */
export async function countCalls(redis: Redis, commands: readonly string[], work: () => Promise<unknown>) {
  await redis.config('RESETSTAT');
  await work();
  const stats = await redis.info('commandstats');
  return commands.map((command) => Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0));
}
