import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { createTagStore, type Tag } from '../../../notes/store/tags.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addNote, listIds, skipBlock } from './note-helpers.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

/**
 * Puts a user's notes back into the form of before notes had items, words named blocks and bitmaps ended with their
 * last note: all but the transcript in `meta`, words bare, bitmaps of 128 bytes.
 */
async function makeOld(userId: string, noteIds: readonly string[]): Promise<void> {
  for (const noteId of noteIds) {
    const key = `v1:{${userId}}:note:${noteId}`;
    const [number = '', meta] = await server.redis.hmget(key, 'number', 'meta');
    const item = JSON.parse((await server.redis.hget(`v1:{${userId}}:items`, number ?? '')) ?? '');
    const { number: _n, noteId: _i, createdAt: _c, updatedAt: _u, ...rest } = item;
    await server.redis.hset(key, 'meta', JSON.stringify({ ...rest, ...JSON.parse(meta ?? '') }));
  }
  await server.redis.unlink(`v1:{${userId}}:items`);
  const words = `v1:{${userId}}:words`;
  for (const member of await server.redis.zrangeBuffer(words, 0, '-1')) {
    await server.redis.zrem(words, member);
    await server.redis.zadd(words, 0, member.subarray(0, member.indexOf(0)));
  }
  const postings = `v1:{${userId}}:postings`;
  for (const [field, list] of Object.entries(await server.redis.hgetallBuffer(postings))) {
    if (list.length % 2 === 1) await server.redis.hset(postings, field, Buffer.concat([list, Buffer.alloc(128)], 128));
  }
}

/** A user whose notes are all of the old form, in two blocks. */
async function startOldUser() {
  let time = 1_000;
  const notes = createNoteStore(server.redis, { now: () => time });
  const tags = createTagStore(server.redis, { now: () => 500 });
  const userId = crypto.randomUUID();
  const tag = (await tags.create(userId, { name: 'work' })) as Tag;
  const made: string[] = [];
  for (let index = 0; index < 40; index += 1) {
    if (index === 35) await skipBlock(server.redis, userId);
    made.push(await addNote(notes, userId, { title: `Budget ${index} "tagId":"x`, transcript: 'the budget is done' }));
  }
  const [first = ''] = made;
  time = 9_000;
  await notes.change(userId, first, () => ({ tags: [{ tagId: tag.tagId, source: 'auto', confidence: 0.5 }] }));
  const before = await Promise.all(made.map((noteId) => notes.get(userId, noteId)));
  const listed = (await notes.list(userId, {}, { limit: 50 })).items;
  await makeOld(userId, made);
  return { notes, userId, tag, made, before, listed };
}

test('get() and list() read notes of before items were kept as they read others', async () => {
  const { notes, userId, tag, made, before, listed } = await startOldUser();
  expect(await Promise.all(made.map((noteId) => notes.get(userId, noteId)))).toEqual(before);
  const fields = ['noteId', 'title', 'summary', 'status', 'tags', 'recordedAt', 'createdAt', 'updatedAt', 'number'];
  const old = (await notes.list(userId, {}, { limit: 50 })).items.map((item) => Object.entries(item));
  const shown = old.map((entries) => Object.fromEntries(entries.filter(([name]) => fields.includes(name))));
  expect(shown).toEqual(listed as object[] as typeof shown);
  expect(await listIds(notes, userId, { query: 'budge done' }, 7)).toEqual(made.toReversed());
  expect(await listIds(notes, userId, { tagIds: [tag.tagId] })).toEqual(made.slice(0, 1));
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('change() writes a note of before anew, and keeps what the change leaves alone', async () => {
  const { notes, userId, made, before } = await startOldUser();
  const [first = ''] = made;
  const changed = await notes.change(userId, first, () => ({ title: 'Holiday' }));
  expect(changed).toEqual({ ...before[0], title: 'Holiday', updatedAt: changed?.updatedAt ?? 0 } as typeof changed);
  expect(await server.redis.hget(`v1:{${userId}}:items`, '0')).toContain('"title":"Holiday"');
  expect(await server.redis.hget(`v1:{${userId}}:note:${first}`, 'meta')).not.toContain('"title":');
  expect(await listIds(notes, userId, { query: 'holid' })).toEqual([first]);
  expect(await listIds(notes, userId, { query: 'budge' })).toEqual(made.toReversed());
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('create() and remove() keep the index of before right, to the last note', async () => {
  const { notes, userId, made } = await startOldUser();
  made.push(await addNote(notes, userId, { title: 'Budget anew', transcript: 'done' }));
  expect(await listIds(notes, userId, { query: 'budget done' })).toEqual(made.toReversed());
  while (made.length > 0) {
    await notes.remove(userId, made.pop() ?? '');
    if (made.length % 8 === 0) expect(await checkIndex(server.redis, userId)).toEqual([]);
    expect(await listIds(notes, userId, { query: 'budget' })).toEqual(made.toReversed());
  }
  const kinds = ['items', 'postings', 'words'].map((kind) => `v1:{${userId}}:${kind}`);
  expect(await server.redis.exists(...kinds)).toBe(0);
});
