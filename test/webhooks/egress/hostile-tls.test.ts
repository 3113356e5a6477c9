import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { DeliveryFailureCode } from '../../../contracts/delivery-failures.ts';
import { eventually } from '../../support/eventually.ts';
import { TEST_CERTIFICATE } from '../../support/receiver.ts';
import type { Runtime } from '../../support/spawn.ts';
import { startHostileServer } from './hostile-server.ts';
import { type SenderProcess, startSenderProcess } from './sender-process.ts';

/** Trusted, with the tests' key and the right name, and valid only in January 2020. */
const EXPIRED_CERTIFICATE = readFileSync(new URL('./expired.pem', import.meta.url), 'utf8');

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function startTls(tls: TlsOptions) {
  const server = await startHostileServer({ tls, onRequest: ({ socket }) => socket.write(OK) });
  stops.push(server.stop);
  return server;
}

/** A server without TLS. */
async function startTcp(serve: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`, open };
}

/** Forwards the server's bytes one by one, so that a handshake takes a minute. */
function drip(port: number) {
  return (client: Socket) => {
    const upstream = connect(port, '127.0.0.1').on('error', () => {});
    client.pipe(upstream);
    const bytes: number[] = [];
    upstream.on('data', (chunk: Buffer) => bytes.push(...chunk));
    const timer = setInterval(() => {
      const byte = bytes.shift();
      if (byte !== undefined) client.write(Buffer.of(byte));
    }, 50);
    client.once('close', () => {
      clearInterval(timer);
      upstream.destroy();
    });
  };
}

const record = (type: number, ...content: number[]) => Buffer.of(type, 3, 3, 0, content.length, ...content);

describe.each(['bun', 'deno'] as Runtime[])('send() on %s', (runtime) => {
  let sender: SenderProcess;
  let impatient: SenderProcess;
  beforeAll(() => {
    sender = startSenderProcess(runtime, 10_000, TEST_CERTIFICATE + EXPIRED_CERTIFICATE);
    impatient = startSenderProcess(runtime, 500, TEST_CERTIFICATE);
  });
  afterAll(async () => {
    await Promise.all([sender.stop(), impatient.stop()]);
    expect([...sender.faults, ...impatient.faults]).toEqual([]);
  });

  test('trusts both certificates of these tests', async () => {
    const { url } = await startTls({});
    expect(await sender.send(url)).toMatchObject({ failure: null, status: 200 });
  });

  test.each<[string, TlsOptions]>([
    ['its certificate has expired', { cert: EXPIRED_CERTIFICATE }],
    ['it speaks TLS 1.1 at most', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
    ['it wants a certificate of us', { requestCert: true, rejectUnauthorized: true }],
    [
      'it wants a certificate of us under TLS 1.2',
      { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
    ],
  ])('fails with tls_error, and posts nothing, when %s', async (_, tls) => {
    const server = await startTls(tls);
    expect(await sender.send(server.url)).toEqual({ failure: 'tls_error', status: null, location: null });
    expect(server.requests()).toBe(0);
    await eventually('every connection is closed', () => server.open() === 0);
  });

  test('fails with invalid_response when a server speaks HTTP/2 alone', async () => {
    const settings = Buffer.of(0, 0, 0, 4, 0, 0, 0, 0, 0);
    const server = await startHostileServer({
      tls: { ALPNProtocols: ['h2'] },
      onConnection: ({ socket }) => socket.write(settings),
    });
    stops.push(server.stop);
    expect(await sender.send(server.url)).toMatchObject({ failure: 'invalid_response', status: null });
    await eventually('every connection is closed', () => server.open() === 0);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['answers in plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')],
    ['greets as a mail server', (socket) => socket.write('220 smtp.example.com ESMTP\r\n')],
    ['closes', (socket) => socket.end()],
    ['cuts the connection', (socket) => socket.resetAndDestroy()],
    ['sends an alert', (socket) => socket.write(record(0x15, 2, 40))],
    ['floods with warnings', (socket) => socket.write(Buffer.concat(Array(10_000).fill(record(0x15, 1, 90))))],
    ['announces a handshake message of 16 MiB', (socket) => socket.write(record(0x16, 2, 0xff, 0xff, 0xff, 3, 3))],
  ])('fails with tls_error when a server %s in place of its handshake', async (_, answer) => {
    const { url, open } = await startTcp((socket) => void socket.once('data', () => answer(socket)));
    expect(await sender.send(url)).toEqual({ failure: 'tls_error', status: null, location: null });
    await eventually('the connection is closed', () => open.size === 0);
  });

  test.each<[DeliveryFailureCode, string, (port: number) => (socket: Socket) => void]>([
    ['tls_timeout', 'drips', drip],
    ['tls_timeout', 'never comes', () => (socket) => socket.resume()],
  ])('fails with %s when the handshake %s', async (failure, _, serve) => {
    const upstream = await startTls({});
    const { url, open } = await startTcp(serve(Number(new URL(upstream.url).port)));
    expect(await impatient.send(url)).toEqual({ failure, status: null, location: null });
    expect(upstream.requests()).toBe(0);
    await eventually('the connection is closed', () => open.size === 0);
  });
});
