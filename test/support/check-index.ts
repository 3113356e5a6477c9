import { decodeItem, decodeText, type KnownTags, wordsOfNote } from '../../notes/store/codec.ts';
import { indexEntries, unmergedEntries } from '../../notes/store/index-entries.ts';
import { ALL_NOTES, BLOCK_NOTES, ID_BYTES, RECORD_BYTES } from '../../notes/store/index-layout.ts';
import { decodeList } from '../../notes/store/posting-lists.ts';
import { masterNodes, type Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { readGroups } from './word-groups.ts';

interface Found {
  readonly noteId: string;
  readonly number: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly terms: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Its tags and words in the form in which they are stored until they are merged. */
  readonly apart: ReadonlySet<string>;
}

/** The list item of each note, by its number. */
type Items = ReadonlyMap<string, string>;

/**
 * Recomputes every index of a user's notes from the notes themselves and compares.
 * @returns the differences, by term and number, without other content; empty when there are none
 */
export async function checkIndex(redis: Redis, userId: string): Promise<string[]> {
  const problems: string[] = [];
  const items = new Map(Object.entries(await redis.hgetall(keys.items(userId))));
  const all = await readNotes(redis, userId, items, problems);
  checkItems(items, all, problems);
  const notes = await checkUnmerged(redis, userId, all, problems);
  await checkRecords(redis, userId, notes, problems);
  await checkPostings(redis, userId, notes, problems);
  await checkUpdates(redis, userId, notes, problems);
  return problems;
}

async function readNotes(redis: Redis, userId: string, items: Items, problems: string[]): Promise<Found[]> {
  const prefix = keys.note(userId, '');
  const tagIds = await redis.hvals(keys.tags(userId));
  const tags: KnownTags = new Map(tagIds.map((tagId) => [tagId, { ...NO_TAG, tagId }]));
  const notes = new Map<string, Found>();
  for await (const names of scan(redis, `${prefix}*`)) {
    for (const name of names) {
      const fields = await redis.hgetallBuffer(name);
      const noteId = name.slice(prefix.length);
      const item = items.get(String(fields['number'] ?? ''));
      if (Object.keys(fields).length > 0 && !notes.has(noteId)) {
        notes.set(noteId, expect(noteId, fields, { item, tags }, problems));
      }
    }
  }
  return [...notes.values()].sort((a, b) => a.number - b.number);
}

const NO_TAG = { name: '', position: 0, createdAt: 0, updatedAt: 0 };
const NO_ITEM = { title: null, summary: null, tags: [] };

function expect(
  noteId: string,
  fields: Readonly<Record<string, Buffer>>,
  { item, tags }: { readonly item: string | undefined; readonly tags: KnownTags },
  problems: string[],
): Found {
  if (item === undefined) problems.push(`note ${noteId}: its item is missing`);
  const { title, summary, tags: assigned } = item === undefined ? NO_ITEM : decodeItem(item, tags);
  const { transcript, divided = [] } = decodeText(fields['text']);
  const noteWords = wordsOfNote({ title, summary, transcript });
  if (!same(noteWords.divided, new Set(divided))) problems.push(`note ${noteId}: its words are not those of its text`);
  const { terms, words } = indexEntries(noteWords, { tags: assigned });
  const apart = unmergedEntries(noteWords, { tags: assigned });
  const [number, createdAt, updatedAt] = ['number', 'createdAt', 'updatedAt'].map((name) => Number(fields[name]));
  return {
    ...{ noteId, number: number ?? -1, createdAt: createdAt ?? 0, updatedAt: updatedAt ?? 0 },
    ...{ terms: new Set([...terms, ALL_NOTES]), words },
    apart: new Set(`${apart.terms} ${apart.words}`.split(' ').filter((part) => part !== '')),
  };
}

/** @returns the notes with the terms that the postings must contain: only `*` for notes that are not merged */
async function checkUnmerged(
  redis: Redis,
  userId: string,
  notes: readonly Found[],
  problems: string[],
): Promise<Found[]> {
  const { bytes = '0', changes: _changes, ...entries } = await redis.hgetall(keys.unmerged(userId));
  const left = new Map(Object.entries(entries));
  const length = [...left.values()].reduce((sum, entry) => sum + Buffer.byteLength(entry), 0);
  if (length !== Number(bytes)) problems.push('unmerged: the bytes are not those of the entries');
  const indexed = notes.map((note) => {
    const entry = left.get(String(note.number));
    if (entry === undefined) return note;
    left.delete(String(note.number));
    if (!/^( [^ ]+)+$/.test(entry) || !same(new Set(entry.slice(1).split(' ')), note.apart)) {
      problems.push(`unmerged: ${note.number} differs`);
    }
    return { ...note, terms: new Set([ALL_NOTES]), words: new Set<string>() };
  });
  for (const number of left.keys()) problems.push(`unmerged: ${number} is of no note`);
  return indexed;
}

/** An item repeats some fields of its note. A note from before items were kept has none. */
function checkItems(items: Items, notes: readonly Found[], problems: string[]): void {
  const byNumber = new Map(notes.map((note) => [String(note.number), note]));
  for (const [number, text] of items) {
    const note = byNumber.get(number);
    if (!note) problems.push(`items: ${number} is of no note`);
    const item = decodeItem(text, new Map());
    for (const name of note ? (['noteId', 'number', 'createdAt', 'updatedAt'] as const) : []) {
      if (item[name] !== note?.[name]) problems.push(`items: ${number} has another ${name}`);
    }
  }
}

async function checkRecords(redis: Redis, userId: string, notes: readonly Found[], problems: string[]): Promise<void> {
  const records = (await redis.getBuffer(keys.notes(userId))) ?? Buffer.alloc(0);
  const byNumber = new Map(notes.map((note) => [note.number, note]));
  if (byNumber.size !== notes.length) problems.push('records: two notes have one number');
  let last = Number.NEGATIVE_INFINITY;
  for (let number = 0; number * RECORD_BYTES < records.length; number += 1) {
    const record = records.subarray(number * RECORD_BYTES, (number + 1) * RECORD_BYTES);
    const created = record.readDoubleBE(ID_BYTES);
    const note = byNumber.get(number);
    const id = record.toString('latin1', 0, ID_BYTES);
    if (created <= last) problems.push(`records: ${number} is not later than the one before`);
    if (id !== (note?.noteId ?? '\0'.repeat(ID_BYTES))) problems.push(`records: ${number} names another note`);
    if (note && created !== note.createdAt) problems.push(`records: ${number} has another time`);
    last = created;
    byNumber.delete(number);
  }
  for (const number of byNumber.keys()) problems.push(`records: ${number} is missing`);
}

async function checkPostings(redis: Redis, userId: string, notes: readonly Found[], problems: string[]): Promise<void> {
  const wanted = new Map<string, Set<number>>();
  const add = (field: string, offset: number) => wanted.set(field, (wanted.get(field) ?? new Set()).add(offset));
  for (const { number, terms, words } of notes) {
    const block = Math.floor(number / BLOCK_NOTES);
    for (const term of [...terms, ...[...words].map((word) => `=${word}`)]) {
      add(`${term}:${block}`, number % BLOCK_NOTES);
    }
    if (block === 0) continue;
    for (const word of words) add(`=${word}:~${Math.floor(block / BLOCK_NOTES)}`, block % BLOCK_NOTES);
  }
  const postings = await redis.hgetallBuffer(keys.postings(userId));
  for (const [field, found] of readGroups(postings, decodeList, problems)) {
    if (found.join() !== [...(wanted.get(field) ?? [])].join()) problems.push(`postings: ${field} differs`);
    wanted.delete(field);
  }
  for (const field of wanted.keys()) problems.push(`postings: ${field} is missing`);
}

async function checkUpdates(redis: Redis, userId: string, notes: readonly Found[], problems: string[]): Promise<void> {
  const updates = doubles(await redis.getBuffer(keys.updates(userId)));
  const latest = doubles(await redis.getBuffer(keys.latestUpdates(userId)));
  const times = new Map(notes.map((note) => [note.number, note.updatedAt]));
  updates.forEach((time, number) => {
    if (time !== (times.get(number) ?? 0)) problems.push(`updates: ${number} differs`);
  });
  if (notes.some((note) => note.number >= updates.length)) problems.push('updates: a note is missing');
  latest.forEach((time, group) => {
    const greatest = Math.max(...updates.slice(group * 64, group * 64 + 64));
    if (time !== greatest) problems.push(`latest updates: group ${group} differs`);
  });
  if (latest.length !== Math.ceil(updates.length / 64)) problems.push('latest updates: a group is missing');
}

function doubles(bytes: Buffer | null): number[] {
  return Array.from({ length: (bytes?.length ?? 0) / 8 }, (_, index) => bytes?.readDoubleBE(index * 8) ?? 0);
}

function same<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): boolean {
  return left.size === right.size && [...left].every((member) => right.has(member));
}

async function* scan(redis: Redis, match: string): AsyncGenerator<string[]> {
  for (const node of masterNodes(redis)) {
    for await (const names of node.scanStream({ match, count: 1000 })) yield names as string[];
  }
}
