import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { startNoteUser } from '../../support/notes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const unknownId = '00000000-0000-4000-8000-000000000000';

test('tags are created, listed by position, renamed, moved and deleted', async () => {
  const { call } = await startNoteUser({ api });
  const work = await call('POST', '/tags', { name: ' work ' });
  expect([work.status, work.body.name, work.body.position]).toEqual([201, 'work', 0]);
  const home = await call('POST', '/tags', { name: 'home' });
  expect(home.body.position).toBe(1);
  const moved = await call('PATCH', `/tags/${work.body.tag_id}`, { position: 5, name: 'Work' });
  expect([moved.status, moved.body.name, moved.body.position]).toEqual([200, 'Work', 5]);
  const listed = (await call('GET', '/tags')).body.items;
  expect(listed.map((tag) => [tag.name, tag.position])).toEqual([
    ['home', 1],
    ['Work', 5],
  ]);
  expect((await call('DELETE', `/tags/${home.body.tag_id}`)).status).toBe(204);
  expect((await call('DELETE', `/tags/${home.body.tag_id}`)).status).toBe(404);
  expect((await call('GET', '/tags')).body.items).toHaveLength(1);
});

test('a name that another tag has answers 409', async () => {
  const { call } = await startNoteUser({ api });
  const first = await call('POST', '/tags', { name: 'Budget' });
  await call('POST', '/tags', { name: 'Travel' });
  expect((await call('POST', '/tags', { name: 'BUDGET' })).status).toBe(409);
  expect((await call('PATCH', `/tags/${first.body.tag_id}`, { name: 'travel' })).status).toBe(409);
  expect((await call('PATCH', `/tags/${first.body.tag_id}`, { name: 'budget' })).status).toBe(200);
});

test("another user's tag answers 404 like a missing one", async () => {
  const [mine, other] = [await startNoteUser({ api }), await startNoteUser({ api })];
  const tag = await other.call('POST', '/tags', { name: 'theirs' });
  for (const tagId of [tag.body.tag_id, unknownId]) {
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await mine.call(method, `/tags/${tagId}`, body);
      expect([answer.status, answer.body.detail]).toEqual([404, 'Tag not found']);
    }
  }
});

test('notes:read can list tags but not change them', async () => {
  const { call } = await startNoteUser({ api }, ['notes:read']);
  expect((await call('GET', '/tags')).status).toBe(200);
  expect((await call('POST', '/tags', { name: 'x' })).status).toBe(403);
  expect((await call('DELETE', `/tags/${unknownId}`)).status).toBe(403);
});

test.each([
  ['POST', '/tags', {}, ['body', 'name']],
  ['POST', '/tags', { name: '   ' }, ['body', 'name']],
  ['POST', '/tags', { name: 'x'.repeat(65) }, ['body', 'name']],
  ['POST', '/tags', { name: 'x', position: -1 }, ['body', 'position']],
  ['POST', '/tags', { name: 'x', position: 1.5 }, ['body', 'position']],
  ['PATCH', '/tags/nonsense', { name: 'x' }, ['path', 'tag_id']],
  ['DELETE', '/tags/nonsense', undefined, ['path', 'tag_id']],
])('%s %s %j answers 422', async (method, path, body, loc) => {
  const { call } = await startNoteUser({ api });
  const answer = await call(method, path, body);
  expect([answer.status, (answer.body.detail as { loc: unknown }[])[0]?.loc]).toEqual([422, loc]);
});
