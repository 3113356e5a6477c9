import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '../../../accounts/tokens.ts';
import { form, startTestApi, type TestApi } from '../../support/api.ts';
import { startTus } from '../../support/tus.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ noteQuota: { maxNotes: 2, maxBytes: 1_000 } });
});
afterAll(() => api.stop());

test('POST /v1/app/notes over the quota is 409, and leaves no recording behind', async () => {
  const { userId } = await api.users.ensure({ email: 'quota@example.org' });
  const authorization = `Bearer ${(await api.tokens.create(userId, { name: 'quota', scopes: SCOPES }))?.secret}`;
  const upload = async (bytes: number) => {
    const body = form({ audio: new Blob([new Uint8Array(bytes)], { type: 'audio/flac' }) });
    const response = await fetch(`${api.url}/v1/app/notes`, { method: 'POST', headers: { authorization }, body });
    return [response.status, await response.json()];
  };
  const recordings = async () => (await readdir(join(api.folder, 'notes', userId))).length;
  expect((await upload(600))[0]).toBe(202);
  const bytes = { detail: 'The recordings of a user may have at most 1000 bytes together' };
  expect(await upload(600)).toEqual([409, bytes]);
  expect(await recordings()).toBe(1);
  expect((await upload(300))[0]).toBe(202);
  expect(await upload(1)).toEqual([409, { detail: 'A user may have at most 2 notes' }]);
  expect(await recordings()).toBe(2);
}, 30_000);

test('a resumable upload over the quota is 409 before any byte of it is sent', async () => {
  api.clock.ms = Date.now(); // the library has no other clock
  const ada = await startTus(api);
  const whole = async (bytes: number) => {
    const { id, response } = await ada.create(bytes);
    return response.status === 201 ? (await ada.send(id, 0, new Uint8Array(bytes))).status : [response.status];
  };
  expect([await whole(600), await whole(401), await whole(400), await whole(1)]).toEqual([204, [409], 204, [409]]);
  expect((await api.notes.list(ada.userId, {}, { limit: 10 })).items).toHaveLength(2);
}, 30_000);

test('a resumable upload that began within the quota can be found again, and is 409 at its end if others used it up', async () => {
  const ada = await startTus(api);
  const [first, second] = [await ada.create(600), await ada.create(600)];
  expect((await ada.send(first.id, 0, new Uint8Array(600))).status).toBe(204);
  for (const { id } of [first, second]) expect((await ada.create(600, { upload_id: id })).response.status).toBe(201);
  expect((await ada.send(second.id, 0, new Uint8Array(600))).status).toBe(409);
}, 30_000);
