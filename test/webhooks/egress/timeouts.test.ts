import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createEgressGuard } from '../../../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../../../webhooks/egress/policy.ts';
import { createResolver } from '../../../webhooks/egress/resolver.ts';
import { createSender, type Sender } from '../../../webhooks/egress/sender.ts';
import { startDns } from '../../support/dns.ts';
import { eventually } from '../../support/eventually.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/receiver.ts';

const timeoutMs = 300;
let sender: Sender;
const servers: Server[] = [];

beforeAll(() => {
  sender = createSender({
    guard: createEgressGuard(createEgressPolicy({ allowNetworks: '127.0.0.1/32', allowHttp: true }), createResolver()),
    ca: TEST_CERTIFICATE,
    timeoutMs,
  });
});
afterAll(() => {
  sender.close();
  for (const server of servers) server.close();
});

/** A server that passes each connection to `serve`, after the TLS handshake or immediately. */
async function listen(serve: (socket: Socket) => void, tls: boolean): Promise<string> {
  const guarded = (socket: Socket) => {
    socket.on('error', () => {});
    serve(socket);
  };
  const server = tls ? createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, guarded) : createServer(guarded);
  server.on('tlsClientError', () => {});
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const post = (url: string) =>
  sender.send({ url, headers: {}, body: new TextEncoder().encode('{}'), reuseConnection: true });

/** Writes `first`, then repeats `chunk` until the connection closes. */
function drip(socket: Socket, chunk: string, everyMs: number, first = chunk): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(chunk), everyMs);
  socket.once('close', () => clearInterval(timer));
}

const afterRequest = (answer: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', () => answer(socket));

const HEAD = 'HTTP/1.1 200 OK\r\n';

describe.each([true, false])('send() with TLS %p', (tls) => {
  test.each([
    ['response_timeout', 'nothing is answered', () => {}],
    ['headers_timeout', 'headers drip', (socket) => drip(socket, 'x-a: b\r\n', 20, HEAD)],
    ['headers_timeout', 'the status line never ends', (socket) => socket.write('HTTP/1.1 2')],
    ['headers_timeout', 'interim answers flood', (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 5)],
    ['invalid_response', 'it is no HTTP', (socket) => socket.write('SSH-2.0-OpenSSH_9.0\r\n\r\n')],
    [
      'invalid_response',
      'one header has a megabyte',
      (socket) => socket.write(`${HEAD}x-a: ${'b'.repeat(1e6)}\r\n\r\n`),
    ],
    [
      'invalid_response',
      'a hundred headers have a kilobyte each',
      (socket) => socket.write(`${HEAD}${`x-a: ${'b'.repeat(1000)}\r\n`.repeat(100)}\r\n`),
    ],
    ['connection_closed', 'the connection is closed without an answer', (socket) => socket.end()],
    ['connection_closed', 'the connection is cut without an answer', (socket) => socket.destroy()],
    ['connection_closed', 'the connection is closed within the headers', (socket) => socket.end(HEAD)],
  ] as [string, string, (socket: Socket) => void][])('fails with %s when %s', async (failure, _, answer) => {
    const url = await listen(afterRequest(answer), tls);
    expect(await post(url)).toMatchObject({ failure, status: null });
  });

  test.each([
    ['drips', (socket) => drip(socket, 'x', 20, `${HEAD}\r\n`)],
    ['never begins', (socket) => socket.write(`${HEAD}content-length: 10\r\n\r\n`)],
    ['is cut off', (socket) => socket.end(`${HEAD}content-length: 10\r\n\r\nabc`)],
  ] as [string, (socket: Socket) => void][])('keeps the 2xx of an answer whose body %s', async (_, answer) => {
    const url = await listen(afterRequest(answer), tls);
    expect(await post(url)).toMatchObject({ failure: null, status: 200 });
  });

  test('stops reading an endless body after 16 KiB, whatever its status', async () => {
    for (const [status, failure] of [
      [200, null],
      [500, 'status'],
    ] as const) {
      let written = 0;
      const closed = Promise.withResolvers<void>();
      const url = await listen(
        afterRequest((socket) => {
          socket.write(`HTTP/1.1 ${status} X\r\ncontent-encoding: gzip\r\n\r\n`);
          const chunk = Buffer.alloc(64 * 1024);
          const pump = () => {
            while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
          };
          socket.on('drain', pump).once('close', () => closed.resolve());
          pump();
        }),
        tls,
      );
      expect(await post(url)).toMatchObject({ failure, status });
      await closed.promise;
      // More than the kernel's buffers on both sides, but less than a stream of megabytes.
      expect(written).toBeLessThan(16 * 1024 * 1024);
    }
  });
});

test('send() fails with tls_timeout when the server is silent after connecting', async () => {
  const url = await listen(() => {}, false);
  expect(await post(url.replace('http:', 'https:'))).toMatchObject({ failure: 'tls_timeout', status: null });
});

test('send() fails with dns_error when the name takes too long', async () => {
  const dns = await startDns((type) => (type === 'NS' ? { addresses: [] } : 'silence'));
  const slow = createSender({
    guard: createEgressGuard(
      createEgressPolicy({ allowNetworks: undefined, allowHttp: false }),
      createResolver({ servers: [dns.server], timeoutMs: 10_000 }),
    ),
    timeoutMs: 100,
  });
  const sending = slow.send({
    url: 'https://example.com/',
    headers: {},
    body: new Uint8Array(),
    reuseConnection: true,
  });
  expect(await sending).toMatchObject({ failure: 'dns_error', status: null });
  await dns.stop();
});

/** Listens, never accepts, and has room for one connection. */
const DEAF = `
import socket, sys, time
server = socket.socket()
server.bind(('127.0.0.1', 0))
server.listen(0)
print(server.getsockname()[1], flush=True)
time.sleep(600)`;

test('send() fails with connect_timeout when no server accepts', async () => {
  const deaf = spawn('python3', ['-c', DEAF], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await firstLine(deaf);
  const fillers: Socket[] = [];
  let waiting = 0;
  try {
    // The backlog is full once a connection stays unanswered.
    await eventually('the backlog is full', async () => {
      const filler = connect(port, '127.0.0.1').on('error', () => {});
      fillers.push(filler);
      const outcome = await Promise.race([
        new Promise((resolve) => filler.once('connect', () => resolve('connected'))),
        new Promise((resolve) => setTimeout(() => resolve('unanswered'), 150)),
      ]);
      if (outcome === 'unanswered') waiting += 1;
      return waiting > 0;
    });
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ failure: 'connect_timeout', status: null });
  } finally {
    for (const filler of fillers) filler.destroy();
    deaf.kill('SIGKILL');
  }
});

function firstLine(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))));
}
