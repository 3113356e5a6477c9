import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { createTagStore, type Tag } from '../../../notes/store/tags.ts';
import type { Redis } from '../../../platform/redis/connection.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addNote, countCalls, listIds } from './note-helpers.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const MAX_BYTES = 200;
const entriesOf = async (userId: string) => {
  const { bytes = '0', changes: _, ...entries } = await server.redis.hgetall(keys.unmerged(userId));
  return { bytes: Number(bytes), entries: Object.values(entries) };
};

test('a new note writes one entry, and no list or group of its words', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  await addNote(notes, userId, { transcript: 'Anchors aweigh, my boys' });
  expect(await entriesOf(userId)).toEqual({ bytes: 23, entries: [' anchors aweigh my boys'] });
  expect(Object.keys(await server.redis.hgetall(keys.postings(userId)))).toEqual(['*:0']);
});

test('the write that exceeds the limit merges all entries, and each group is written once', async () => {
  const notes = createNoteStore(server.redis, { maxUnmergedBytes: MAX_BYTES });
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (let index = 0; (await entriesOf(userId)).bytes < MAX_BYTES - 20; index += 1) {
    made.push(await addNote(notes, userId, { transcript: `marble marvel number${index}` }));
  }
  expect(await server.redis.hlen(keys.postings(userId))).toBe(1); // `*`
  const [writes] = await countCalls(server.redis, ['hset'], async () => {
    made.push(await addNote(notes, userId, { transcript: 'marble at last, and rather more words than before' }));
  });
  expect((await entriesOf(userId)).entries).toEqual([]);
  // Fields and item of the note, twice; its number in `*`; its entry; and all fields that the merge changes.
  expect(writes).toBe(7);
  expect(await listIds(notes, userId, { query: 'marble' })).toEqual(made.toReversed());
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('several processes that write and merge at once lose no word', async () => {
  const stores = Array.from({ length: 4 }, () => createNoteStore(server.redis, { maxUnmergedBytes: MAX_BYTES }));
  const userId = crypto.randomUUID();
  const kept = await Promise.all(
    stores.map(async (notes, process) => {
      const ids: string[] = [];
      for (let index = 0; index < 25; index += 1) {
        const noteId = await addNote(notes, userId, { transcript: `harbour ship${process} sail${index}` });
        if (index % 3 === 0) await notes.change(userId, noteId, () => ({ transcript: `harbour storm${index}` }));
        if (index % 5 === 0) await notes.remove(userId, noteId);
        else ids.push(noteId);
      }
      return ids;
    }),
  );
  expect((await listIds(stores[0] as never, userId, { query: 'harb' })).sort()).toEqual(kept.flat().sort());
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

/** A connection that calls `interrupt` when a merge reads the postings, which is after it read the entries. */
function interrupted(interrupt: () => Promise<unknown>): Redis {
  return new Proxy(server.redis, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (name !== 'hmgetBuffer') return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: [string, ...string[]]) => {
        await interrupt();
        return target.hmgetBuffer(...args);
      };
    },
  });
}

test.each([
  { changes: 1, how: 'starts again' },
  { changes: 100, how: 'moves each entry instead' },
])('a merge during which a note is changed up to $changes times $how', async ({ changes }) => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await addNote(notes, userId, { transcript: 'first words' });
  let made = 0;
  const redis = interrupted(async () => {
    if (made === changes) return;
    made += 1;
    await notes.change(userId, noteId, () => ({ transcript: `zéro aa second${made} words` }));
  });
  const eager = createNoteStore(redis, { maxUnmergedBytes: 0 });
  const other = await addNote(eager, userId, { transcript: 'other words' });
  expect(made).toBeGreaterThan(0);
  expect(await entriesOf(userId)).toEqual({ bytes: 0, entries: [] });
  expect(await listIds(notes, userId, { query: 'first' })).toEqual([]);
  expect(await listIds(notes, userId, { query: `second${made} zero` })).toEqual([noteId]);
  expect(await listIds(notes, userId, { query: 'words' })).toEqual([other, noteId]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('a write whose merge fails succeeds, the failure is reported, and the next write merges', async () => {
  const userId = crypto.randomUUID();
  const failures: unknown[] = [];
  const failure = new Error('Connection is closed');
  const failing = interrupted(() => Promise.reject(failure));
  const onMergeFailed = (error: unknown) => failures.push(error);
  const notes = createNoteStore(failing, { maxUnmergedBytes: 0, onMergeFailed });
  const noteId = await addNote(notes, userId, { transcript: 'kept apart' });
  expect(failures).toContain(failure);
  expect(await listIds(notes, userId, { query: 'apart' })).toEqual([noteId]);
  const other = await addNote(createNoteStore(server.redis, { maxUnmergedBytes: 0 }), userId, { transcript: 'apart' });
  expect(await entriesOf(userId)).toEqual({ bytes: 0, entries: [] });
  expect(await listIds(notes, userId, { query: 'apart' })).toEqual([other, noteId]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('a deleted tag leaves entries too, and a merge does not restore its list', async () => {
  const notes = createNoteStore(server.redis);
  const tags = createTagStore(server.redis);
  const userId = crypto.randomUUID();
  const [gone, kept] = [await tags.create(userId, { name: 'gone' }), await tags.create(userId, { name: 'kept' })] as [
    Tag,
    Tag,
  ];
  const noteId = await addNote(notes, userId, { transcript: 'tagged' });
  const assigned = [gone, kept].map(({ tagId }) => ({ tagId, source: 'user' as const, confidence: null }));
  await notes.change(userId, noteId, () => ({ tags: assigned }));
  await tags.remove(userId, gone.tagId);
  expect((await entriesOf(userId)).entries).toEqual([` #${kept.tagId} tagged`]);
  expect(await listIds(notes, userId, { tagIds: [gone.tagId] })).toEqual([]);
  await addNote(createNoteStore(server.redis, { maxUnmergedBytes: 0 }), userId, { transcript: 'more' });
  expect(await listIds(notes, userId, { tagIds: [gone.tagId] })).toEqual([]);
  expect(await listIds(notes, userId, { tagIds: [kept.tagId] })).toEqual([noteId]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});
