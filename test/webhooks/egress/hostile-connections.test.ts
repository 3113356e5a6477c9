import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { DeliveryFailureCode } from '../../../contracts/delivery-failures.ts';
import { eventually } from '../../support/eventually.ts';
import { TEST_CERTIFICATE } from '../../support/receiver.ts';
import type { Runtime } from '../../support/spawn.ts';
import {
  type Connection,
  type HostileServer,
  type HostileServerOptions,
  startHostileServer,
} from './hostile-server.ts';
import { type SenderProcess, type Sent, startSenderProcess } from './sender-process.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const DELIVERED: Sent = { failure: null, status: 200, location: null };
const failed = (failure: DeliveryFailureCode): Sent => ({ failure, status: null, location: null });

/** Each test has a server of its own, so that tests that wait for a time limit run side by side. */
const servers: HostileServer[] = [];
afterAll(() => {
  for (const server of servers) server.stop();
});

async function start(options: HostileServerOptions): Promise<HostileServer> {
  const server = await startHostileServer(options);
  servers.push(server);
  return server;
}

const allClosed = (server: HostileServer) => eventually('every connection is closed', () => server.open() === 0);

type Do = (connection: Connection) => unknown;

describe.each([
  ['bun', false],
  ['bun', true],
  ['deno', false],
  ['deno', true],
] as [Runtime, boolean][])('send() on %s with TLS %p', (runtime, tls) => {
  let sender: SenderProcess;
  /** The only limit that ends such a send. */
  let impatient: SenderProcess;
  beforeAll(async () => {
    sender = startSenderProcess(runtime, 10_000, TEST_CERTIFICATE);
    impatient = startSenderProcess(runtime, 1_500, TEST_CERTIFICATE);
    // The first send of a process takes longer than later ones.
    const server = await start({ tls, onRequest: ({ socket }) => socket.end(OK) });
    await Promise.all([sender.send(server.url), impatient.send(server.url)]);
  });
  afterAll(async () => {
    await Promise.all([sender.stop(), impatient.stop()]);
    expect([...sender.faults, ...impatient.faults]).toEqual([]);
  });

  describe('does not treat as the response to a second POST', () => {
    /** Only the first POST on the first connection is answered. */
    const afterFirst = (answer: Do) => (connection: Connection) => {
      if (connection.number === 1 && connection.requests === 1) answer(connection);
    };

    test.concurrent.each([
      ['a second answer that came with the first', `${OK}${OK}`],
      ['what follows a content-length that is too short', `HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n${OK}`],
      ['the body of a 204', `HTTP/1.1 204 No Content\r\n\r\n${OK}`],
      ['what follows the last chunk', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${OK}`],
      ['the beginning of an answer that came with the first', `${OK}HTTP/1.1 200 OK\r\ncontent-le`],
    ])('%s', async (_, answer) => {
      const server: HostileServer = await start({ tls, onRequest: afterFirst(({ socket }) => socket.write(answer)) });
      expect(await impatient.send(server.url)).toMatchObject({ failure: null });
      expect(await impatient.send(server.url)).toEqual(failed('response_timeout'));
      expect(server.requests()).toBe(2);
      await allClosed(server);
    });

    test.concurrent('an answer that came while the connection lay idle, which closes it at once', async () => {
      const server: HostileServer = await start({
        tls,
        // Both are answered once both have arrived: two connections.
        onRequest: () => {
          if (server.requests() !== 2) return;
          for (const { socket } of server.connections) socket.write(OK);
        },
      });
      expect(await Promise.all([impatient.send(server.url), impatient.send(server.url)])).toEqual([
        DELIVERED,
        DELIVERED,
      ]);
      const [first, second] = server.connections;
      first?.socket.write(OK);
      await eventually('it is closed', () => first?.socket.closed);
      // Long before its idle timeout, which would also close the other one.
      expect(await impatient.send(server.url)).toEqual(failed('response_timeout'));
      expect([server.connections.length, first?.requests, second?.requests]).toEqual([2, 1, 2]);
    });
  });

  describe('opens a new connection after one', () => {
    test.concurrent.each<[string, Do]>([
      ['that the server closed', ({ socket }) => socket.end(OK)],
      ['that the server cut', ({ socket }) => socket.write(OK, () => socket.resetAndDestroy())],
    ])('%s', async (_, answer) => {
      const server: HostileServer = await start({ tls, onRequest: answer });
      for (const number of [1, 2]) {
        expect(await sender.send(server.url)).toEqual(DELIVERED);
        await allClosed(server);
        expect([server.connections.length, server.requests()]).toEqual([number, number]);
      }
    });

    test.concurrent.each([
      ['that should be closed, but is not', `HTTP/1.1 200 OK\r\nconnection: close\r\n${OK.slice(17)}`],
      ['of HTTP/1.0', OK.replace('1.1', '1.0')],
      ['whose body never came', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok'],
      ['that went over to another protocol', 'HTTP/1.1 101 X\r\n\r\n'],
    ])('%s', async (_, answer) => {
      const server: HostileServer = await start({ tls, onRequest: ({ socket }) => socket.write(answer) });
      for (const number of [1, 2]) {
        await impatient.send(server.url);
        expect([server.connections.length, server.requests()]).toEqual([number, number]);
      }
      await allClosed(server);
    });
  });

  test.concurrent.each<[DeliveryFailureCode, string, Do]>([
    ['connection_closed', 'closes it', ({ socket }) => socket.end()],
    ['connection_closed', 'cuts it', ({ socket }) => socket.resetAndDestroy()],
    ['response_timeout', 'is silent', () => {}],
    ['headers_timeout', 'begins an answer', ({ socket }) => socket.write('HTTP/1.1 2')],
    ['invalid_response', 'speaks no HTTP', ({ socket }) => socket.write('220 smtp.example.com\r\n')],
  ])('fails with %s, and posts once, when a kept connection %s', async (failure, _, answer) => {
    const server: HostileServer = await start({
      tls,
      onRequest: (connection) => (connection.requests === 1 ? connection.socket.write(OK) : answer(connection)),
    });
    expect(await impatient.send(server.url)).toEqual(DELIVERED);
    expect(await impatient.send(server.url)).toEqual(failed(failure));
    await allClosed(server);
    expect([server.connections.length, server.requests()]).toEqual([1, 2]);
  });

  test.concurrent('closes a connection of its own though the server keeps it', async () => {
    const server: HostileServer = await start({ tls, onRequest: ({ socket }) => socket.write(OK) });
    expect(await sender.send(server.url, { reuseConnection: false })).toEqual(DELIVERED);
    await allClosed(server);
  });

  test.concurrent('closes an idle connection, however long the server would keep it', async () => {
    const keep = OK.replace('\r\n', '\r\nkeep-alive: timeout=999999999999\r\n');
    const server: HostileServer = await start({ tls, onRequest: ({ socket }) => socket.write(keep) });
    expect(await sender.send(server.url)).toEqual(DELIVERED);
    await allClosed(server);
  });

  describe('with a body that the server does not read', () => {
    // More than the kernel buffers on both sides.
    const bytes = 16 * 1024 * 1024;

    test('ends in time', async () => {
      const server: HostileServer = await start({ tls });
      expect(await impatient.send(server.url, { bytes })).toEqual(failed('response_timeout'));
      await allClosed(server);
    });

    test('accepts a response that arrives before it was sent, and closes the connection', async () => {
      for (const [line, failure, status] of [
        ['200 OK', null, 200],
        ['413 Too Large', 'status', 413],
      ] as const) {
        const answer = `HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`;
        const server: HostileServer = await start({ tls, onConnection: ({ socket }) => socket.write(answer) });
        for (const number of [1, 2]) {
          expect(await sender.send(server.url, { bytes })).toEqual({ failure, status, location: null });
          expect(server.connections).toHaveLength(number);
        }
        await allClosed(server);
      }
    });

    test('accepts a response after which the server closes', async () => {
      const answer = 'HTTP/1.1 413 Too Large\r\nconnection: close\r\n\r\n';
      const server: HostileServer = await start({ tls, onRequest: ({ socket }) => socket.end(answer) });
      expect(await sender.send(server.url, { bytes: 256 * 1024 })).toMatchObject({ failure: 'status', status: 413 });
      await allClosed(server);
    });

    test('fails when the server cuts the connection in the middle', async () => {
      const server: HostileServer = await start({ tls, onRequest: ({ socket }) => socket.resetAndDestroy() });
      expect(await sender.send(server.url, { bytes })).toEqual(failed('connection_closed'));
      expect([server.connections.length, server.requests()]).toEqual([1, 1]);
    });
  });
});
