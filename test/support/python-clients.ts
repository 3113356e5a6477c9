import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { runTool } from '../../development/run-tool.ts';
import { inCache } from './tool-cache.ts';

/** The official `openai` of PyPI, and `wyoming-openai`, which depends on it. Versions are pinned in python-clients.txt. */
const packages = 'python-clients-wyoming-openai-0.8.0';
const NAMES = ['python3.15', 'python3.14', 'python3.13', 'python3.12', 'python3'];
const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 12))';
const INSTALL_TIMEOUT_MS = 20 * 60_000;

/** Installs the clients for Python 3.12 or newer. Without it, this is reported, and their tests fail. */
export async function getPythonClients(env: Env, progress: Progress): Promise<void> {
  if (existsSync(join(cacheFolder(env), packages))) return;
  const python = await findPython(env);
  if (!python) return progress.say('The tests of Python clients need Python 3.12 with pip: install both');
  const pins = fileURLToPath(new URL('./python-clients.txt', import.meta.url));
  await inCache(env, packages, (folder) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-warn-script-location', '--root-user-action=ignore'];
    const args = ['-m', 'pip', 'install', ...quiet, '--target', join(folder, packages), '--requirement', pins];
    return progress.during('Fetching Python clients', () =>
      runTool(python, args, { env, timeoutMs: INSTALL_TIMEOUT_MS }),
    );
  });
}

/**
 * The Python with the clients, and its environment.
 * @throws when the tools were not set up
 */
export async function pythonWithClients(env: Env): Promise<{ python: string; env: Env }> {
  const folder = join(cacheFolder(env), packages);
  const python = await findPython(env);
  if (!python || !existsSync(folder)) {
    throw new Error('Cannot test Python clients: install Python 3.12 with pip, and run `npm run test:tools`');
  }
  return { python, env: { ...env, PYTHONPATH: folder } };
}

/** The first Python that is new enough: on the path, or among the versions of pyenv, whose path has one of them. */
async function findPython(env: Env): Promise<string | undefined> {
  const root = env['PYENV_ROOT'] ?? join(homedir(), '.pyenv');
  const onPath = NAMES.flatMap((name) => findExecutable([name], env) ?? []);
  for (const python of [...onPath, ...globSync(join(root, 'versions/3.*/bin/python3')).toSorted()]) {
    const { ok } = await runTool(python, ['-c', IS_NEW_ENOUGH], { env, timeoutMs: 30_000 });
    if (ok) return python;
  }
  return undefined;
}
