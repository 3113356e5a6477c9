import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral ports, because an outgoing connection could take such a port before a server listens on it. */
const [FIRST, LAST] = [12_000, 32_000];
const TRIES = 100;
/** Has a file for each port that a test process has taken, with the id of the process. */
const CLAIMS = join(tmpdir(), 'sotto-test-ports');
let isSwept = false;

/** A TCP port on loopback that is free, and that no other test gets while this process runs. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (claimPort(port) && (await isFree(port))) return port;
  }
  throw new Error('No port is free');
}

/**
 * Claims a port for this process: several test processes run at the same time, and a server listens only some time after
 * its port was chosen.
 * @returns whether no running process had claimed it
 */
export function claimPort(port: number, folder = CLAIMS): boolean {
  mkdirSync(folder, { recursive: true });
  if (folder === CLAIMS && !isSwept) sweep(folder);
  const path = join(folder, String(port));
  if (isStale(path)) rmSync(path, { force: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Deletes the claims of processes that have ended. */
function sweep(folder: string): void {
  isSwept = true;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isStale(path)) rmSync(path, { force: true });
  }
}

function isStale(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    // It is empty while it is being written.
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
