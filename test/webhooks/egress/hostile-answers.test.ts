import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { eventually } from '../../support/eventually.ts';
import { TEST_CERTIFICATE } from '../../support/receiver.ts';
import type { Runtime } from '../../support/spawn.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { type SenderProcess, startSenderProcess } from './sender-process.ts';

let server: HostileServer;
afterEach(() => server.stop());

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const ZERO = 'content-length: 0\r\n\r\n';
const head = (headers: string, rest = 'ok') => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${rest}`;
const chunked = (body: string) => head('transfer-encoding: chunked', body);

const INVALID: [name: string, answer: string][] = [
  ...['000', '099', '1000', '20', '2xx', 'abc', '-200', '+200', '0x200', '65736', ' 200'].map(
    (status): [string, string] => [`the status ${status}`, `HTTP/1.1 ${status} X\r\n${ZERO}`],
  ),
  ['lines that end in LF alone', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n'],
  ['lines that end in CR alone', 'HTTP/1.1 200 OK\rcontent-length: 0\r\r'],
  ['HTTP/0.9', '<html>Hello</html>'],
  ['HTTP/2 frames', '\x00\x00\x12\x04\x00\x00\x00\x00\x00'],
  ['HTTP/1.2', `HTTP/1.2 200 OK\r\n${ZERO}`],
  ['a reason of a megabyte', `HTTP/1.1 200 ${'r'.repeat(1e6)}\r\n${ZERO}`],
  ['NUL in a header', head('x-a: b\0c')],
  ['NUL in the name of a header', head('x\0a: b')],
  ['a folded header', head('x-a: b\r\n  c')],
  ['a header without colon', head('garbage')],
  ['a space before the colon', head('transfer-encoding : chunked\r\ncontent-length: 2')],
  ['length and chunks', head('content-length: 5\r\ntransfer-encoding: chunked', '0\r\n\r\n')],
  ['two lengths', head('content-length: 5\r\ncontent-length: 2')],
  ['a negative length', head('content-length: -1')],
  ['a length above 2^64', head('content-length: 18446744073709551618')],
  ['a length that is not a number', head('content-length: 0x2')],
  ['ESC in Location', 'HTTP/1.1 302 X\r\nlocation: https://example.com/\x1b[31m\r\n\r\n'],
  ['CR in Location', 'HTTP/1.1 302 X\r\nlocation: https://example.com/\rx\r\n\r\n'],
  ['a Location of a megabyte', `HTTP/1.1 302 X\r\nlocation: https://example.com/${'a'.repeat(1e6)}\r\n\r\n`],
];

const BROKEN_BODIES: [name: string, answer: string][] = [
  ['a chunk size above 2^64', chunked('ffffffffffffffffff\r\nok')],
  ['a chunk size that is not a number', chunked('xyz\r\nok')],
  ['a negative chunk size', chunked('-5\r\nok')],
  ['a chunk longer than its size', chunked('2\r\nokok\r\n0\r\n\r\n')],
  ['a chunk extension of a megabyte', chunked(`2;${'e'.repeat(1e6)}\r\nok\r\n0\r\n\r\n`)],
  ['trailers of a megabyte', chunked(`0\r\n${'x-a: b\r\n'.repeat(125_000)}\r\n`)],
  ['NUL in a trailer', chunked('0\r\nx: \0\r\n\r\n')],
];

/** The endless part of an answer, and the part before it. */
const FLOODS: [failure: string | null, name: string, first: string, piece: string][] = [
  ['invalid_response', 'empty lines', '', '\r\n'],
  ['invalid_response', '100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['invalid_response', '103 Early Hints', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ['invalid_response', 'tiny headers', 'HTTP/1.1 200 OK\r\n', 'a:\r\n'],
  ['invalid_response', 'one header name', 'HTTP/1.1 200 OK\r\n', 'n'],
  ['invalid_response', 'NUL', '', '\0'],
  [null, 'a chunk size', chunked(''), '0'],
  [null, 'a chunk extension', chunked('2;'), 'e'],
  [null, 'tiny chunks', chunked(''), '1\r\nx\r\n'],
  [null, 'trailers', chunked('0\r\n'), 'x-a: b\r\n'],
  [null, 'one trailer', chunked('0\r\nx-a: '), 'b'],
  [null, 'answers', '', `HTTP/1.1 200 OK\r\n${ZERO}`],
];

const LOCATIONS: [location: string, shown: string | null][] = [
  ['https://u:p@example.com/a?token=secret#x', 'https://example.com/a'],
  ['//u:p@example.com/a?token=secret', 'http://example.com/a'],
  ['\\\\example.com\\a', 'http://example.com/a'],
  ['../a/b?token=secret', '/a/b'],
  ['https://example.com/%0d%0aset-cookie:%20a', 'https://example.com/%0d%0aset-cookie:%20a'],
  ['https://example.com/a\r\nset-cookie: b', 'https://example.com/a'],
  [`https://example.com/${'a'.repeat(10_000)}`, `https://example.com/${'a'.repeat(280)}`],
  ['https://example.com/<script>"', 'https://example.com/%3Cscript%3E%22'],
  ['javascript:alert("secret")', 'javascript:'],
  ['data:text/html,<script>alert(1)</script>', 'data:'],
  ['file:///etc/passwd', 'file:'],
  ['blob:https://u:p@example.com/secret', 'blob:'],
  ['http://[', null],
];

describe.each(['bun', 'deno'] as Runtime[])('send() on %s', (runtime) => {
  let sender: SenderProcess;
  beforeAll(() => {
    sender = startSenderProcess(runtime, 10_000, TEST_CERTIFICATE);
  });
  afterAll(async () => {
    await sender.stop();
    expect(sender.faults).toEqual([]);
  });

  /** A server that answers each request with these bytes. */
  async function answering(answer: string): Promise<string> {
    server = await startHostileServer({ onRequest: ({ socket }) => socket.write(answer, 'latin1') });
    return server.url;
  }
  const allClosed = () => eventually('every connection is closed', () => server.open() === 0);

  test.each(INVALID)('fails with invalid_response for %s', async (_, answer) => {
    expect(await sender.send(await answering(answer))).toEqual({
      failure: 'invalid_response',
      status: null,
      location: null,
    });
    await allClosed();
    expect(server.requests()).toBe(1);
  });

  test.each([
    [null, 200, 'without a reason', `HTTP/1.1 200\r\n${ZERO}`],
    [
      null,
      204,
      'after interim answers',
      `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(20)}HTTP/1.1 204 X\r\n\r\n`,
    ],
    ['status', 600, 'above 599', `HTTP/1.1 600 X\r\n${ZERO}`],
    ['status', 999, 'of three nines', `HTTP/1.1 999 X\r\n${ZERO}`],
    [
      'status',
      101,
      'that switches protocols',
      'HTTP/1.1 101 X\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n\x00\x00\x12\x04',
    ],
    [
      'status',
      101,
      'that switches protocols and says 200',
      `HTTP/1.1 101 X\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n${OK}`,
    ],
  ] as const)('takes as %p a status %d %s', async (failure, status, _, answer) => {
    expect(await sender.send(await answering(answer))).toEqual({ failure, status, location: null });
  });

  test.each(BROKEN_BODIES)('keeps the 2xx of an answer with %s, but not its connection', async (_, answer) => {
    const url = await answering(answer);
    for (const number of [1, 2]) {
      expect(await sender.send(url)).toMatchObject({ failure: null, status: 200 });
      expect([server.connections.length, server.requests()]).toEqual([number, number]);
    }
    await allClosed();
  });

  test.each(FLOODS)('ends with %p where there is no end of %s', async (failure, _, first, piece) => {
    let written = 0;
    server = await startHostileServer({
      onRequest: ({ socket }) => {
        const chunk = piece.repeat(Math.ceil(65_536 / piece.length));
        const pump = () => {
          while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
        };
        socket.write(first);
        socket.on('drain', pump);
        pump();
      },
    });
    expect(await sender.send(server.url)).toMatchObject({ failure });
    await allClosed();
    // More than the kernel's buffers on both sides, but less than a stream of ten seconds.
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  test.each(LOCATIONS)('shows the Location %p as %p', async (location, shown) => {
    const url = await answering(`HTTP/1.1 302 X\r\nlocation: ${location}\r\n${ZERO}`);
    expect(await sender.send(url)).toEqual({ failure: 'redirect', status: 302, location: shown });
  });

  test.each(['gzip', 'br', 'zstd'])('unpacks nothing of a body in %s, were it broken', async (encoding) => {
    const url = await answering(head(`content-encoding: ${encoding}\r\ncontent-length: 2`));
    for (let sent = 0; sent < 2; sent += 1) expect(await sender.send(url)).toMatchObject({ failure: null });
    // Decompression would have failed and closed the connection.
    expect(server.connections).toHaveLength(1);
  });
});
