import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MAX_NAMED_BLOCKS, MAX_NOTES_CHECKED, MAX_WORDS } from '../../../notes/store/index-layout.ts';
import { createNoteStore, type NoteStore } from '../../../notes/store/notes.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addNote, countCalls, listIds, skipBlock } from './note-helpers.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const members = (userId: string) => server.redis.zrangeBuffer(`v1:{${userId}}:words`, 0, '-1');

test('a word lists its blocks until there are too many, and is deleted with the last one', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (let block = 0; block < MAX_NAMED_BLOCKS + 3; block += 1) {
    made.push(await addNote(notes, userId, { title: 'frequent' }));
    expect(await checkIndex(server.redis, userId)).toEqual([]);
    const named = block < MAX_NAMED_BLOCKS ? 1 + 2 * (block + 1) : 0;
    expect((await members(userId)).map((member) => member.length)).toEqual(['=frequent'.length + named]);
    await skipBlock(server.redis, userId);
  }
  expect(await listIds(notes, userId, { query: 'frequ' }, 2)).toEqual(made.toReversed());
  for (const [gone, noteId] of made.toReversed().entries()) {
    await notes.remove(userId, noteId);
    expect(await checkIndex(server.redis, userId)).toEqual([]);
    expect(await listIds(notes, userId, { query: 'frequ' })).toEqual(made.toReversed().slice(gone + 1));
  }
  expect(await members(userId)).toEqual([]);
});

test('an edit changes words only in the block of its note', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const old = await addNote(notes, userId, { title: 'carrot' });
  await skipBlock(server.redis, userId);
  const young = await addNote(notes, userId, { title: 'carrot' });
  await notes.change(userId, old, () => ({ title: 'potato' }));
  expect(await members(userId)).toEqual([Buffer.from('=carrot\0\0\x01'), Buffer.from('=potato\0\0\0')]);
  await notes.change(userId, old, () => ({ title: 'carrot cabbage' }));
  expect(await listIds(notes, userId, { query: 'carro' })).toEqual([young, old]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('list() searches a word only in its blocks', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const old = await addNote(notes, userId, { title: 'walrus sea' });
  for (let block = 0; block < 20; block += 1) {
    await skipBlock(server.redis, userId);
    await addNote(notes, userId, { title: 'sea' });
  }
  const search = async () => expect(await listIds(notes, userId, { query: 'walru sea' })).toEqual([old]);
  expect(await countCalls(server.redis, ['evalsha', 'hget'], search)).toEqual([1, 1]); // the list of 'sea'
});

describe('a search for a beginning that very many words share', () => {
  /** Notes with words of their own. The newer ones have words that begin with the same four letters. */
  const OLD = 300;
  const WORDS_EACH = Math.ceil((MAX_WORDS + 1) / OLD);
  const NEWER = MAX_NOTES_CHECKED + 50;
  const userId = crypto.randomUUID();
  /** Newest first. */
  const old: string[] = [];
  let notes: NoteStore;

  beforeAll(async () => {
    notes = createNoteStore(server.redis);
    for (let index = 0; index < OLD + NEWER; index += 1) {
      const own = Array.from({ length: WORDS_EACH }, (_, word) => `zebro${index * WORDS_EACH + word}`);
      const title = index < OLD ? `quixo${index} ${own.join(' ')}` : 'quixa zebra';
      const noteId = await addNote(notes, userId, { title });
      if (index < OLD) old.unshift(noteId);
    }
  });

  test('finds the words by their blocks, without reading a note', async () => {
    const search = async () => {
      const page = await notes.list(userId, { query: 'quixo' }, { limit: 20 });
      expect(page.items.map((item) => item.noteId)).toEqual(old.slice(0, 20));
    };
    expect(await countCalls(server.redis, ['evalsha', 'hmget'], search)).toEqual([1, 2]); // one block of postings, the items
    expect(await listIds(notes, userId, { query: 'quixo' })).toEqual(old);
  });

  test('reads note by note when there are too many words, and yields in between', async () => {
    const search = async () => {
      const page = await notes.list(userId, { query: 'zebro' }, { limit: 20 });
      expect(page.items.map((item) => item.noteId)).toEqual(old.slice(0, 20));
    };
    // 21 notes are found after the newer ones, by the second script, and then their items.
    expect(await countCalls(server.redis, ['evalsha', 'hmget'], search)).toEqual([2, NEWER + 21 + 1]);
    expect(await listIds(notes, userId, { query: 'zebro' })).toEqual(old);
    expect(await listIds(notes, userId, { query: 'zebro quixo' })).toEqual(old);
    expect(await listIds(notes, userId, { query: 'zebrow' })).toEqual([]);
  });

  test('keeps the index consistent', async () => {
    expect(await checkIndex(server.redis, userId)).toEqual([]);
  });
});
