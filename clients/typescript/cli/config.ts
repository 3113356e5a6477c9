import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './exit-codes.ts';

/** What `sotto login` saved. */
export interface Config {
  /** Without a slash at its end. */
  readonly url?: string;
  readonly token?: string;
  readonly apiKey?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file, by the XDG Base Directory Specification. */
export function configPath(env: Env): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'sotto', 'config.json');
}

/** @throws {UsageError} when the file is damaged */
export async function readConfig(env: Env): Promise<Config> {
  const path = configPath(env);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Config;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(`Cannot read ${path}: run \`sotto login\` again`, { cause: error });
  }
}

/** Replaces the file in one step. Only its owner may read it. */
export async function writeConfig(env: Env, config: Config): Promise<string> {
  const path = configPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, path);
  return path;
}

/** Forgets what was saved. */
export async function removeConfig(env: Env): Promise<void> {
  await rm(configPath(env), { force: true });
}
