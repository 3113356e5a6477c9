import { afterAll, beforeAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import { type Server, serve } from '../../../platform/http/serve.ts';
import { asksForSocket, offeredProtocols, type Socket, upgrade } from '../../../platform/http/sockets.ts';

/** A connection as the server sees it. */
interface Accepted {
  readonly socket: Socket;
  readonly messages: (string | Uint8Array)[];
  readonly closed: Promise<void>;
}

let server: Server;
/** The callers that wait for the next connection. */
let waiting: (accepted: Accepted) => void = () => {};

beforeAll(async () => {
  server = await serve(
    (request) => {
      if (!asksForSocket(request)) return new Response('no socket', { status: 426 });
      const messages: (string | Uint8Array)[] = [];
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      return upgrade(request, {
        handler: {
          open: (socket) => waiting({ socket, messages, closed }),
          message: (data) => messages.push(data),
          closed: resolve,
        },
        protocol: offeredProtocols(request).at(-1),
        maxMessageBytes: 1_000,
        maxWaitingBytes: 100_000,
        headers: {},
      });
    },
    { host: '127.0.0.1', port: 0, stopGraceMs: 100 },
  );
});
afterAll(() => server.stop());

function accepted(): Promise<Accepted> {
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

/** A handshake without a WebSocket client, so that the test controls what is read and sent. */
async function handshake(): Promise<[TcpSocket, Accepted]> {
  const near = connect(server.port, '127.0.0.1');
  near.on('error', () => {}); // the server may close it
  const far = accepted();
  near.write(
    'GET / HTTP/1.1\r\nhost: test\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  return [near, await far];
}

test('text and bytes arrive in order, the protocol is chosen, and both sides can close', async () => {
  const far = accepted();
  const client = new WebSocket(`ws://127.0.0.1:${server.port}`, ['first', 'second']);
  const received: unknown[] = [];
  client.onmessage = ({ data }) => received.push(data);
  const { socket, messages, closed } = await far;
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
  expect(client.protocol).toBe('second');
  client.send('hello');
  client.send(Uint8Array.of(1, 2, 3));
  socket.send('welcome');
  const ended = new Promise<CloseEvent>((resolve) => {
    client.onclose = resolve;
  });
  client.send('last');
  while (messages.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(messages).toEqual(['hello', Uint8Array.of(1, 2, 3), 'last']);
  socket.close(1013, 'later');
  expect(await ended).toMatchObject({ code: 1013, reason: 'later' });
  expect(received).toEqual(['welcome']);
  await closed;
});

test('a message over the limit closes with 1009, counted in bytes', async () => {
  const far = accepted();
  const client = new WebSocket(`ws://127.0.0.1:${server.port}`);
  const ended = new Promise<CloseEvent>((resolve) => {
    client.onclose = resolve;
  });
  const { messages } = await far;
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
  client.send('a'.repeat(1_000));
  client.send('ä'.repeat(501));
  expect((await ended).code).toBe(1009);
  expect(messages).toHaveLength(1);
});

test('a caller that still sends receives the last message and the close code', async () => {
  const far = accepted();
  const client = new WebSocket(`ws://127.0.0.1:${server.port}`);
  const received: unknown[] = [];
  client.onmessage = ({ data }) => received.push(data);
  const ended = new Promise<CloseEvent>((resolve) => {
    client.onclose = resolve;
  });
  const { socket, messages } = await far;
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
  for (let count = 0; count < 500; count++) client.send('x'.repeat(500));
  while (messages.length === 0) await new Promise((resolve) => setImmediate(resolve));
  socket.send('too much');
  socket.close(1008, 'too_fast');
  expect(await ended).toMatchObject({ code: 1008, reason: 'too_fast' });
  expect(received).toEqual(['too much']);
});

test('a caller that does not read is cut off', async () => {
  const [near, { socket, closed }] = await handshake();
  near.pause();
  const timer = setInterval(() => {
    for (let count = 0; count < 20; count++) socket.send('x'.repeat(50_000));
  }, 1);
  await closed;
  clearInterval(timer);
  near.destroy();
}, 20_000);

test('a connection that breaks without a word is closed', async () => {
  const [near, { closed }] = await handshake();
  near.resetAndDestroy();
  await closed;
});

test('frames of noise end their connection, and the server goes on', async () => {
  let state = 1;
  const noise = () =>
    Uint8Array.from({ length: 64 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 16;
    });
  for (let round = 0; round < 20; round++) {
    const [near, { closed }] = await handshake();
    near.write(noise());
    near.end(noise());
    near.resume();
    await closed;
    near.destroy();
  }
  expect((await fetch(`http://127.0.0.1:${server.port}`)).status).toBe(426);
}, 20_000);
