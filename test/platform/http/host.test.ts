import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Server, serve } from '../../../platform/http/serve.ts';
import { sendRaw } from '../../faults/support/raw-http.ts';

let server: Server;
beforeAll(async () => {
  server = await serve((request) => new Response(new URL(request.url).pathname), { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

async function get(...headers: string[]) {
  const lines = headers.map((header) => `${header}\r\n`).join('');
  const head = `GET /path HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`;
  return (await sendRaw(server.port, { head, body: new Uint8Array(), timeoutMs: 2_000 })).statuses;
}

test.each(['a', 'sotto.example', 'SOTTO.example:443', '127.0.0.1:3000', '[::1]', '[::1]:3000', 'under_score', 'a-b.c'])(
  'serve() takes the host %s',
  async (host) => {
    expect(await get(`Host: ${host}`)).toEqual([200]);
  },
);

test.each([
  '[::1',
  '::1',
  '[::g]',
  '[]',
  '',
  ' ',
  'a b',
  'a/b',
  'a@b',
  'a:99999',
  'a:b',
  '%zz',
  'a?b',
  'a#b',
  'a, b',
  '-a',
  'exämple',
])('serve() refuses the host %j with 400', async (host) => {
  expect(await get(`Host: ${host}`)).toEqual([400]);
});

test('serve() refuses a request with two Host headers', async () => {
  expect(await get('Host: a', 'Host: b')).toEqual([400]);
  expect(await get('Host: a', 'Host: a')).toEqual([400]);
});

// Deno uses its own address when a request has no Host header, because HTTP/2 requests have none.
test('serve() refuses a request without a Host header, and on Deno accepts it for its own address', async () => {
  expect(await get()).toEqual(['Deno' in globalThis ? 200 : 400]);
});
