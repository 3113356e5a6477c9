import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Elysia } from 'elysia';
import { readWebApp, type WebApp } from '../../api/web/files.ts';
import { createWebRoutes } from '../../api/web/routes.ts';
import { buildWeb } from '../../web/build/build.ts';

let folder: string;
let web: WebApp;
let get: (path: string, headers?: Record<string, string>) => Promise<Response>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-web-'));
  await buildWeb(join(folder, 'dist'));
  const built = await readWebApp(join(folder, 'dist'));
  if (!built) throw new Error('Nothing was built');
  web = built;
  const app = new Elysia().use(createWebRoutes({ web, mediaOrigins: ['https://storage.googleapis.com'] }));
  get = async (path, headers = {}) => app.handle(new Request(`http://localhost${path}`, { headers }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hashed = () => web.files.filter(({ immutable }) => immutable);

test('readWebApp() returns null if the app was not built', async () => {
  expect(await readWebApp(join(folder, 'nowhere'))).toBeNull();
});

describe('every page of the app', () => {
  test('returns the shell, which browsers revalidate each time', async () => {
    for (const path of web.pages) {
      const response = await get(path.replace(/:\w+/g, 'something'));
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<div id="app"></div>');
    }
  });

  test('may only run its own scripts and styles, with Trusted Types, and play recordings from the bucket', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "media-src 'self' blob: https://storage.googleapis.com",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).toContain(rule);
    }
  });

  test('returns 304 for a cached page', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    const again = await get('/record', { 'if-none-match': etag });
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
  });
});

describe('files of the app', () => {
  test('are cached for a year with a hashed name, and revalidated otherwise', async () => {
    expect(hashed().length).toBeGreaterThan(3);
    for (const { path, immutable } of web.files) {
      const cached = (await get(path)).headers.get('cache-control');
      expect({ path, cached }).toEqual({
        path,
        cached: immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    }
  });

  test.each(['br', 'gzip'] as const)('are compressed with %s if the browser supports it', async (encoding) => {
    const [file] = hashed();
    const plain = new Uint8Array(await (await get(file?.path ?? '')).arrayBuffer());
    const response = await get(file?.path ?? '', { 'accept-encoding': `${encoding}, deflate` });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    const sent = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(sent.length);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
    expect(unpack(sent).equals(plain)).toBe(true);
    expect(sent.length).toBeLessThan(plain.length);
  });

  test('that do not exist return 404 instead of the shell', async () => {
    expect((await get('/assets/nothing.js')).status).toBe(404);
    expect((await get('/nowhere')).status).toBe(404);
  });
});
