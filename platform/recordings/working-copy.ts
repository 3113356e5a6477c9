import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recordings } from './types.ts';

/** A recording and the folder for its copy. */
export interface WorkingCopyOptions {
  /** The recording's name in the store. */
  readonly object: string;
  /** A folder on this machine's disk. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Calls `use` with the path of a local copy of a recording, and deletes the copy afterwards. */
export async function withWorkingCopy<T>(
  recordings: Pick<Recordings, 'download'>,
  { object, folder, signal }: WorkingCopyOptions,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const own = await mkdtemp(join(folder, 'note-'));
  try {
    const path = join(own, 'recording');
    await recordings.download(object, path, signal);
    return await use(path);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
