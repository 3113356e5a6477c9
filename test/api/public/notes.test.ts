import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Tag } from '../../../notes/store/tags.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { type Answer, addNote, startUser, unknownId } from './client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('GET /v1/public-api/notes', () => {
  test('returns exactly the fields of the contract', async () => {
    const user = await startUser(api);
    const tag = (await api.tags.create(user.userId, { name: 'budget' })) as Tag;
    const note = await addNote(api, user.userId, { title: 'Plan', transcript: 'secret words', tags: [tag] });
    const { status, body } = await user.get('/notes');
    expect(status).toBe(200);
    expect(body as object).toEqual({
      items: [
        {
          note_id: note.noteId,
          title: 'Plan',
          summary: null,
          tags: [
            {
              tag_id: tag.tagId,
              name: 'budget',
              position: 0,
              created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
              updated_at: expect.any(String),
              source: 'auto',
              confidence: 0.5,
            },
          ],
          recorded_at: null,
          created_at: new Date(note.createdAt).toISOString(),
          updated_at: new Date(note.updatedAt).toISOString(),
        },
      ],
      next_cursor: null,
    });
  });

  test("shows only the user's own notes", async () => {
    const [mine, other] = [await startUser(api), await startUser(api)];
    await addNote(api, other.userId, { title: 'foreign' });
    expect(await mine.list()).toEqual([]);
    expect(await mine.list('?q=foreign')).toEqual([]);
  });

  test('pages through all notes, 20 at a time unless told otherwise, newest first', async () => {
    const user = await startUser(api);
    const made: string[] = [];
    for (let index = 0; index < 45; index += 1) made.unshift((await addNote(api, user.userId)).noteId);
    const pages: unknown[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await user.get(`/notes${cursor ? `?cursor=${cursor}` : ''}`);
      pages.push(body.items.map((item) => item['note_id']));
      cursor = body.next_cursor;
    }
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(made);
    expect(await user.list('?limit=100')).toEqual(made);
    expect(await user.list('?limit=1')).toEqual(made.slice(0, 1));
  });

  test('combines different filters with AND and several tags with OR', async () => {
    const user = await startUser(api);
    const [red, blue] = (await Promise.all(['red', 'blue'].map((name) => api.tags.create(user.userId, { name })))) as [
      Tag,
      Tag,
    ];
    const first = await addNote(api, user.userId, { transcript: 'Café budget', tags: [red] });
    const second = await addNote(api, user.userId, { transcript: 'the budget', tags: [blue] });
    const third = await addNote(api, user.userId, { transcript: 'holiday', tags: [red, blue] });
    expect(await user.list(`?tag_id=${red.tagId}`)).toEqual([third.noteId, first.noteId]);
    expect(await user.list(`?tag_id=${red.tagId.toUpperCase()}&tag_id=${blue.tagId}`)).toHaveLength(3);
    expect(await user.list(`?tag_id=${red.tagId}&q=budg`)).toEqual([first.noteId]);
    expect(await user.list('?q=cafe%20BUDGET')).toEqual([first.noteId]);
    expect(await user.list('?q=%20')).toEqual(await user.list(''));
    for (const signs of ['???', '🎉', '+-*/']) expect(await user.list(`?q=${encodeURIComponent(signs)}`)).toEqual([]);
    expect(await user.list(`?tag_id=${unknownId}`)).toEqual([]);
    const after = new Date(first.createdAt).toISOString();
    const before = new Date(third.createdAt).toISOString();
    expect(await user.list(`?created_after=${after}&created_before=${before}`)).toEqual([second.noteId]);
    expect(await user.list(`?created_after=${after}&q=budget&tag_id=${red.tagId}`)).toEqual([]);
    api.clock.ms += 60_000;
    await api.notes.change(user.userId, first.noteId, () => ({ title: 'changed' }));
    expect(await user.list(`?updated_after=${new Date(third.updatedAt).toISOString()}`)).toEqual([first.noteId]);
  });

  test('reads a date without a zone as UTC, and an offset whose plus became a space', async () => {
    const user = await startUser(api);
    const note = await addNote(api, user.userId);
    const at = (ms: number) => new Date(note.createdAt + ms).toISOString().slice(0, -1);
    expect(await user.list(`?created_after=${at(-1)}`)).toHaveLength(1);
    expect(await user.list(`?created_after=${at(0)}`)).toHaveLength(0);
    expect(await user.list(`?created_after=${at(7_200_000 - 1)}+02:00`)).toHaveLength(1);
    expect(await user.list(`?created_after=${encodeURIComponent(`${at(7_200_000)}+02:00`)}`)).toHaveLength(0);
  });

  test.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=101', 'limit', 'less_than_equal'],
    ['limit=1.5', 'limit', 'int_parsing'],
    ['limit=abc', 'limit', 'int_parsing'],
    ['limit=', 'limit', 'int_parsing'],
    ['created_after=yesterday', 'created_after', 'datetime_parsing'],
    ['created_before=2026-02-30T00:00:00Z', 'created_before', 'datetime_parsing'],
    ['updated_after=', 'updated_after', 'datetime_parsing'],
    ['tag_id=no-uuid', 'tag_id', 'uuid_parsing'],
  ])('?%s answers 422 as FastAPI does', async (query, parameter, type) => {
    const { status, body } = await (await startUser(api)).get(`/notes?${query}`);
    expect(status).toBe(422);
    const loc = parameter === 'tag_id' ? ['query', 'tag_id', 0] : ['query', parameter];
    expect(body).toEqual({ detail: [{ loc, msg: expect.any(String), type }] } as unknown as Answer);
  });

  test('names every invalid parameter at once', async () => {
    const { body } = await (await startUser(api)).get('/notes?limit=0&created_after=x&tag_id=y&tag_id=z');
    expect((body.detail as { loc: unknown }[]).map((problem) => problem.loc)).toEqual([
      ['query', 'limit'],
      ['query', 'created_after'],
      ['query', 'tag_id', 0],
      ['query', 'tag_id', 1],
    ]);
  });

  test('refuses unknown parameters', async () => {
    expect((await (await startUser(api)).get('/notes?extra=1&limit=5')).status).toBe(422);
  });

  test('an invalid filter answers 400', async () => {
    const user = await startUser(api);
    const queries = ['created_after=2026-02-03&created_before=2026-02-03', `q=${'x'.repeat(1_001)}`];
    for (const query of queries) {
      const { status, body } = await user.get(`/notes?${query}`);
      expect([status, typeof body.detail]).toEqual([400, 'string']);
    }
  });

  test("an unknown cursor, another user's cursor and one of other filters answer 400", async () => {
    const [user, other] = [await startUser(api), await startUser(api)];
    for (const { userId } of [user, other]) {
      for (let index = 0; index < 3; index += 1) await addNote(api, userId, { title: 'same' });
    }
    const cursor = (await user.get('/notes?limit=1&q=same')).body.next_cursor;
    expect((await user.get(`/notes?limit=2&q=SAME&cursor=${cursor}`)).body.items).toHaveLength(2);
    const foreign = (await other.get('/notes?limit=1&q=same')).body.next_cursor;
    const bad = ['cursor=', 'cursor=abc', `cursor=${cursor}`, `cursor=${cursor}&q=other`, `cursor=${foreign}&q=same`];
    for (const query of [...bad, `cursor=${cursor}x&q=same`, `cursor=${cursor}&q=same&created_after=2026-01-01`]) {
      const { status, body } = await user.get(`/notes?${query}`);
      expect([query, status, typeof body.detail]).toEqual([query, 400, 'string']);
    }
  });
});
