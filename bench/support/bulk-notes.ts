import { encodeNote, indexTerms, type StoredNote, termsOf } from '../../notes/store/codec.ts';
import { ALL_NOTES, BITMAP_BYTES, BLOCK_NOTES, LIST_BYTES, MAX_NAMED_BLOCKS } from '../../notes/store/index-layout.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';

/** The blocks in which each word occurs. */
type WordBlocks = Map<string, number[]>;

/**
 * Writes many notes of a new user like the store, but in blocks instead of one by one. The bench verifies the result
 * with `checkIndex()`.
 */
export async function writeBulk(redis: Redis, userId: string, notes: Iterable<StoredNote>): Promise<void> {
  const words: WordBlocks = new Map();
  let block: StoredNote[] = [];
  let number = 0;
  for (const note of notes) {
    block.push(note);
    if (block.length < BLOCK_NOTES) continue;
    await writeBlock(redis, userId, block, number, words);
    number += block.length;
    block = [];
  }
  if (block.length > 0) await writeBlock(redis, userId, block, number, words);
  const members = [...words].map(([word, blocks]) => wordMember(word, blocks));
  for (let at = 0; at < members.length; at += 1_000) {
    await redis.zadd(keys.words(userId), ...members.slice(at, at + 1_000).flatMap((member) => [0, member]));
  }
}

async function writeBlock(
  redis: Redis,
  userId: string,
  notes: readonly StoredNote[],
  first: number,
  words: WordBlocks,
): Promise<void> {
  const lists = new Map<string, number[]>();
  let pipeline = redis.pipeline();
  for (const [offset, note] of notes.entries()) {
    const terms = termsOf(note);
    for (const term of indexTerms(terms).add(ALL_NOTES)) {
      const list = lists.get(term);
      if (list) list.push(offset);
      else lists.set(term, [offset]);
    }
    const { createdAt, updatedAt } = note;
    const own = { number: first + offset, version: 1, createdAt, updatedAt };
    const { item, fields } = encodeNote(note, terms);
    const known = JSON.stringify({ number: own.number, createdAt, updatedAt });
    pipeline.hset(keys.note(userId, note.noteId), { ...own, ...fields });
    pipeline.hset(keys.items(userId), own.number, `${known.slice(0, -1)},${item.slice(1)}`);
    pipeline.append(keys.notes(userId), Buffer.concat([Buffer.from(note.noteId), double(createdAt)]));
    pipeline.append(keys.updates(userId), double(updatedAt));
    const latest = Math.max(...notes.slice(offset - (offset % 64), offset + 1).map((other) => other.updatedAt));
    pipeline.setrange(keys.latestUpdates(userId), Math.floor((first + offset) / 64) * 8, double(latest));
  }
  await pipeline.exec();
  pipeline = redis.pipeline();
  const suffix = `:${first / BLOCK_NOTES}`;
  const entries = [...lists];
  for (let at = 0; at < entries.length; at += 1_000) {
    const fields = entries.slice(at, at + 1_000).flatMap(([term, list]) => [term + suffix, encodeList(list)]);
    pipeline.hset(keys.postings(userId), ...fields);
  }
  await pipeline.exec();
  for (const term of lists.keys()) {
    if (!term.startsWith('=')) continue;
    const blocks = words.get(term);
    if (blocks) blocks.push(first / BLOCK_NOTES);
    else words.set(term, [first / BLOCK_NOTES]);
  }
}

function wordMember(word: string, blocks: readonly number[]): Buffer {
  if (blocks.length > MAX_NAMED_BLOCKS) return Buffer.from(word);
  const named = Buffer.alloc(blocks.length * 2);
  blocks.forEach((block, index) => {
    named.writeUInt16BE(block, index * 2);
  });
  return Buffer.concat([Buffer.from(`${word}\0`), named]);
}

function encodeList(offsets: readonly number[]): Buffer {
  const bitmapBytes = Math.floor((offsets.at(-1) ?? 0) / 32) * 4 + 4;
  if (offsets.length * 2 >= LIST_BYTES && offsets.length * 2 >= bitmapBytes) {
    const bitmap = Buffer.alloc(bitmapBytes === BITMAP_BYTES ? bitmapBytes : bitmapBytes + 1);
    for (const offset of offsets) bitmap[offset >> 3] = (bitmap[offset >> 3] ?? 0) | (1 << (offset & 7));
    return bitmap;
  }
  const list = Buffer.alloc(offsets.length * 2);
  offsets.forEach((offset, index) => {
    list.writeUInt16BE(offset, index * 2);
  });
  return list;
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
