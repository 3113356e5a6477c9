import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore, type NoteStore } from '../../../notes/store/notes.ts';
import type { NoteFilters } from '../../../notes/store/search.ts';
import { createTagStore, type Tag } from '../../../notes/store/tags.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { type ModelNote, modelList, seededRandom } from './note-model.ts';

/** More than two blocks of 1,024 notes, so that bitmaps, short lists and the borders between blocks all occur. */
const NOTES = 2_100;
const userId = crypto.randomUUID();
const random = seededRandom(7);
const model: ModelNote[] = [];
const tagIds: string[] = [];
let time = 0;
let server: TestRedis;
let notes: NoteStore;

/** `even` and `odd` never meet, `common` is in nearly all, `tenth` in a tenth, `rare` in three notes. */
function titleOf(index: number): string {
  const words = [index % 2 === 0 ? 'even' : 'odd', `number${index}`];
  if (random() < 0.95) words.push('common');
  if (random() < 0.1) words.push('tenth');
  if (index < 1_000 && random() < 0.03) words.push('early');
  if ([5, 1_023, 2_060].includes(index)) words.push('rare');
  return words.join(' ');
}

beforeAll(async () => {
  server = await startRedis();
  notes = createNoteStore(server.redis, { now: () => time, maxUnmergedBytes: 0 });
  const tags = createTagStore(server.redis);
  for (const name of ['a', 'b']) tagIds.push(((await tags.create(userId, { name })) as Tag).tagId);
  const recording = { object: 'o', contentType: null, bytes: null };
  for (let first = 0; first < NOTES; first += 100) {
    const indexes = Array.from({ length: Math.min(100, NOTES - first) }, (_, offset) => first + offset);
    time = first * 10;
    const made = await Promise.all(
      indexes.map((index) =>
        notes.create({
          noteId: crypto.randomUUID(),
          userId,
          title: titleOf(index),
          language: null,
          recordedAt: null,
          recording,
        }),
      ),
    );
    model.push(...made.map((note) => ({ ...note, tagIds: [] as string[] })));
  }
  time = NOTES * 10;
  for (const index of [0, 63, 64, 1_023, 1_024, 2_047, 2_048, 100, 200, 300]) {
    const note = model[index] as ModelNote;
    time += 10;
    note.tagIds = [tagIds[index % 2] ?? ''];
    const assigned = note.tagIds.map((tagId) => ({ tagId, source: 'auto' as const, confidence: 0.5 }));
    note.updatedAt = (await notes.change(userId, note.noteId, () => ({ tags: assigned })))?.updatedAt ?? 0;
  }
});
afterAll(() => server.stop());

async function expectAsModel(filters: NoteFilters, limit = 100) {
  const expected = modelList(model, filters).map((note) => note.noteId);
  const found: string[] = [];
  let before: number | undefined;
  do {
    const page = await notes.list(userId, filters, { limit, before });
    found.push(...page.items.map((item) => item.noteId));
    before = page.next ?? undefined;
  } while (before !== undefined && found.length < 1_000);
  expect(found).toEqual(expected.slice(0, Math.max(found.length, Math.min(expected.length, 1_000))));
  return expected.length;
}

test('the model test covers short lists, bitmaps and three blocks', async () => {
  const lengths = async (term: string) =>
    Promise.all([0, 1, 2].map((block) => server.redis.hstrlen(`v1:{${userId}}:postings`, `${term}:${block}`)));
  expect(await lengths('ev')).toEqual([128, 128, 52]);
  expect(await lengths('ra')).toEqual([4, 0, 2]);
  expect(await lengths('*')).toEqual([128, 128, 9]); // the newest block's bitmap ends with its last note
});

test.each<[string, NoteFilters, number]>([
  ['nothing', {}, NOTES],
  ['a very common word', { query: 'common' }, 1_900],
  ['its first letter', { query: 'c' }, 1_900],
  ['a rare word', { query: 'rare' }, 3],
  ['a word of one note', { query: 'number1024' }, 1],
  ['a beginning of more words than are looked up each', { query: 'numbe' }, NOTES],
  ['that beginning and two others', { query: 'numbe even tenth' }, 30],
  ['a beginning of a thousand words', { query: 'number1' }, 1_000],
  ['two beginnings of very many words', { query: 'numbe number2' }, 200],
  ['a beginning of words that are looked up each', { query: 'number10' }, 111],
  ['that beginning with dates', { query: 'number10 odd', createdAfter: 10_000 }, 40],
  ['a beginning that no word has', { query: 'numberless common' }, 0],
  ['two common words', { query: 'common even' }, 900],
  ['three words', { query: 'common tenth odd' }, 60],
  ['two frequent words that never meet', { query: 'even odd' }, 0],
  ['a common and a rare word', { query: 'rare common' }, 1],
  ['words of the oldest block alone', { query: 'early common' }, 15],
  ['a word that does not occur', { query: 'absent common' }, 0],
  ['an older part', { createdBefore: 10_230, query: 'even' }, 400],
  ['a narrow part across the border of blocks', { createdAfter: 10_000, createdBefore: 10_060 }, 50],
  ['a part with words', { createdAfter: 10_000, createdBefore: 20_500, query: 'tenth' }, 60],
  ['late updates', { updatedAfter: NOTES * 10 }, 10],
  ['late updates with words', { updatedAfter: NOTES * 10, query: 'even common' }, 3],
  ['later than all updates', { updatedAfter: NOTES * 20 }, 0],
])('list() over many blocks equals the model for %s', async (_name, filters, least) => {
  expect(await expectAsModel(filters)).toBeGreaterThanOrEqual(least);
});

test('list() over many blocks equals the model for tags, one or either', async () => {
  expect(await expectAsModel({ tagIds: tagIds.slice(0, 1) }, 3)).toBe(7);
  expect(await expectAsModel({ tagIds }, 3)).toBe(10);
  expect(await expectAsModel({ tagIds, query: 'even', createdAfter: 3_000 }, 1)).toBe(2);
});

test('remove() of most notes keeps lists and index right', async () => {
  const gone = model.splice(0, model.length).filter((note, index) => {
    const keep = index % 97 === 0;
    if (keep) model.push(note);
    return !keep;
  });
  for (let first = 0; first < gone.length; first += 100) {
    await Promise.all(gone.slice(first, first + 100).map((note) => notes.remove(userId, note.noteId)));
  }
  for (const query of [undefined, 'common', 'even odd', 'tenth']) await expectAsModel({ query }, 10);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('checkIndex() finds tampered entries', async () => {
  const [first, second] = model as [ModelNote, ModelNote];
  const postings = `v1:{${userId}}:postings`;
  const original = await server.redis.hgetBuffer(postings, '!common:0');
  await server.redis.hset(postings, 'stray:0', Buffer.from([0, 1]));
  await server.redis.hdel(postings, '!common:0');
  expect(await checkIndex(server.redis, userId)).toEqual([
    'postings: !common:0 is missing',
    'postings: =common:0 differs',
    'postings: stray:0 differs',
  ]);
  await server.redis.hdel(postings, 'stray:0');
  await server.redis.hset(postings, '!common:0', original ?? '');
  await server.redis.hset(`v1:{${userId}}:note:${first.noteId}`, 'updatedAt', '1');
  expect(await checkIndex(server.redis, userId)).toEqual(['items: 0 has another updatedAt', 'updates: 0 differs']);
  await server.redis.hset(`v1:{${userId}}:note:${first.noteId}`, 'updatedAt', String(first.updatedAt));
  const blocks = await server.redis.hgetBuffer(postings, '=com:~0');
  await server.redis.hset(postings, '=com:~0', Buffer.concat([blocks ?? Buffer.alloc(0), Buffer.from([0, 7])]));
  expect(await checkIndex(server.redis, userId)).toEqual(['postings: =common:~0 differs']);
  await server.redis.hdel(postings, '=com:~0');
  expect(await checkIndex(server.redis, userId)).toEqual(['postings: =common:~0 is missing']);
  await server.redis.hset(postings, '=com:~0', blocks ?? '');
  await server.redis.unlink(`v1:{${userId}}:note:${second.noteId}`);
  expect((await checkIndex(server.redis, userId)).some((line) => line.startsWith('records: 97'))).toBe(true);
});
