import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { createTagStore, MAX_TAGS_PER_USER, type Tag } from '../../../notes/store/tags.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const recording = { object: 'o', contentType: null, bytes: null };

test('create() puts a tag at the end, or where it is wanted, and list() gives them by position', async () => {
  const tags = createTagStore(server.redis, { now: () => 1_000 });
  const userId = crypto.randomUUID();
  const first = (await tags.create(userId, { name: '  Travel   plans ' })) as Tag;
  expect(first).toEqual({ tagId: first.tagId, name: 'Travel plans', position: 0, createdAt: 1_000, updatedAt: 1_000 });
  await tags.create(userId, { name: 'work' });
  await tags.create(userId, { name: 'ideas', position: 0 });
  expect((await tags.list(userId)).map((tag) => [tag.name, tag.position])).toContainEqual(['work', 1]);
  expect(await tags.get(userId, first.tagId)).toEqual(first);
});

test('create() and update() refuse a name that another tag has in another case', async () => {
  const tags = createTagStore(server.redis);
  const userId = crypto.randomUUID();
  const straße = (await tags.create(userId, { name: 'Ideen' })) as Tag;
  const work = (await tags.create(userId, { name: 'Arbeit' })) as Tag;
  expect(await tags.create(userId, { name: 'IDEEN' })).toBe('name_taken');
  expect(await tags.update(userId, work.tagId, { name: 'ideen' })).toBe('name_taken');
  expect(await tags.update(userId, straße.tagId, { name: 'IDEEN' })).toMatchObject({ name: 'IDEEN', position: 0 });
  expect(await tags.update(userId, crypto.randomUUID(), { name: 'x' })).toBe('missing');
});

test('create() gives a name to exactly one of many concurrent callers', async () => {
  const tags = createTagStore(server.redis);
  const userId = crypto.randomUUID();
  const made = await Promise.all(Array.from({ length: 20 }, () => tags.create(userId, { name: 'once' })));
  expect(made.filter((tag) => typeof tag === 'object')).toHaveLength(1);
  expect(await tags.list(userId)).toHaveLength(1);
});

test('create() refuses a tag over the limit', async () => {
  const tags = createTagStore(server.redis);
  const userId = crypto.randomUUID();
  const names = Array.from({ length: MAX_TAGS_PER_USER }, (_, index) => `tag ${index}`);
  await Promise.all(names.map((name) => tags.create(userId, { name })));
  expect(await tags.create(userId, { name: 'one more' })).toBe('too_many');
  expect((await tags.ensure(userId, ['tag 7', 'one more'])).size).toBe(1);
});

test('update() renames and moves a tag, which its notes show at once', async () => {
  let time = 1_000;
  const tags = createTagStore(server.redis, { now: () => time });
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = crypto.randomUUID();
  const tag = (await tags.create(userId, { name: 'old' })) as Tag;
  await notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ tags: [{ tagId: tag.tagId, source: 'auto', confidence: 0.7 }] }));
  time = 2_000;
  await tags.update(userId, tag.tagId, { name: 'new', position: 9 });
  const shown = { ...tag, name: 'new', position: 9, updatedAt: 2_000, source: 'auto' as const, confidence: 0.7 };
  expect((await notes.get(userId, noteId))?.tags).toEqual([shown]);
  expect((await notes.list(userId, {}, { limit: 1 })).items[0]?.tags).toEqual([shown]);
  expect(await tags.create(userId, { name: 'old' })).toBeObject();
});

test('remove() removes a tag from notes, filters and index at once', async () => {
  const tags = createTagStore(server.redis);
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const tag = (await tags.create(userId, { name: 'gone' })) as Tag;
  const noteIds = Array.from({ length: 5 }, () => crypto.randomUUID());
  for (const noteId of noteIds) {
    await notes.create({ noteId, userId, title: 't', language: null, recordedAt: null, recording });
    await notes.change(userId, noteId, () => ({ tags: [{ tagId: tag.tagId, source: 'user', confidence: null }] }));
  }
  expect((await notes.list(userId, { tagIds: [tag.tagId] }, { limit: 9 })).items).toHaveLength(5);
  expect(await tags.remove(crypto.randomUUID(), tag.tagId)).toBe(false);
  expect(await tags.remove(userId, tag.tagId)).toBe(true);
  expect(await tags.remove(userId, tag.tagId)).toBe(false);
  expect((await notes.list(userId, { tagIds: [tag.tagId] }, { limit: 9 })).items).toEqual([]);
  expect((await notes.list(userId, {}, { limit: 9 })).items.flatMap((item) => item.tags)).toEqual([]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
  const [noteId = ''] = noteIds;
  const kept = () => server.redis.hget(`v1:{${userId}}:items`, '0');
  expect(await kept()).toContain(tag.tagId); // ignored by readers until the note's next change
  expect(await notes.get(userId, noteId)).toMatchObject({ tags: [] });
  await notes.change(userId, noteId, () => ({ title: 'changed' }));
  expect(await kept()).not.toContain(tag.tagId);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('remove() while its notes change leaves no note under the tag, and no tag on a note', async () => {
  const tags = createTagStore(server.redis);
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const { noteId } = await notes.create({
    ...{ noteId: crypto.randomUUID(), userId, title: 'a', language: null, recordedAt: null, recording },
  });
  for (let round = 0; round < 20; round += 1) {
    const tag = (await tags.create(userId, { name: `tag ${round}` })) as Tag;
    const assigned = [{ tagId: tag.tagId, source: 'user' as const, confidence: null }];
    await notes.change(userId, noteId, () => ({ tags: assigned }));
    await Promise.all([
      tags.remove(userId, tag.tagId),
      ...[1, 2, 3].map((edit) => notes.change(userId, noteId, () => ({ title: `edit ${edit} of ${round}` }))),
    ]);
    expect((await notes.get(userId, noteId))?.tags).toEqual([]);
    expect((await notes.list(userId, { tagIds: [tag.tagId] }, { limit: 9 })).items).toEqual([]);
    expect(await checkIndex(server.redis, userId)).toEqual([]);
  }
  const ids = (await server.redis.hget(`v1:{${userId}}:items`, '0'))?.match(/"tagId"/g) ?? [];
  expect(ids.length).toBeLessThanOrEqual(1); // a change removes ids of removed tags, so that they do not accumulate
});

test('ensure() returns existing tags and creates missing ones', async () => {
  const tags = createTagStore(server.redis);
  const userId = crypto.randomUUID();
  const known = (await tags.create(userId, { name: 'Budget' })) as Tag;
  const found = await tags.ensure(userId, ['budget', 'meeting', 'Meeting']);
  expect(found.get('budget')).toEqual(known);
  expect(found.get('meeting')?.tagId).toBe(found.get('Meeting')?.tagId ?? '');
  expect(await tags.list(userId)).toHaveLength(2);
});

test('restore() of a note does not bring back a tag that was deleted meanwhile', async () => {
  const [tags, notes] = [createTagStore(server.redis), createNoteStore(server.redis)];
  const [userId, noteId] = [crypto.randomUUID(), crypto.randomUUID()];
  const [kept, gone] = [
    await tags.create(userId, { name: 'kept' }),
    await tags.create(userId, { name: 'gone' }),
  ] as Tag[];
  const tagIds = [kept?.tagId ?? '', gone?.tagId ?? ''];
  await notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
  const assigned = tagIds.map((tagId) => ({ tagId, source: 'user', confidence: null }) as const);
  await notes.change(userId, noteId, () => ({ tags: assigned }));
  const removed = await notes.remove(userId, noteId);
  if (!removed) throw new Error('The note is not there');
  await tags.remove(userId, gone?.tagId ?? '');
  expect(await notes.restore(removed)).toBe(true);
  const found = tagIds.map(
    async (tagId) => (await notes.list(userId, { tagIds: [tagId] }, { limit: 10 })).items.length,
  );
  expect(await Promise.all(found)).toEqual([1, 0]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});
