import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The process environment, passed in by the entry file. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The folder of fetched tools, shared by runs and clones: `${XDG_CACHE_HOME:-~/.cache}/sotto`. */
export function cacheFolder(env: Env): string {
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'sotto');
}

/**
 * The first executable file with one of these names, on `PATH` or in the cache's `bin`. Names are in order of
 * preference.
 */
export function findExecutable(names: readonly string[], env: Env): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), join(cacheFolder(env), 'bin')];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutableFile);
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
