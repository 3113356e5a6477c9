import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { lastLine, runTool } from '../../development/run-tool.ts';
import { inCache } from './tool-cache.ts';

/** Python packages that generate, check and build the Python client, pinned by test/support/client-tools.txt. */
const PYTHON = 'client-tools-2';
const GENERATOR = 'openapi-generator-cli-7.17.0.jar';
const GENERATOR_ARTIFACT = 'org.openapitools:openapi-generator-cli:7.17.0';
const timeoutMs = 10 * 60_000;

/** The folder of the TypeScript client, a package of its own. */
export const TYPESCRIPT_CLIENT = fileURLToPath(new URL('../../clients/typescript', import.meta.url));
/** The folder of the Python client. */
export const PYTHON_CLIENT = fileURLToPath(new URL('../../clients/python', import.meta.url));

/** Finds or installs the tools that generate, check and build the clients. */
export function getClientTools(env: Env, progress: Progress): Promise<void>[] {
  return [getNodePackages(env, progress), getPythonPackages(env, progress), getGenerator(env, progress)];
}

/** The folder with the packages of {@link getPythonPackages}. */
export const pythonClientTools = (env: Env) => join(cacheFolder(env), PYTHON);
/** OpenAPI Generator's jar. */
export const openApiGenerator = (env: Env) => join(cacheFolder(env), GENERATOR);

async function getNodePackages(env: Env, progress: Progress): Promise<void> {
  const lock = createHash('sha256')
    .update(await readFile(join(TYPESCRIPT_CLIENT, 'bun.lock')))
    .digest('hex');
  const installed = join(TYPESCRIPT_CLIENT, 'node_modules', '.installed');
  if (existsSync(installed) && (await readFile(installed, 'utf8')) === lock) return;
  await progress.during('Installing the packages of the TypeScript client', async () => {
    const args = ['install', '--frozen-lockfile'];
    const { ok, output } = await runTool(process.execPath, args, { env, timeoutMs, cwd: TYPESCRIPT_CLIENT });
    if (!ok) throw new Error(`Cannot test the TypeScript client: ${lastLine(output)}`);
  });
  await writeFile(installed, lock);
}

async function getPythonPackages(env: Env, progress: Progress): Promise<void> {
  if (existsSync(pythonClientTools(env))) return;
  const python = findExecutable(['python3'], env);
  if (!python) throw new Error('Cannot test the Python client as it needs Python 3.11 with pip: install both');
  const pins = fileURLToPath(new URL('./client-tools.txt', import.meta.url));
  await inCache(env, PYTHON, (folder) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-warn-script-location'];
    const args = ['-m', 'pip', 'install', ...quiet, '--target', join(folder, PYTHON), '--requirement', pins];
    return progress.during('Fetching the tools of the Python client', () => runTool(python, args, { env, timeoutMs }));
  });
}

async function getGenerator(env: Env, progress: Progress): Promise<void> {
  if (existsSync(openApiGenerator(env))) return;
  const maven = findExecutable(['mvn'], env);
  if (!maven) throw new Error('Cannot test the OpenAPI as OpenAPI Generator needs Java 17 and Maven: install both');
  await inCache(env, GENERATOR, (folder) => {
    const args = ['dependency:copy', `-Dartifact=${GENERATOR_ARTIFACT}`, `-DoutputDirectory=${folder}`];
    return progress.during('Fetching OpenAPI Generator', () =>
      runTool(maven, ['-B', '-q', ...args], { env, timeoutMs }),
    );
  });
}
