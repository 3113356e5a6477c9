import { afterAll, beforeAll, expect, test } from 'bun:test';
import { checkIndex } from '../../store/check-index.ts';
import { createNoteStore, type NoteFilters, type NoteStore, TagMissingError } from '../../store/notes.ts';
import { createTagStore, type Tag } from '../../store/tags.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { type ModelNote, modelList, seededRandom } from './note-model.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const recording = { object: 'notes/x/y', contentType: 'audio/flac', bytes: 10 };
const blank = { title: null, language: null, recordedAt: null, recording };

async function add(notes: NoteStore, userId: string, text: { title?: string; transcript?: string } = {}) {
  const noteId = crypto.randomUUID();
  await notes.create({ ...blank, noteId, userId, title: text.title ?? null });
  if (text.transcript !== undefined) {
    await notes.change(userId, noteId, () => ({ transcript: text.transcript ?? null, status: 'completed' }));
  }
  return noteId;
}

async function ids(notes: NoteStore, userId: string, filters: NoteFilters, limit = 100) {
  const found: string[] = [];
  let before: number | undefined;
  do {
    const page = await notes.list(userId, filters, { limit, before });
    found.push(...page.items.map((item) => item.noteId));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return found;
}

test('create() gives a note that get() finds, and the same one when repeated', async () => {
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
  expect(made).toMatchObject({ recordedAt: 500, recording, tags: [], transcript: null, segments: null, run: 1 });
  expect(await notes.get(userId, noteId)).toEqual(made);
  expect(await notes.create({ ...blank, noteId, userId, title: 'Other' })).toEqual(made);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('create() never gives two notes of a user one time, nor an earlier one to a later note', async () => {
  let time = 5_000;
  const notes = createNoteStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (const clock of [5_000, 5_000, 4_000, 9_000]) {
    time = clock;
    made.push(await add(notes, userId));
  }
  const times = await Promise.all(made.map(async (noteId) => (await notes.get(userId, noteId))?.createdAt));
  expect(times).toEqual([5_000, 5_001, 5_002, 9_000]);
  expect(await ids(notes, userId, {})).toEqual(made.toReversed());
});

test('get(), change() and remove() find nothing of another user', async () => {
  const notes = createNoteStore(server.redis);
  const owner = crypto.randomUUID();
  const noteId = await add(notes, owner, { title: 'mine' });
  const other = crypto.randomUUID();
  expect(await notes.get(other, noteId)).toBeNull();
  expect(await notes.change(other, noteId, () => ({ title: 'stolen' }))).toBeNull();
  expect(await notes.remove(other, noteId)).toBeNull();
  expect(await ids(notes, other, {})).toEqual([]);
  expect((await notes.get(owner, noteId))?.title).toBe('mine');
});

test('change() lets no concurrent change be lost', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await add(notes, userId, { title: 'zero' });
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
  const noteId = await add(notes, userId, { title: 'calm' });
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
  const noteId = await add(notes, userId, { title: 'Secret plan', transcript: 'Nobody may know' });
  await notes.change(userId, noteId, () => ({ tags: [{ tagId: tag.tagId, source: 'user', confidence: null }] }));
  expect(await notes.remove(userId, noteId)).toMatchObject({ title: 'Secret plan' });
  expect(await notes.remove(userId, noteId)).toBeNull();
  expect(await server.redis.exists(`v1:{${userId}}:postings`, `v1:{${userId}}:words`)).toBe(0);
  expect(await server.redis.get(`v1:{${userId}}:notes`)).not.toContain(noteId);
  expect(await server.redis.exists(`v1:{${userId}}:note:${noteId}`)).toBe(0);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('change() drops the words that an edit took away and keeps those that remain elsewhere', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await add(notes, userId, { title: 'Budget review', transcript: 'the budget is done' });
  await notes.change(userId, noteId, () => ({ title: 'Holiday' }));
  expect(await ids(notes, userId, { query: 'review' })).toEqual([]);
  expect(await ids(notes, userId, { query: 'budg holi' })).toEqual([noteId]);
  await notes.change(userId, noteId, () => ({ transcript: null }));
  expect(await ids(notes, userId, { query: 'budget' })).toEqual([]);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

const SENTENCES: [script: string, text: string, hits: string[], misses: string[]][] = [
  [
    'Latin with accents',
    "L'été dernier, Zoë a déjeuné à l'École des Beaux-Arts près de Łódź.",
    ['ete', 'ÉTÉ', 'dejeun', 'ecole beaux', 'zoe', 'lodz', "l'école", 'Łódź'],
    ['jeune', 'hiver', 'ete hiver', 'cole'],
  ],
  [
    'German',
    'Die Straßenbahn fährt über die Brücke.',
    ['strasse', 'STRASSENBAHN', 'fahrt', 'uber', 'brucke'],
    ['bahn', 'fahrten'],
  ],
  [
    'Cyrillic',
    'Вчера мы ещё раз обсудили распознавание речи в Санкт-Петербурге.',
    ['еще', 'ЕЩЁ', 'распозн', 'петербург', 'санкт-петербурге', 'речи вчера'],
    ['ознавание', 'завтра'],
  ],
  [
    'Arabic',
    'اجتمعنا أمس في القاهرة لمناقشة مشروع التعرّف على الكلام.',
    ['القاهرة', 'التعرف', 'امس', 'مشروع الكلام', 'اجتم'],
    ['قاهرة', 'دمشق'],
  ],
  [
    'Chinese',
    '今天下午我们在北京大学开会讨论了人工智能的发展。',
    ['北京', '大学', '北京大学', '人工智能', '今天 讨论', '开会讨论', '发'],
    ['京大', '上海', '北京 上海'],
  ],
  [
    'Japanese',
    '昨日、東京都庁で新しいプロジェクトの会議がありました。',
    ['東京', '東京都庁', 'プロジェ', '会議', '昨日 会議', 'ﾌﾟﾛｼﾞｪｸﾄ'],
    ['大阪', 'ロジェクト', '京都'],
  ],
  [
    'Thai',
    'เมื่อวานนี้ฉันไปประชุมที่กรุงเทพมหานครเกี่ยวกับโครงการภาษาไทย',
    ['ประชุม', 'กรุงเทพมหานคร', 'กรุงเทพ', 'ภาษาไทย', 'โครงการ ประชุม'],
    ['เชียงใหม่', 'มหานคร'],
  ],
  [
    'Korean',
    '어제 서울에서 새로운 프로젝트 회의를 했습니다.',
    ['서울', '프로젝트', '회의', '어제 회의'],
    ['울에서', '부산'],
  ],
  ['Greek', 'Χθες συζητήσαμε το νέο έργο στην Αθήνα.', ['συζητησαμε', 'ΝΕΟ', 'αθηνα'], ['θηνα', 'πατρα']],
  ['Hindi', 'कल हमने दिल्ली में नई परियोजना पर चर्चा की।', ['दिल्ली', 'परियोजना', 'चर्चा कल'], ['मुंबई', 'योजना']],
];

test.each(SENTENCES)('list() searches %s: %s', async (_script, text, hits, misses) => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  await add(notes, userId, { transcript: 'Something else was said here.' });
  const noteId = await add(notes, userId, { transcript: text });
  for (const query of hits) expect([query, await ids(notes, userId, { query })]).toEqual([query, [noteId]]);
  for (const query of misses) expect([query, await ids(notes, userId, { query })]).toEqual([query, []]);
});

test('list() finds words spread over title, summary and transcript, and takes a query without words as none', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await add(notes, userId, { title: 'Alpha', transcript: 'gamma' });
  await notes.change(userId, noteId, () => ({ summary: 'beta' }));
  expect(await ids(notes, userId, { query: 'gam alp bet' })).toEqual([noteId]);
  expect(await ids(notes, userId, { query: 'gam alp delta' })).toEqual([]);
  expect(await ids(notes, userId, { query: ' … !' })).toEqual([noteId]);
});

test('list() takes its bounds as exclusive', async () => {
  let time = 1_000;
  const notes = createNoteStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (time of [1_000, 2_000, 3_000]) made.push(await add(notes, userId));
  const [first = '', second = '', third = ''] = made;
  expect(await ids(notes, userId, { createdAfter: 1_000 })).toEqual([third, second]);
  expect(await ids(notes, userId, { createdAfter: 999.5 })).toEqual([third, second, first]);
  expect(await ids(notes, userId, { createdBefore: 3_000 })).toEqual([second, first]);
  expect(await ids(notes, userId, { createdAfter: 1_000, createdBefore: 3_000 })).toEqual([second]);
  expect(await ids(notes, userId, { createdAfter: 2_000, createdBefore: 2_001 })).toEqual([]);
  time = 4_000;
  await notes.change(userId, first, () => ({ title: 'later' }));
  expect(await ids(notes, userId, { updatedAfter: 2_000 })).toEqual([third, first]);
  expect(await ids(notes, userId, { updatedAfter: 4_000 })).toEqual([]);
});

test('list() pages stay as they were while notes are added, changed and removed', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const made: string[] = [];
  for (let index = 0; index < 10; index += 1) made.push(await add(notes, userId, { title: 'same' }));
  const newest = made.toReversed();
  const first = await notes.list(userId, { query: 'same' }, { limit: 4 });
  expect(first.items.map((item) => item.noteId)).toEqual(newest.slice(0, 4));
  await add(notes, userId, { title: 'same' });
  await notes.change(userId, newest[5] ?? '', () => ({ summary: 'changed' }));
  await notes.remove(userId, newest[3] ?? '');
  await notes.remove(userId, newest[6] ?? '');
  const second = await notes.list(userId, { query: 'same' }, { limit: 4, before: first.next ?? undefined });
  expect(second.items.map((item) => item.noteId)).toEqual([4, 5, 7, 8].map((index) => newest[index] ?? ''));
  const third = await notes.list(userId, { query: 'same' }, { limit: 4, before: second.next ?? undefined });
  expect(third).toMatchObject({ next: null, items: [{ noteId: newest[9] }] });
});

test('list() tells that there is no next page when the last one is exactly full', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  for (let index = 0; index < 3; index += 1) await add(notes, userId);
  expect((await notes.list(userId, {}, { limit: 3 })).next).toBeNull();
  expect((await notes.list(userId, {}, { limit: 2 })).next).not.toBeNull();
});

test('change() refuses a tag that the user does not have', async () => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  const noteId = await add(notes, userId, { title: 'a' });
  const tags = [{ tagId: crypto.randomUUID(), source: 'user', confidence: null }] as const;
  await expect(notes.change(userId, noteId, () => ({ tags, title: 'b' }))).rejects.toThrow(TagMissingError);
  expect((await notes.get(userId, noteId))?.title).toBe('a');
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});

test('list() and index equal a plain model after any operations (seed 41)', async () => {
  const random = seededRandom(41);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  let time = 1_000_000;
  const notes = createNoteStore(server.redis, { now: () => time });
  const tags = createTagStore(server.redis, { now: () => time });
  const userId = crypto.randomUUID();
  const model = new Map<string, ModelNote>();
  const words = 'tea team teapot Été été ecole Straße 北京 大学 東京 речь река ภาษา 3 30 300 x'.split(' ');
  const text = () => (random() < 0.2 ? null : Array.from({ length: 1 + random() * 6 }, () => pick(words)).join(' '));
  const tagIds: string[] = [];
  for (const name of ['red', 'green', 'blue']) {
    const tag = await tags.create(userId, { name });
    if (typeof tag === 'object') tagIds.push(tag.tagId);
  }
  const change = async (noteId: string) => {
    const chosen = tagIds.filter(() => random() < 0.3);
    const next = { title: text(), summary: text(), transcript: text() };
    const assigned = chosen.map((tagId) => ({ tagId, source: 'user' as const, confidence: null }));
    const changed = await notes.change(userId, noteId, () => ({ ...next, tags: assigned }));
    Object.assign(model.get(noteId) ?? {}, next, { tagIds: chosen, updatedAt: changed?.updatedAt });
  };
  for (let step = 0; step < 400; step += 1) {
    time += Math.floor(random() * 3) - 1;
    const action = random();
    if (action < 0.45 || model.size === 0) {
      const noteId = crypto.randomUUID();
      const { createdAt, updatedAt } = await notes.create({ ...blank, noteId, userId });
      model.set(noteId, { noteId, createdAt, updatedAt, title: null, summary: null, transcript: null, tagIds: [] });
    } else if (action < 0.85) await change(pick([...model.keys()]));
    else if (action < 0.99) {
      const noteId = pick([...model.keys()]);
      await notes.remove(userId, noteId);
      model.delete(noteId);
    } else if (tagIds.length > 1) {
      const gone = tagIds.pop() ?? '';
      await tags.remove(userId, gone);
      for (const note of model.values()) note.tagIds = note.tagIds.filter((tagId) => tagId !== gone);
    }
    if (step % 10 === 0) {
      const bound = () => (random() < 0.4 ? 1_000_000 + random() * (time - 1_000_000) : undefined);
      const filters: NoteFilters = {
        createdAfter: bound(),
        createdBefore: bound(),
        updatedAfter: bound(),
        query: random() < 0.6 ? pick([...words, 'te', 'tea 3', 'э', 'été 北']) : undefined,
        tagIds: random() < 0.4 ? [pick(tagIds), pick(tagIds)] : undefined,
      };
      const expected = modelList(model.values(), filters).map((note) => note.noteId);
      expect(await ids(notes, userId, filters, 1 + Math.floor(random() * 7))).toEqual(expected);
    }
  }
  expect(await checkIndex(server.redis, userId)).toEqual([]);
  for (const noteId of model.keys()) await notes.remove(userId, noteId);
  expect(await server.redis.hlen(`v1:{${userId}}:postings`)).toBe(0);
  expect(await checkIndex(server.redis, userId)).toEqual([]);
});
