import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/receiver.ts';

/** A connection as the server sees it. */
export interface Connection {
  readonly socket: Socket;
  /** From 1. */
  readonly number: number;
  /** How many requests arrived on it so far with complete headers. */
  requests: number;
}

export interface HostileServerOptions {
  /** True for the tests' certificate. @default false */
  readonly tls?: boolean | TlsOptions;
  /** Called for each connection, after the TLS handshake if there is one. */
  readonly onConnection?: (connection: Connection) => void;
  /** Called for each request. Without it, nothing is ever read. */
  readonly onRequest?: (connection: Connection) => void;
}

/** A server whose connections a test controls byte by byte. */
export interface HostileServer {
  readonly url: string;
  readonly connections: readonly Connection[];
  /** Of all connections together. */
  requests(): number;
  /** How many connections are open. Unread ones are first read to their end. */
  open(): number;
  stop(): void;
}

export async function startHostileServer(options: HostileServerOptions): Promise<HostileServer> {
  const { tls = false, onConnection, onRequest } = options;
  const connections: Connection[] = [];
  const open = new Set<Socket>();

  const accept = (socket: Socket) => {
    const connection: Connection = { socket, number: connections.length + 1, requests: 0 };
    connections.push(connection);
    open.add(socket);
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    if (onRequest) countRequests(connection, onRequest);
    else socket.pause();
    onConnection?.(connection);
  };
  const certificate = { cert: TEST_CERTIFICATE, key: TEST_KEY };
  const server: Server = tls
    ? createTlsServer(tls === true ? certificate : { ...certificate, ...tls }, accept)
    : createServer(accept);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections,
    requests: () => connections.reduce((sum, { requests }) => sum + requests, 0),
    open: () => {
      for (const socket of open) socket.resume();
      return open.size;
    },
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Calls back at the head of each request. Its body contains no second one. */
function countRequests(connection: Connection, onRequest: (connection: Connection) => void): void {
  let tail = '';
  connection.socket.on('data', (chunk: Buffer) => {
    const heads = (tail + chunk.toString('latin1')).split('\r\n\r\n');
    tail = heads.at(-1)?.slice(-3) ?? '';
    for (let head = 1; head < heads.length; head += 1) {
      connection.requests += 1;
      onRequest(connection);
    }
  });
}
