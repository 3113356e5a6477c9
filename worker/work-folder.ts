import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** No transcription takes as long; what is older belongs to a process that was killed. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/** Makes the folder for copies of recordings under way, and clears it of those that a killed process left. */
export async function openWorkFolder(folder: string, now: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > STALE_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
  return folder;
}
