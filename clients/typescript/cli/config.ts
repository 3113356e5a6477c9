import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './exit-codes.ts';

/** The values that `sotto login` saves. */
export interface Config {
  /** Without a trailing slash. */
  readonly url?: string;
  readonly token?: string;
  readonly apiKey?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The path of the file, according to the XDG Base Directory Specification. */
export function configPath(env: Env): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'sotto', 'config.json');
}

/** @throws {UsageError} if the file is damaged */
export async function readConfig(env: Env): Promise<Config> {
  const path = configPath(env);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Config;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(`Cannot read ${path}: run \`sotto login\` again`, { cause: error });
  }
}

/** Replaces the file atomically. Only its owner can read it. */
export async function writeConfig(env: Env, config: Config): Promise<string> {
  const path = configPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, path);
  return path;
}

/** Deletes the saved values. */
export async function removeConfig(env: Env): Promise<void> {
  await rm(configPath(env), { force: true });
}
