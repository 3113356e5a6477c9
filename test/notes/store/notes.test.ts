import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore, TagMissingError } from '../../../notes/store/notes.ts';
import { createTagStore, type Tag } from '../../../notes/store/tags.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addNote, blank, listIds } from './note-helpers.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test('create() returns a note that get() finds, and the same one when repeated', async () => {
  const notes = createNoteStore(server.redis, { now: () => 1_000 });
  const userId = crypto.randomUUID();
  const noteId = crypto.randomUUID();
  const made = await notes.create({ ...blank, noteId, userId, title: 'Plan', language: 'en', recordedAt: 500 });
  expect(made).toMatchObject({
    noteId,
    userId,
    title: 'Plan',
    status: 'processing',
    createdAt: 1_000,
    updatedAt: 1_000,
  });
  expect(made).toMatchObject({
    recordedAt: 500,
    recording: blank.recording,
    tags: [],
    transcript: null,
    segments: null,
    run: 1,
  });
  expect(await notes.get(userId, noteId)).toEqual(made);
  expect(await notes.create({ ...blank, noteId, userId, title: 'Other' })).toEqual(made);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('create() gives each note of a user a later time than the one before', async () => {
  let time = 5_000;
  const notes = createNoteStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (const clock of [5_000, 5_000, 4_000, 9_000]) {
    time = clock;
    made.push(await addNote(notes, userId));
  }
  const times = await Promise.all(made.map(async (noteId) => (await notes.get(userId, noteId))?.createdAt));
  expect(times).toEqual([5_000, 5_001, 5_002, 9_000]);
  expect(await listIds(notes, userId, {})).toEqual(made.toReversed());
});

test('get(), change() and remove() find nothing of another user', async () => {
  const notes = createNoteStore(server.redis);
  const owner = crypto.randomUUID();
  const noteId = await addNote(notes, owner, { title: 'mine' });
  const other = crypto.randomUUID();
  expect(await notes.get(other, noteId)).toBeNull();
  expect(await notes.change(other, noteId, () => ({ title: 'stolen' }))).toBeNull();
  expect(await notes.remove(other, noteId)).toBeNull();
  expect(await listIds(notes, other, {})).toEqual([]);
  expect((await notes.get(owner, noteId))?.title).toBe('mine');
});

test('change() loses no concurrent change', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await addNote(notes, userId, { title: 'zero' });
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      notes.change(userId, noteId, (note) => ({ title: `${note.title} w${index}x` })),
    ),
  );
  const title = (await notes.get(userId, noteId))?.title ?? '';
  for (let index = 0; index < 30; index += 1) expect(title).toContain(` w${index}x`);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('change() with null leaves the note and its time as they were', async () => {
  let time = 1_000;
  const notes = createNoteStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const noteId = await addNote(notes, userId, { title: 'calm' });
  time = 2_000;
  expect(await notes.change(userId, noteId, () => null)).toMatchObject({ title: 'calm', updatedAt: 1_000 });
  expect(await notes.change(userId, noteId, () => ({ title: 'new' }))).toMatchObject({
    title: 'new',
    updatedAt: 2_000,
  });
});

test('remove() leaves no trace of words, tags or id', async () => {
  const notes = createNoteStore(server.redis);
  const tags = createTagStore(server.redis);
  const userId = crypto.randomUUID();
  const tag = (await tags.create(userId, { name: 'work' })) as Tag;
  const noteId = await addNote(notes, userId, { title: 'Secret plan', transcript: 'Nobody may know' });
  await notes.change(userId, noteId, () => ({ tags: [{ tagId: tag.tagId, source: 'user', confidence: null }] }));
  expect(await notes.remove(userId, noteId)).toMatchObject({ title: 'Secret plan' });
  expect(await notes.remove(userId, noteId)).toBeNull();
  const kinds = ['items', 'postings'].map((kind) => `v1:{${userId}}:${kind}`);
  expect(await server.redis.exists(...kinds)).toBe(0);
  expect(await server.redis.get(`v1:{${userId}}:notes`)).not.toContain(noteId);
  expect(await server.redis.exists(`v1:{${userId}}:note:${noteId}`)).toBe(0);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('change() drops the words that an edit took away and keeps those that remain elsewhere', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await addNote(notes, userId, { title: 'Budget review', transcript: 'the budget is done' });
  await notes.change(userId, noteId, () => ({ title: 'Holiday' }));
  expect(await listIds(notes, userId, { query: 'review' })).toEqual([]);
  expect(await listIds(notes, userId, { query: 'budg holi' })).toEqual([noteId]);
  await notes.change(userId, noteId, () => ({ transcript: null }));
  expect(await listIds(notes, userId, { query: 'budget' })).toEqual([]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('change() refuses a tag that the user does not have', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await addNote(notes, userId, { title: 'a' });
  const tags = [{ tagId: crypto.randomUUID(), source: 'user', confidence: null }] as const;
  await expect(notes.change(userId, noteId, () => ({ tags, title: 'b' }))).rejects.toThrow(TagMissingError);
  expect((await notes.get(userId, noteId))?.title).toBe('a');
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});
