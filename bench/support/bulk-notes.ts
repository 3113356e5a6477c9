import { encodeNote, indexEntries, type StoredNote, wordsOfNote } from '../../notes/store/codec.ts';
import {
  ALL_NOTES,
  BITMAP_BYTES,
  BLOCK_NOTES,
  LIST_BYTES,
  MAX_GROUP_BYTES,
  MAX_NAMED_BLOCKS,
  STEM_CHARACTERS,
} from '../../notes/store/index-layout.ts';
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
  const all = [...words];
  for (let at = 0; at < all.length; at += 1_000) {
    const part = all.slice(at, at + 1_000);
    await redis.zadd(keys.words(userId), ...part.flatMap(([word]) => [0, word]));
    await redis.hset(keys.postings(userId), ...part.flatMap(([word, blocks]) => [`~${word}`, encodeBlocks(blocks)]));
  }
}

async function writeBlock(
  redis: Redis,
  userId: string,
  notes: readonly StoredNote[],
  first: number,
  words: WordBlocks,
): Promise<void> {
  const [lists, wordLists] = [new Map<string, number[]>(), new Map<string, number[]>()];
  let pipeline = redis.pipeline();
  for (const [offset, note] of notes.entries()) {
    const words = wordsOfNote(note);
    const entries = indexEntries(
      words,
      note.tags.map(({ tagId }) => tagId),
    );
    for (const term of [...entries.terms, ALL_NOTES]) append(lists, term, offset);
    for (const word of entries.words) append(wordLists, word, offset);
    const { createdAt, updatedAt } = note;
    const own = { number: first + offset, version: 1, createdAt, updatedAt };
    const { item, text } = encodeNote(note, words);
    pipeline.hset(keys.note(userId, note.noteId), { ...own, text });
    pipeline.hset(keys.items(userId), own.number, `[${own.number},${createdAt},${updatedAt},${item}`);
    pipeline.append(keys.notes(userId), Buffer.concat([Buffer.from(note.noteId), double(createdAt)]));
    pipeline.append(keys.updates(userId), double(updatedAt));
    const latest = Math.max(...notes.slice(offset - (offset % 64), offset + 1).map((other) => other.updatedAt));
    pipeline.setrange(keys.latestUpdates(userId), Math.floor((first + offset) / 64) * 8, double(latest));
  }
  await pipeline.exec();
  const block = first / BLOCK_NOTES;
  const entries = [
    ...[...lists].map(([term, list]) => [`${term}:${block}`, encodeList(list)] as const),
    ...groupFields(wordLists, `:${block}`),
  ];
  pipeline = redis.pipeline();
  for (let at = 0; at < entries.length; at += 1_000) {
    pipeline.hset(keys.postings(userId), ...entries.slice(at, at + 1_000).flat());
  }
  await pipeline.exec();
  for (const word of wordLists.keys()) append(words, word, block);
}

function append(lists: Map<string, number[]>, name: string, value: number): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}

type Entries = readonly (readonly [rest: string, offsets: readonly number[]])[];
type Field = readonly [name: string, value: Buffer];

/** The groups of a block's words, and the lists of its frequent words. */
function groupFields(wordLists: ReadonlyMap<string, number[]>, suffix: string): Field[] {
  const entries = [...wordLists].map(([word, offsets]) => [word, offsets] as const);
  return [...byBeginning(entries, STEM_CHARACTERS)].flatMap(([stem, group]) => groupField(stem, group, suffix));
}

function byBeginning(entries: Entries, characters: number): Map<string, (readonly [string, readonly number[]])[]> {
  const groups = new Map<string, (readonly [string, readonly number[]])[]>();
  for (const [word, offsets] of entries) {
    const beginning = [...word].slice(0, characters).join('');
    const entry = [word.slice(beginning.length), offsets] as const;
    const group = groups.get(beginning);
    if (group) group.push(entry);
    else groups.set(beginning, [entry]);
  }
  return groups;
}

function groupField(stem: string, entries: Entries, suffix: string): Field[] {
  const own: Field[] = [];
  const parts = entries.map(([rest, offsets]) => {
    if (offsets.length * 2 <= LIST_BYTES) return Buffer.concat([Buffer.from(` ${rest}`), encodePairs(offsets)]);
    own.push([`!${stem}${rest}${suffix}`, encodeList(offsets)]);
    return Buffer.from(` ${rest}!`);
  });
  const group = Buffer.concat(parts);
  if (group.length <= MAX_GROUP_BYTES) return [...own, [`=${stem}${suffix}`, group]];
  const children = byBeginning(
    entries.filter(([rest]) => rest !== ''),
    1,
  );
  const kept = parts.filter((_, index) => entries[index]?.[0] === '');
  const marks = [...children.keys()].map((beginning) => Buffer.from(` ${beginning}/`));
  return [
    [`=${stem}${suffix}`, Buffer.concat([...kept, ...marks])],
    ...own.filter(([name]) => name === `!${stem}${suffix}`),
    ...[...children].flatMap(([beginning, child]) => groupField(stem + beginning, child, suffix)),
  ];
}

function encodePairs(offsets: readonly number[]): Buffer {
  return Buffer.from(offsets.flatMap((offset) => [offset >> 5, offset & 31]));
}

function encodeBlocks(blocks: readonly number[]): Buffer {
  if (blocks.length > MAX_NAMED_BLOCKS) return Buffer.from('*');
  const named = Buffer.alloc(blocks.length * 2);
  blocks.forEach((block, index) => {
    named.writeUInt16BE(block, index * 2);
  });
  return named;
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
