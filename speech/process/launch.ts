import type { SpawnOptions } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparedCache, TRANSPILED } from '../prepared/cache.ts';
import { availableIsolation, isolated } from './isolation.ts';
import type { ProcessSettings } from './messages.ts';

const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Variables that the runtime and native libraries read. All others may be secrets and are not passed on. */
const PASSED_ON = ['HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'DENO_DIR', 'LD_LIBRARY_PATH'];

/**
 * The command of the speech process. It parses untrusted audio, so it gets its own environment. Its working directory
 * is the folder of its code, which has no `.env` file that Bun would read.
 */
export function launchCommand(settings: ProcessSettings): {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnOptions, 'cwd' | 'env'>;
} {
  // biome-ignore lint/style/noProcessEnv: nothing is read here; some of it is passed on
  const own = process.env;
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])));
  const cache = preparedCache(own);
  // Deno adds its command and permissions when a process starts its own executable.
  const child = { command: process.execPath, args: [ENTRY, JSON.stringify({ ...settings, preparedCache: cache })] };
  const libraries = (own['LD_LIBRARY_PATH'] ?? '').split(':').filter(isAbsolute);
  const readable =
    settings.modelDir === undefined ? [cache, ...libraries] : [cache, ...libraries, ...modelPaths(settings.modelDir)];
  // By default, Bun keeps the modules that it has transpiled in the user's home, which an isolated process cannot see.
  const transpiled = { BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(cache, TRANSPILED) };
  const run = isolated(child, availableIsolation(), readable);
  return { ...run, options: { cwd: dirname(ENTRY), env: { ...env, ...transpiled } } };
}

/** A model's folder, and the files that its links point to: in the cache of a download tool, each file is a link. */
export function modelPaths(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder).map((name) => join(folder, name));
    return [folder, ...files.filter(existsSync).map((file) => realpathSync(file))];
  } catch {
    return [folder]; // the process reports what it cannot load
  }
}
