import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore } from '../../../notes/store/notes.ts';
import type { NoteFilters } from '../../../notes/store/search.ts';
import { createTagStore } from '../../../notes/store/tags.ts';
import { checkIndex } from '../../support/check-index.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { blank, listIds } from './note-helpers.ts';
import { type ModelNote, modelList, seededRandom } from './note-model.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

// All words merged at once, many at once, and those of the newest notes not at all.
test.each([0, 400, 4_000])(
  'list() and index equal a plain model after any operations, %d bytes unmerged (seed 41)',
  async (maxUnmergedBytes) => {
    const random = seededRandom(41);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    let time = 1_000_000;
    const notes = createNoteStore(server.redis, { now: () => time, maxUnmergedBytes });
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
        expect(await listIds(notes, userId, filters, 1 + Math.floor(random() * 7))).toEqual(expected);
      }
    }
    expect(await checkIndex(server.redis, userId)).toEqual([]);
    for (const noteId of model.keys()) await notes.remove(userId, noteId);
    expect(await server.redis.hlen(`v1:{${userId}}:postings`)).toBe(0);
    expect(Object.keys(await server.redis.hgetall(`v1:{${userId}}:unmerged`)).sort()).toEqual(['bytes', 'changes']);
    expect(await checkIndex(server.redis, userId)).toEqual([]);
  },
);
