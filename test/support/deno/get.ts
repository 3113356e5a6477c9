import { existsSync } from 'node:fs';
import { copyFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type Env } from '../../../development/executables.ts';
import type { Progress } from '../../../development/progress.ts';
import { runTool } from '../../../development/run-tool.ts';
import { inCache } from '../tool-cache.ts';

/** Deno of the version in deno-package/package.json, whose lockfile pins its hash. */
const EXECUTABLE = 'bin/deno-2.9.6';
const timeoutMs = 10 * 60_000;

/** Gets Deno from npm into the cache, beside the other tools. In `node_modules`, it would take 92 MB of everybody. */
export async function getDeno(env: Env, progress: Progress): Promise<void> {
  if (existsSync(join(cacheFolder(env), EXECUTABLE))) return;
  await inCache(env, EXECUTABLE, async (folder) => {
    for (const name of ['package.json', 'bun.lock']) {
      await copyFile(fileURLToPath(new URL(`../deno-package/${name}`, import.meta.url)), join(folder, name));
    }
    const args = ['install', '--frozen-lockfile'];
    const result = await progress.during('Getting Deno from npm', () =>
      runTool(process.execPath, args, { env, timeoutMs, cwd: folder }),
    );
    // One package for each platform; only that of this machine is installed.
    const platforms = join(folder, 'node_modules', '@deno');
    const [platform = ''] = existsSync(platforms) ? await readdir(platforms) : [];
    if (result.ok) await rename(join(platforms, platform, 'deno'), join(folder, 'deno-2.9.6'));
    return result;
  });
}

/**
 * The path of Deno.
 * @throws when the tools were not set up
 */
export function denoExecutable(): string {
  const executable = join(cacheFolder(process.env), EXECUTABLE);
  if (!existsSync(executable)) throw new Error('Cannot test on Deno: run `npm run test:tools`');
  return executable;
}
