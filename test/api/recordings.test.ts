import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Elysia } from 'elysia';
import { ApiError } from '../../api/errors.ts';
import { answerHead } from '../../api/head.ts';
import { createRecordingRoutes } from '../../api/recordings.ts';
import { type Server, serve } from '../../platform/http/serve.ts';
import { createDiskRecordings, type DiskRecordings } from '../../platform/recordings/disk.ts';
import { createLinkSigner } from '../../platform/recordings/links.ts';
import { freePort } from '../support/ports.ts';

let folder: string;
let server: Server;
let recordings: DiskRecordings;
let now = Date.parse('2026-02-03T04:05:06.789Z');
const object = 'notes/u ser/nöte';
const link = { expiresInSeconds: 3600, contentType: 'audio/flac', fileName: 'nöte.flac' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-recording-routes-'));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}/v1/recordings`;
  const links = createLinkSigner({ secret: 's'.repeat(32), baseUrl, now: () => now });
  recordings = createDiskRecordings({ folder, links });
  const app = new Elysia()
    .onError(({ error, set }) => {
      if (!(error instanceof ApiError)) throw error;
      set.status = error.status;
      return { detail: error.detail };
    })
    .use(createRecordingRoutes({ platform: { recordings, links } }));
  server = await serve(answerHead(app.fetch), { host: '127.0.0.1', port });
  await recordings.put(Readable.from([Buffer.from('0123456789')]), { object, contentType: null });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const url = async () => (await recordings.signedUrl(object, link)).url;
const get = async (headers: Record<string, string> = {}, method = 'GET') => fetch(await url(), { headers, method });

test('a link returns the recording with its type, name and size, without a credential', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('audio/flac');
  expect(response.headers.get('content-length')).toBe('10');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="n_te.flac"; filename*=UTF-8''n%C3%B6te.flac`,
  );
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(await response.text()).toBe('0123456789');
});

test('HEAD gives the same headers and no body', async () => {
  const response = await get({}, 'HEAD');
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '10']);
  expect(await response.text()).toBe('');
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=5-4', 200, '0123456789', null],
  ['bytes=0-1,4-5', 200, '0123456789', null],
  ['items=0-1', 200, '0123456789', null],
])('Range: %s answers %i', async (range, status, body, contentRange) => {
  const response = await get({ range });
  expect([response.status, await response.text()]).toEqual([status, body]);
  expect(response.headers.get('content-range')).toBe(contentRange);
});

test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('Range: %s is outside and answers 416', async (range) => {
  const response = await get({ range });
  expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
});

test('If-Range returns a part only of the same recording', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
  expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
});

test('a link expires to the second', async () => {
  const signedAt = now;
  const { url: signed, expiresAt: expiry } = await recordings.signedUrl(object, link);
  expect(expiry).toBe(Date.parse('2026-02-03T05:05:06.000Z'));
  now = expiry - 1;
  expect((await fetch(signed)).status).toBe(200);
  now = expiry;
  expect((await fetch(signed)).status).toBe(403);
  now = signedAt;
});

test('a link that was tampered with is refused', async () => {
  const signed = new URL(await url());
  const changes: ((link: URL) => void)[] = [
    (changed) => changed.searchParams.set('expires', '9999999999'),
    (changed) => changed.searchParams.set('type', 'text/html'),
    (changed) => changed.searchParams.set('name', 'other.flac'),
    (changed) => changed.searchParams.set('signature', `${changed.searchParams.get('signature')}x`),
    (changed) => changed.searchParams.delete('signature'),
    (changed) => {
      changed.pathname += 'x';
    },
    (changed) => {
      changed.pathname = changed.pathname.replace('notes', 'notes/../notes');
    },
    (changed) => {
      changed.pathname = '/v1/recordings/..%2f..%2fetc%2fpasswd';
    },
  ];
  const statuses = await Promise.all(
    changes.map(async (change) => {
      const changed = new URL(signed);
      change(changed);
      return [changed.href === signed.href, (await fetch(changed)).status];
    }),
  );
  // A path with `..` is the same path, because clients resolve URLs before they send them.
  expect(statuses).toEqual(changes.map((_, index) => (index === 6 ? [true, 200] : [false, 403])));
});

test('a link of another service is refused', async () => {
  const foreign = createLinkSigner({ secret: 'x'.repeat(32), baseUrl: new URL('.', await url()).href, now: () => now });
  const signed = new URL(await url());
  signed.searchParams.set('signature', new URL(foreign.sign(object, link).url).searchParams.get('signature') ?? '');
  expect((await fetch(signed)).status).toBe(403);
});

test('a link to a recording that was removed fails at the download', async () => {
  await recordings.put(Readable.from([Buffer.from('x')]), { object: 'removed', contentType: null });
  const { url: signed } = await recordings.signedUrl('removed', link);
  await recordings.delete('removed');
  const response = await fetch(signed);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ detail: 'The recording was removed' });
});
