import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { deflateRawSync } from 'node:zlib';
import { decodeText } from '../../notes/store/codec.ts';
import { MAX_GROUP_BYTES } from '../../notes/store/index-layout.ts';
import { createNoteStore } from '../../notes/store/notes.ts';
import { createTagStore } from '../../notes/store/tags.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { checkIndex } from './check-index.ts';

const userId = crypto.randomUUID();
const RECORD = 44;
let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => server.redis.flushall());
afterAll(() => server.stop());

const redis = () => server.redis;

/** Two notes with words and a tag, after a note that was removed. */
async function makeNotes(maxUnmergedBytes = 0): Promise<string[]> {
  let time = 1_000;
  const notes = createNoteStore(redis(), { now: () => (time += 1), maxUnmergedBytes });
  const tag = await createTagStore(redis()).create(userId, { name: 'shopping' });
  if (typeof tag === 'string') throw new Error(tag);
  const noteIds: string[] = [];
  for (const transcript of ['gone again', 'crème fraîche', 'honey alone']) {
    const noteId = crypto.randomUUID();
    const recording = { object: noteId, contentType: null, bytes: 1 };
    await notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
    await notes.change(userId, noteId, () => ({ transcript: `${transcript} before`, tags: [] }));
    const tags = [{ tagId: tag.tagId, source: 'user', confidence: null }] as const;
    await notes.change(userId, noteId, () => ({ title: 'Groceries', transcript, tags }));
    noteIds.push(noteId);
  }
  await notes.remove(userId, noteIds.shift() ?? '');
  return noteIds;
}

type Damage = readonly [
  what: string,
  damage: (noteIds: string[]) => Promise<unknown>,
  problems: (noteIds: string[]) => string[],
];

const note = (noteId = '') => keys.note(userId, noteId);
const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

const ITEM = '[9,1,1,"id","completed",null,null,null,[]]';
/** An entry of a group of words. */
const group = (rest: string, ...notes: number[]) => Buffer.concat([Buffer.from(rest), Buffer.from(notes)]);

const DAMAGES: readonly Damage[] = [
  [
    'words that the text does not have',
    async ([first]) => {
      const text = decodeText((await redis().hgetBuffer(note(first), 'text')) ?? undefined);
      const other = deflateRawSync(JSON.stringify({ ...text, divided: ['creme', 'butter'] }));
      await redis().hset(note(first), 'text', other);
    },
    ([first]) => [`note ${first}: its words are not those of its text`],
  ],
  [
    'an item that says something else',
    async () => {
      const [number, created, , ...rest] = JSON.parse((await redis().hget(keys.items(userId), '1')) ?? '[]');
      await redis().hset(keys.items(userId), 1, JSON.stringify([number, created, 7, ...rest]));
    },
    () => ['items: 1 has another updatedAt'],
  ],
  [
    'an item that is missing',
    () => redis().hdel(keys.items(userId), '1'),
    ([first]) => [`note ${first}: its item is missing`, 'postings: =groceries:0 differs'],
  ],
  ['an item of no note', () => redis().hset(keys.items(userId), 9, ITEM), () => ['items: 9 is of no note']],
  [
    'two notes of one number',
    ([first]) => redis().hset(note(first), 'number', 2),
    () => ['items: 1 is of no note', 'records: two notes have one number', 'records: 1 names another note'],
  ],
  [
    'a record that names another note',
    ([, second]) => redis().setrange(keys.notes(userId), RECORD, second ?? ''),
    () => ['records: 1 names another note'],
  ],
  [
    'a record of a note that was removed',
    ([first]) => redis().setrange(keys.notes(userId), 0, first ?? ''),
    () => ['records: 0 names another note'],
  ],
  [
    'a record of another time',
    ([first]) => redis().hset(note(first), 'createdAt', 7),
    () => ['items: 1 has another createdAt', 'records: 1 has another time'],
  ],
  [
    'records out of order',
    () => redis().setrange(keys.notes(userId), RECORD - 8, double(9e9)),
    () => ['records: 1 is not later than the one before'],
  ],
  [
    'a record that is missing',
    async () => {
      const records = (await redis().getBuffer(keys.notes(userId))) ?? Buffer.alloc(0);
      await redis().set(keys.notes(userId), records.subarray(0, 2 * RECORD));
    },
    () => ['records: 2 is missing'],
  ],
  [
    'a note in a list too many',
    () => redis().hset(keys.postings(userId), '=hon:0', group(' ey', 0, 1, 0, 2)),
    () => ['postings: =honey:0 differs'],
  ],
  [
    'a note in a list too few',
    () => redis().hset(keys.postings(userId), '*:0', Buffer.from([0, 2])),
    () => ['postings: *:0 differs'],
  ],
  [
    'a list that no note is in',
    () => redis().hset(keys.postings(userId), 'bx:0', Buffer.from([0, 1])),
    () => ['postings: bx:0 differs'],
  ],
  [
    'a list that is missing',
    () => redis().hdel(keys.postings(userId), '=hon:0'),
    () => ['postings: =honey:0 is missing'],
  ],
  [
    'a group that no other names',
    () => redis().hset(keys.postings(userId), '=hone:0', group(' y', 0, 2)),
    () => ['postings: nothing leads to =hone:0'],
  ],
  [
    'a list of a word whose group has it',
    () => redis().hset(keys.postings(userId), '!honey:0', Buffer.from([0, 2])),
    () => ['postings: nothing leads to !honey:0'],
  ],
  [
    'a list of a word that is missing',
    () => redis().hset(keys.postings(userId), '=hon:0', ' ey!'),
    () => ['postings: !honey:0 is missing', 'postings: =honey:0 differs'],
  ],
  [
    'a group that is missing',
    () => redis().hset(keys.postings(userId), '=hon:0', ' e/'),
    () => ['postings: =hone:0 is missing', 'postings: =honey:0 is missing'],
  ],
  [
    'a word that a group has twice',
    () => redis().hset(keys.postings(userId), '=hon:0', Buffer.concat([group(' ey', 0, 2), group(' ey', 0, 2)])),
    () => ['postings: =honey:0 stands twice'],
  ],
  [
    'a group that was not divided',
    () => redis().hset(keys.postings(userId), '=hon:0', group(` ${'e'.repeat(MAX_GROUP_BYTES)}`, 0, 2)),
    () => ['postings: =hon:0 is too long'],
  ],
  [
    'a list of a tag that was deleted',
    async () => {
      const [tagId = ''] = await redis().hvals(keys.tags(userId));
      await redis().unlink(keys.tags(userId), keys.tag(userId, tagId));
      await redis().rename(keys.postings(userId), 'kept');
      const postings = await redis().hgetallBuffer('kept');
      for (const [field, list] of Object.entries(postings)) {
        await redis().hset(keys.postings(userId), field.startsWith('#') ? '#deleted:0' : field, list);
      }
    },
    () => ['postings: #deleted:0 differs'],
  ],
  [
    'a block that does not have the word',
    () => redis().hset(keys.postings(userId), '=hon:~0', group(' ey', 0, 7)),
    () => ['postings: =honey:~0 differs'],
  ],
  [
    'a time of update that is not the note’s',
    () => redis().setrange(keys.updates(userId), 8, double(1)),
    () => ['updates: 1 differs'],
  ],
  [
    'a time of update that is missing',
    async () => {
      const updates = (await redis().getBuffer(keys.updates(userId))) ?? Buffer.alloc(0);
      await redis().set(keys.updates(userId), updates.subarray(0, 16));
    },
    () => ['updates: a note is missing', 'latest updates: group 0 differs'],
  ],
  [
    'a latest update that is not',
    () => redis().setrange(keys.latestUpdates(userId), 0, double(9e9)),
    () => ['latest updates: group 0 differs'],
  ],
  [
    'latest updates that are missing',
    () => redis().unlink(keys.latestUpdates(userId)),
    () => ['latest updates: a group is missing'],
  ],
];

test('checkIndex() finds nothing in a consistent index', async () => {
  await makeNotes();
  expect(await checkIndex(redis(), userId)).toEqual([]);
});

test('checkIndex() finds nothing in a consistent index of notes that are not merged, and reports other entries', async () => {
  await makeNotes(1_000);
  expect(await checkIndex(redis(), userId)).toEqual([]);
  const unmerged = keys.unmerged(userId);
  const entry = (await redis().hget(unmerged, '1')) ?? '';
  await redis().hset(unmerged, '1', entry.replace('creme', 'crème'));
  expect(await checkIndex(redis(), userId)).toEqual([
    'unmerged: the bytes are not those of the entries',
    'unmerged: 1 differs',
  ]);
  await redis().hdel(unmerged, '1');
  await redis().hset(unmerged, '0', entry);
  const found = await checkIndex(redis(), userId);
  expect(found).toContain('unmerged: 0 is of no note');
  expect(found).toContain('postings: =creme:0 is missing');
});

test.each(DAMAGES)('checkIndex() reports %s', async (_what, damage, problems) => {
  const noteIds = await makeNotes();
  await damage(noteIds);
  const found = await checkIndex(redis(), userId);
  for (const problem of problems(noteIds)) expect(found).toContain(problem);
});
