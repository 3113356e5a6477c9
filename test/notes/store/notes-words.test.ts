import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { BLOCK_NOTES, LIST_BYTES, MAX_GROUP_BYTES, RECORD_BYTES } from '../../../notes/store/index-layout.ts';
import { createNoteStore, type NoteStore } from '../../../notes/store/notes.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addNote, blank, countCalls, listIds, skipBlock } from './note-helpers.ts';
import { type ModelNote, modelList, seededRandom } from './note-model.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const fieldsOf = async (userId: string) => Object.keys(await server.redis.hgetall(`v1:{${userId}}:postings`)).sort();
const field = (userId: string, name: string) => server.redis.hgetBuffer(`v1:{${userId}}:postings`, name);

test('no directory names the blocks of words while all notes are in the first one', async () => {
  const notes = createNoteStore(server.redis, { maxUnmergedBytes: 0 });
  const userId = crypto.randomUUID();
  const old = await addNote(notes, userId, { title: 'walrus' });
  expect(await fieldsOf(userId)).toEqual(['*:0', '=wal:0', 'w:0', 'wa:0']);
  await skipBlock(server.redis, userId);
  const young = await addNote(notes, userId, { title: 'walnut' });
  expect(await fieldsOf(userId)).toEqual(['*:0', '*:1', '=wal:0', '=wal:1', '=wal:~0', 'w:0', 'w:1', 'wa:0', 'wa:1']);
  expect(await field(userId, '=wal:~0')).toEqual(Buffer.from(' nut\x00\x01'));
  expect(await listIds(notes, userId, { query: 'wal' })).toEqual([young, old]);
});

test('a directory names the blocks of a word, however many, and nothing is left after the last one', async () => {
  const notes = createNoteStore(server.redis, { maxUnmergedBytes: 0 });
  const userId = crypto.randomUUID();
  const made: string[] = [];
  const most = LIST_BYTES / 2;
  for (let block = 0; block < most + 3; block += 1) {
    made.push(await addNote(notes, userId, { title: 'frequent' }));
    const listed = block > most;
    expect(await server.redis.hexists(`v1:{${userId}}:postings`, '!frequent:~0')).toBe(listed ? 1 : 0);
    await skipBlock(server.redis, userId);
  }
  expect(await checkIndex(server.redis, userId)).toEqual([]);
  expect(await listIds(notes, userId, { query: 'frequ' }, 2)).toEqual(made.toReversed());
  for (const [gone, noteId] of made.toReversed().entries()) {
    await notes.remove(userId, noteId);
    if (gone % 8 === 0) expect(await checkIndex(server.redis, userId)).toEqual([]);
    expect(await listIds(notes, userId, { query: 'frequ' })).toEqual(made.toReversed().slice(gone + 1));
  }
  expect(await fieldsOf(userId)).toEqual([]);
});

test('every 1,024 blocks have a directory of their own', async () => {
  const notes = createNoteStore(server.redis, { maxUnmergedBytes: 0 });
  const userId = crypto.randomUUID();
  const made = [await addNote(notes, userId, { title: 'walrus' })];
  for (const block of [1, BLOCK_NOTES - 1, BLOCK_NOTES, BLOCK_NOTES + 5]) {
    // The records of all notes before, as though they were removed. Their times are not read.
    await server.redis.setrange(`v1:{${userId}}:notes`, block * BLOCK_NOTES * RECORD_BYTES - 1, '\0');
    made.push(await addNote(notes, userId, { title: 'walrus' }));
  }
  expect(await field(userId, '=wal:~0')).toEqual(Buffer.from(' rus\x00\x01\x1f\x1f'));
  expect(await field(userId, '=wal:~1')).toEqual(Buffer.from(' rus\x00\x00\x00\x05'));
  expect(await listIds(notes, userId, { query: 'walrus' }, 2)).toEqual(made.toReversed());
  for (const noteId of made) await notes.remove(userId, noteId);
  expect(await fieldsOf(userId)).toEqual([]);
});

test('an edit changes words only in the block of its note', async () => {
  const notes = createNoteStore(server.redis, { maxUnmergedBytes: 0 });
  const userId = crypto.randomUUID();
  const old = await addNote(notes, userId, { title: 'carrot' });
  await skipBlock(server.redis, userId);
  const young = await addNote(notes, userId, { title: 'carrot' });
  await notes.change(userId, old, () => ({ title: 'potato' }));
  expect(await field(userId, '=car:0')).toBeNull();
  expect(await field(userId, '=car:~0')).toEqual(Buffer.from(' rot\x00\x01'));
  await notes.change(userId, old, () => ({ title: 'carrot cabbage' }));
  expect(await listIds(notes, userId, { query: 'carro' })).toEqual([young, old]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('list() searches a word only in its blocks', async () => {
  const notes = createNoteStore(server.redis, { maxUnmergedBytes: 0 });
  const userId = crypto.randomUUID();
  const old = await addNote(notes, userId, { title: 'walrus sea' });
  for (let block = 0; block < 20; block += 1) {
    await skipBlock(server.redis, userId);
    await addNote(notes, userId, { title: 'sea' });
  }
  const search = async () => expect(await listIds(notes, userId, { query: 'walru sea' })).toEqual([old]);
  expect(await countCalls(server.redis, ['evalsha', 'hget'], search)).toEqual([1, 3]); // the directory, then a group of each word
});

describe('a search for a beginning that very many words share', () => {
  /** Notes with words of their own. The newer ones have words that begin with the same four letters. */
  const OLD = 300;
  const NEWER = 250;
  /** More than fit into one group. */
  const WORDS_EACH = Math.ceil(MAX_GROUP_BYTES / 4 / OLD);
  const userId = crypto.randomUUID();
  /** Newest first. */
  const old: string[] = [];
  let notes: NoteStore;

  beforeAll(async () => {
    notes = createNoteStore(server.redis, { maxUnmergedBytes: 0 });
    for (let index = 0; index < OLD + NEWER; index += 1) {
      const own = Array.from({ length: WORDS_EACH }, (_, word) => `zebro${index * WORDS_EACH + word}`);
      const title = index < OLD ? `quixo${index} ${own.join(' ')}` : 'quixa zebra';
      const { noteId } = await notes.create({ ...blank, noteId: crypto.randomUUID(), userId, title });
      if (index < OLD) old.unshift(noteId);
    }
  });

  test.each(['quixo', 'zebro'])('reads the groups of %s and no note, in one script', async (query) => {
    const search = async () => {
      const page = await notes.list(userId, { query }, { limit: 20 });
      expect(page.items.map((item) => item.noteId)).toEqual(old.slice(0, 20));
    };
    expect(await countCalls(server.redis, ['evalsha', 'hmget'], search)).toEqual([1, 1]); // the items
  });

  test('finds all notes, page by page', async () => {
    for (const query of ['quixo', 'zebro', 'zebro quixo']) expect(await listIds(notes, userId, { query })).toEqual(old);
    expect(await listIds(notes, userId, { query: 'zebro12' })).toHaveLength(
      old.filter((_, index) => ownNumbers(OLD - 1 - index).some((own) => own.startsWith('12'))).length,
    );
    expect(await listIds(notes, userId, { query: 'zebrow' })).toEqual([]);
  });

  const ownNumbers = (index: number) => Array.from({ length: WORDS_EACH }, (_, word) => `${index * WORDS_EACH + word}`);

  test('keeps the index consistent, and leaves nothing of removed notes', async () => {
    expect(await server.redis.hexists(`v1:{${userId}}:postings`, '=zebr:0')).toBe(1);
    expect(await checkIndex(server.redis, userId)).toEqual([]);
    const { items } = await notes.list(userId, {}, { limit: OLD + NEWER });
    await Promise.all(items.map(({ noteId }) => notes.remove(userId, noteId)));
    expect(await server.redis.hlen(`v1:{${userId}}:postings`)).toBe(0);
  });
});

test('groups of words of any script are divided and emptied without loss (seed 5)', async () => {
  const notes = createNoteStore(server.redis, { maxUnmergedBytes: 0 });
  const userId = crypto.randomUUID();
  const random = seededRandom(5);
  const letters = [...'abжя𐐨大'];
  const draw = () => Array.from({ length: 2 + random() * 5 }, () => letters[Math.floor(random() * letters.length)]);
  const model = new Map<string, ModelNote>();
  for (let step = 0; step < 120; step += 1) {
    const noteId = step < 40 || random() < 0.3 ? crypto.randomUUID() : ([...model.keys()][step % model.size] ?? '');
    const title = Array.from({ length: 60 }, () => `ab${draw().join('')}`).join(' ');
    const before = model.get(noteId);
    if (before && random() < 0.3) {
      await notes.remove(userId, noteId);
      model.delete(noteId);
    } else if (before) {
      const changed = await notes.change(userId, noteId, () => ({ title }));
      model.set(noteId, { ...before, title, updatedAt: changed?.updatedAt ?? 0 });
    } else {
      model.set(noteId, { ...(await notes.create({ ...blank, noteId, userId, title })), tagIds: [] });
    }
  }
  expect(await checkIndex(server.redis, userId)).toEqual([]);
  for (const query of ['aba', 'abж', 'abжя', 'ab大大', 'abя𐐨', 'abaa abжж', 'ab𐐨b ab𐐨я abb']) {
    const expected = modelList(model.values(), { query }).map((note) => note.noteId);
    expect(await listIds(notes, userId, { query }, 7)).toEqual(expected);
  }
  for (const noteId of model.keys()) await notes.remove(userId, noteId);
  expect(await server.redis.hlen(`v1:{${userId}}:postings`)).toBe(0);
});
