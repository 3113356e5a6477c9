import { createServer } from 'node:net';

/** Below the ephemeral ports, because an outgoing connection could take such a port before a server listens on it. */
const [FIRST, LAST] = [12_000, 32_000];
const TRIES = 100;

/** A TCP port on loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
