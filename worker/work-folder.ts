import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { identify, isAlive } from '../platform/process-identity.ts';

/** Longer than any transcription. Folders of other machines that are older are abandoned. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Creates this process's own folder for copies of recordings in use, and removes the folders of processes that were
 * killed.
 * @param now epoch milliseconds
 */
export async function openWorkFolder(folder: string, now: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (await isLeftOver(name, join(folder, name), now)) await rm(join(folder, name), { recursive: true, force: true });
  }
  const own = join(folder, [hostname(), process.pid, identify(process.pid)?.startedAt ?? now].join('_'));
  await mkdir(own, { recursive: true, mode: 0o700 });
  return own;
}

async function isLeftOver(name: string, path: string, now: number): Promise<boolean> {
  const [, host, pid, startedAt] = /^(.*)_(\d+)_([^_]+)$/.exec(name) ?? [];
  if (host === hostname() && startedAt !== undefined) return !isAlive({ pid: Number(pid), startedAt });
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
  return now - mtimeMs > STALE_AFTER_MS;
}
