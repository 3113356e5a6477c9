import { encodeNote, type NoteWords, type StoredNote, tagTerm, wordsOfNote } from '../../notes/store/codec.ts';
import { unmergedEntries } from '../../notes/store/index-entries.ts';
import { ALL_NOTES, BLOCK_NOTES, MAX_UNMERGED_BYTES } from '../../notes/store/index-layout.ts';
import { mergeEntries } from '../../notes/store/merge-entries.ts';
import { bytesOf } from '../../notes/store/postings-fields.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';

/** The fields that name the blocks of words, which later blocks change. */
type Directory = Map<string, Buffer>;

interface BulkNote {
  readonly number: number;
  readonly note: StoredNote;
  readonly words: NoteWords;
  /** Its words and tags before they are merged. */
  readonly entry: string;
}

/**
 * Writes many notes of a new user like the store, but in blocks instead of one by one. The words of the newest ones are
 * not merged, and have half of the bytes at which they would be. The bench verifies the result with `checkIndex()`.
 */
export async function writeBulk(redis: Redis, userId: string, notes: Iterable<StoredNote>): Promise<void> {
  const directory: Directory = new Map();
  let block: BulkNote[] = [];
  let number = 0;
  for (const note of notes) {
    const words = wordsOfNote(note);
    const { terms, words: joined } = unmergedEntries(words, note);
    const entry = [terms, joined].filter((part) => part !== '').map((part) => ` ${part}`);
    block.push({ number, note, words, entry: entry.join('') });
    number += 1;
    if (block.length < BLOCK_NOTES) continue;
    await writeBlock(redis, userId, block, block.length, directory);
    block = [];
  }
  await writeBlock(redis, userId, block, countMerged(block), directory);
}

/** How many of the notes are merged. */
function countMerged(notes: readonly BulkNote[]): number {
  let [count, bytes] = [notes.length, 0];
  for (; count > 0; count -= 1) {
    bytes += Buffer.byteLength(notes[count - 1]?.entry ?? '');
    if (bytes > MAX_UNMERGED_BYTES / 2) break;
  }
  return count;
}

async function writeBlock(
  redis: Redis,
  userId: string,
  notes: readonly BulkNote[],
  merged: number,
  directory: Directory,
): Promise<void> {
  const first = notes[0]?.number ?? 0;
  const pipeline = redis.pipeline();
  for (const [offset, { number, note, words, entry }] of notes.entries()) {
    const { createdAt, updatedAt } = note;
    const { item, text } = encodeNote(note, words);
    pipeline.hset(keys.note(userId, note.noteId), { number, version: 1, createdAt, updatedAt, text });
    pipeline.hset(keys.items(userId), number, `[${number},${createdAt},${updatedAt},${item}`);
    pipeline.append(keys.notes(userId), Buffer.concat([Buffer.from(note.noteId), double(createdAt)]));
    pipeline.append(keys.updates(userId), double(updatedAt));
    const latest = Math.max(...notes.slice(offset - (offset % 64), offset + 1).map((other) => other.note.updatedAt));
    pipeline.setrange(keys.latestUpdates(userId), Math.floor((first + offset) / 64) * 8, double(latest));
    if (offset < merged) continue;
    pipeline.hset(keys.unmerged(userId), number, entry);
    pipeline.hincrby(keys.unmerged(userId), 'bytes', Buffer.byteLength(entry));
  }
  await pipeline.exec();
  await writePostings(redis, userId, notes, merged, directory);
}

async function writePostings(
  redis: Redis,
  userId: string,
  notes: readonly BulkNote[],
  merged: number,
  directory: Directory,
): Promise<void> {
  const entries = notes.map(({ number, note, words: { plain, divided } }, offset) => {
    if (offset >= merged) return { number, terms: [ALL_NOTES], words: [] };
    const tags = note.tags.map(({ tagId }) => tagTerm(tagId));
    return { number, terms: [...tags, ALL_NOTES], words: [...new Set([...plain, ...divided])] };
  });
  const fields = await mergeEntries(entries, async (names) => names.map((name) => directory.get(name) ?? EMPTY));
  const pipeline = redis.pipeline();
  const values = [...fields].map(([name, value]) => [bytesOf(name), bytesOf(value)]);
  for (let at = 0; at < values.length; at += 1_000) {
    pipeline.hset(keys.postings(userId), ...values.slice(at, at + 1_000).flat());
  }
  await pipeline.exec();
  for (const [name, value] of fields) if (name.includes(':~')) directory.set(name, bytesOf(value));
}

const EMPTY = Buffer.alloc(0);

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
