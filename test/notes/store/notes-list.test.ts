import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addNote, listIds } from './note-helpers.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test('list() finds words across title, summary and transcript, and ignores a query without words', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await addNote(notes, userId, { title: 'Alpha', transcript: 'gamma' });
  await notes.change(userId, noteId, () => ({ summary: 'beta' }));
  expect(await listIds(notes, userId, { query: 'gam alp bet' })).toEqual([noteId]);
  expect(await listIds(notes, userId, { query: 'gam alp delta' })).toEqual([]);
  expect(await listIds(notes, userId, { query: ' … !' })).toEqual([noteId]);
});

test('list() treats its bounds as exclusive', async () => {
  let time = 1_000;
  const notes = createNoteStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (time of [1_000, 2_000, 3_000]) made.push(await addNote(notes, userId));
  const [first = '', second = '', third = ''] = made;
  expect(await listIds(notes, userId, { createdAfter: 1_000 })).toEqual([third, second]);
  expect(await listIds(notes, userId, { createdAfter: 999.5 })).toEqual([third, second, first]);
  expect(await listIds(notes, userId, { createdBefore: 3_000 })).toEqual([second, first]);
  expect(await listIds(notes, userId, { createdAfter: 1_000, createdBefore: 3_000 })).toEqual([second]);
  expect(await listIds(notes, userId, { createdAfter: 2_000, createdBefore: 2_001 })).toEqual([]);
  time = 4_000;
  await notes.change(userId, first, () => ({ title: 'later' }));
  expect(await listIds(notes, userId, { updatedAfter: 2_000 })).toEqual([third, first]);
  expect(await listIds(notes, userId, { updatedAfter: 4_000 })).toEqual([]);
});

test('list() returns stable pages while notes are added, changed and removed', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (let index = 0; index < 10; index += 1) made.push(await addNote(notes, userId, { title: 'same' }));
  const newest = made.toReversed();
  const first = await notes.list(userId, { query: 'same' }, { limit: 4 });
  expect(first.items.map((item) => item.noteId)).toEqual(newest.slice(0, 4));
  await addNote(notes, userId, { title: 'same' });
  await notes.change(userId, newest[5] ?? '', () => ({ summary: 'changed' }));
  await notes.remove(userId, newest[3] ?? '');
  await notes.remove(userId, newest[6] ?? '');
  const second = await notes.list(userId, { query: 'same' }, { limit: 4, before: first.next ?? undefined });
  expect(second.items.map((item) => item.noteId)).toEqual([4, 5, 7, 8].map((index) => newest[index] ?? ''));
  const third = await notes.list(userId, { query: 'same' }, { limit: 4, before: second.next ?? undefined });
  expect(third).toMatchObject({ next: null, items: [{ noteId: newest[9] }] });
});

test('list() reports no next page when the last one is exactly full', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  for (let index = 0; index < 3; index += 1) await addNote(notes, userId);
  expect((await notes.list(userId, {}, { limit: 3 })).next).toBeNull();
  expect((await notes.list(userId, {}, { limit: 2 })).next).not.toBeNull();
});
