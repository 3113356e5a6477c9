import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A certificate for `hook.example.com`, `*.hook.example.com` and 127.0.0.1, valid for tests alone. */
export const TEST_CERTIFICATE = readFileSync(new URL('./tls/certificate.pem', import.meta.url), 'utf8');
export const TEST_KEY = readFileSync(new URL('./tls/key.pem', import.meta.url), 'utf8');

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes of the body, as text. */
  readonly body: string;
  /** The client's port: the same for requests on one connection. */
  readonly clientPort: number;
}

/** How a request is answered: with a status, or by a function. */
export type Answer = number | ((response: ServerResponse, request: ReceivedRequest) => void | Promise<void>);

/** A webhook receiver: a real HTTP server on loopback that stores what it receives. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** How all later requests are answered. Initially 204. */
  answerWith(answer: Answer): void;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  readonly tls?: boolean;
  /** @default 127.0.0.1 */
  readonly host?: string;
  readonly port?: number;
}

export async function startReceiver({
  tls = false,
  host = '127.0.0.1',
  port = 0,
}: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let answer: Answer = 204;
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request: ReceivedRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      clientPort: incoming.socket.remotePort ?? 0,
    };
    requests.push(request);
    if (typeof answer === 'function') await answer(response, request);
    else response.writeHead(answer).end();
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse) =>
    void handle(incoming, response).catch(() => response.destroy());
  const server = tls ? createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${bound}/hook`,
    port: bound,
    requests,
    answerWith: (next) => {
      answer = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
