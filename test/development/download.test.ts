import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download } from '../../development/download.ts';

describe('download()', () => {
  let server: Server;
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sotto-download-'));
    file = join(folder, 'file');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  test('writes the whole body', async () => {
    const body = Buffer.alloc(3_000_000, 'sotto');
    const url = await serve((_request, response) => response.end(body));
    await download(url, file);
    expect((await readFile(file)).equals(body)).toBe(true);
  });

  test('accepts a file with the given SHA-256, and no other', async () => {
    const url = await serve((_request, response) => response.end('sotto'));
    const sha256 = new Bun.CryptoHasher('sha256').update('sotto').digest('hex');
    await download(url, file, { sha256 });
    const other = sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    await expect(download(url, file, { sha256: other })).rejects.toThrow(
      `its SHA-256 is ${sha256} in place of ${other}`,
    );
  });

  test('times out on a server that does not answer', async () => {
    const url = await serve(() => {});
    await expect(download(url, file, { connectTimeoutMs: 50 })).rejects.toThrow('no answer within 0.05 s');
  });

  test('times out on a body that stalls', async () => {
    const url = await serve((_request, response) => response.write('the first bytes'));
    await expect(download(url, file, { stallTimeoutMs: 50 })).rejects.toThrow('no answer within 0.05 s');
  });

  test('stops when it is aborted', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort());
    await expect(download(url, file, { signal: stop.signal })).rejects.toThrow('interrupted');
  });

  test('fails on a status other than success', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('not here'));
    await expect(download(url, file)).rejects.toThrow('status 404');
  });
});
