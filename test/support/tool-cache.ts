import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, type Env } from '../../development/executables.ts';
import { lastLine, type ToolResult } from '../../development/run-tool.ts';

/** Lets `get` fill a temporary folder, then moves the entry with the last name of `path` into the cache. */
export async function inCache(env: Env, path: string, get: (folder: string) => Promise<ToolResult>): Promise<void> {
  const cache = cacheFolder(env);
  await mkdir(join(cache, 'bin'), { recursive: true });
  const folder = await mkdtemp(join(cache, '.get-'));
  try {
    const { ok, output } = await get(folder);
    if (!ok) throw new Error(`Cannot test as '${path}' could not be fetched: ${lastLine(output)}`);
    const target = join(cache, path);
    // A concurrent set-up may have been first. Its copy is the same.
    if (!existsSync(target)) await rename(join(folder, path.split('/').at(-1) ?? path), target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
