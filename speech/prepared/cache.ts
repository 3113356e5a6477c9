import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where prepared models are kept, for all copies of Sotto of a user. Speech processes may read it, but only set-up writes it.
 * @param env the process's environment
 */
export function preparedCache(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'sotto', 'speech');
}

/** The folder in which Bun keeps the large modules of a speech process, transpiled. */
export const TRANSPILED = 'transpiled';
