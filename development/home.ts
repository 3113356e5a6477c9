import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StackError } from './stack-error.ts';

/** Where the embedded stack stores its state. Every path is absolute. */
export interface Home {
  readonly folder: string;
  /** Redis' append-only file. */
  readonly redis: string;
  /** Temporal's SQLite file. */
  readonly temporalDatabase: string;
  readonly logs: string;
  readonly secret: string;
  /** The address of the Redis in use, for the operator's command line. */
  readonly redisUrl: string;
  readonly credentials: string;
  /** The processes that run on this home: see instance.ts. */
  readonly processes: string;
}

const MEBIBYTE = 1024 * 1024;
/** Enough for Redis, Temporal and a recording to write for a while. With less, the first request would fail. */
const MIN_FREE_BYTES = 64 * MEBIBYTE;

/**
 * Creates the folders of a home and checks that they are writable.
 * @param options.freeBytes how much must be free on its disk
 * @throws {StackError} when they are not writable, or the disk is full
 */
export async function openHome(path: string, { freeBytes = MIN_FREE_BYTES } = {}): Promise<Home> {
  const folder = resolve(path);
  const home: Home = {
    folder,
    redis: join(folder, 'redis'),
    temporalDatabase: join(folder, 'temporal', 'temporal.db'),
    logs: join(folder, 'logs'),
    secret: join(folder, 'secret'),
    redisUrl: join(folder, 'redis-url'),
    credentials: join(folder, 'credentials.json'),
    processes: join(folder, 'processes.json'),
  };
  try {
    for (const needed of [folder, home.redis, join(folder, 'temporal'), home.logs]) {
      await mkdir(needed, { recursive: true, mode: 0o700 });
    }
    await writeWhole(join(folder, '.write-test'), 'x'.repeat(4096));
    await rm(join(folder, '.write-test'));
  } catch (error) {
    throw new StackError(`Cannot start as '${folder}' cannot be written: ${reason(error)}`);
  }
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < freeBytes) {
    const free = Math.floor((bavail * bsize) / MEBIBYTE);
    throw new StackError(
      `Cannot start as the disk of '${folder}' is full: ${free} MiB are free, at least ${freeBytes / MEBIBYTE} MiB are needed`,
    );
  }
  return home;
}

/**
 * The secret that signs client tokens and recording links. It is created on the first start and never changes.
 * @throws {StackError} when the file is damaged
 */
export async function keepSecret(home: Home): Promise<string> {
  const kept = await readFile(home.secret, 'utf8').catch(() => undefined);
  if (kept === undefined) {
    const secret = randomBytes(32).toString('base64url');
    await writeWhole(home.secret, secret);
    return secret;
  }
  if (kept.trim().length < 32) {
    throw new StackError(
      `Cannot start as '${home.secret}' is damaged: restore it, or delete it, which makes every link and client token given out so far invalid`,
    );
  }
  return kept.trim();
}

/** Writes a file that only its owner may read, completely or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeFile(partial, text, { mode: 0o600, flush: true });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

function reason(error: unknown): string {
  const code = (error as { code?: string }).code ?? '';
  const known: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'the disk is read-only',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'it is a file',
  };
  return `${known[code] ?? (error instanceof Error ? error.message : 'unknown error')} (set SOTTO_HOME to another folder)`;
}
