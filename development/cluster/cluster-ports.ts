import { createServer } from 'node:net';
import { StackError } from '../stack-error.ts';

/** Below the ports that systems give to outgoing connections, which could take one before it is listened on. */
const [FIRST, LAST] = [12_000, 32_000];
const TRIES = 1_000;

/**
 * Finds distinct free ports on loopback.
 * @throws {StackError} when too few are free
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; tries < TRIES && found.size < count; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  if (found.size < count) throw new StackError(`Cannot start a cluster as it needs ${count} free ports`);
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
