import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { startBase, startService, type TestBase, type TestService } from '../support/service.ts';
import { createRandom, mutate } from './support/random.ts';
import { createUser, type TestUser } from './support/user.ts';

const CASES = 150;

let base: TestBase;
let service: TestService;
let user: TestUser;
beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
  user = await createUser(base);
  const audio = await readFile(new URL('../speech/fixtures/yes.flac', import.meta.url));
  for (let note = 0; note < 3; note += 1) {
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(audio)], { type: 'audio/flac' }), 'yes.flac');
    const headers = { authorization: `Bearer ${user.token}` };
    const response = await fetch(`${service.url}/v1/app/notes`, { method: 'POST', headers, body: form });
    expect(response.status).toBe(202);
  }
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

async function get(path: string, token = user.token): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(new URL(path, service.url), { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A text in which some bytes are replaced by other printable ones. */
function damaged(seed: number, original: string): string {
  const random = createRandom(seed);
  const text = Buffer.from(mutate(random, Buffer.from(original)))
    .toString('latin1')
    .replace(/[^\x21-\x7e]/g, '!');
  return text === original ? `${text}x` : text;
}

/** How often each status was answered. */
async function statuses(of: (seed: number) => Promise<number>): Promise<number[]> {
  const all = await Promise.all(Array.from({ length: CASES }, (_, seed) => of(seed)));
  return [...new Set(all)].sort();
}

test('a damaged cursor is refused with 400, whatever is wrong with it', async () => {
  const list = '/v1/public-api/notes?limit=1&cursor=';
  const { next_cursor: cursor } = (await get('/v1/public-api/notes?limit=1')).body;
  expect((await get(`${list}${cursor}`)).status).toBe(200);
  const seen = await statuses(async (seed) => {
    const { status } = await get(`${list}${encodeURIComponent(damaged(seed, String(cursor)))}`);
    return status;
  });
  expect(seen).toEqual([400]);
}, 60_000);

test('a damaged personal token, enterprise key or client token is refused with 401', async () => {
  expect(await statuses(async (seed) => (await get('/v1/app/me', damaged(seed, user.token))).status)).toEqual([401]);
  const path = `${service.url}/v1/enterprise/client-tokens`;
  const issue = (headers: Record<string, string>) => fetch(path, { method: 'POST', headers });
  const { token } = (await (await issue({ 'x-api-key': service.apiKey })).json()) as { token: string };
  const withKey = async (seed: number) => (await issue({ 'x-api-key': damaged(seed, service.apiKey) })).status;
  expect(await statuses(withKey)).toEqual([401]);
  const withToken = async (seed: number) => (await issue({ authorization: `Bearer ${damaged(seed, token)}` })).status;
  expect(await statuses(withToken)).toEqual([401]);
}, 60_000);

test('a damaged link to a recording returns no bytes of it', async () => {
  const { items } = (await get('/v1/public-api/notes?limit=1')).body as { items: { note_id: string }[] };
  const { recording_url: link } = (await get(`/v1/public-api/notes/${items[0]?.note_id}`)).body;
  const { pathname, search } = new URL(String(link));
  const whole = pathname + search;
  expect((await fetch(new URL(whole, service.url))).status).toBe(200);
  const seen = await statuses(async (seed) => {
    const prefix = '/v1/recordings/';
    const rest = damaged(seed, whole.slice(prefix.length)).replaceAll('#', '!');
    return (await fetch(service.url + prefix + rest)).status;
  });
  for (const status of seen) expect([400, 403, 404, 410, 422]).toContain(status);
}, 60_000);
