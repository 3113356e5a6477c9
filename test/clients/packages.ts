import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder } from '../../development/executables.ts';
import { PYTHON_CLIENT, pythonClientTools, TYPESCRIPT_CLIENT } from '../support/client-tools.ts';
import { inCache } from '../support/tool-cache.ts';
import type { ClientStack } from './stack.ts';

const run = promisify(execFile);
const CLIENTS = fileURLToPath(new URL('../../clients', import.meta.url));
const PINS = fileURLToPath(new URL('../support/client-tools.txt', import.meta.url));
/** The generated files of each client. */
const GENERATED = ['typescript/source/generated', 'python/sotto_sdk/generated'];
const NOT_SOURCES = /(^|\/)(node_modules|dist|generated|__pycache__|\.mypy_cache)(\/|$)/;
const [WARNINGS, PACKED, WHEEL, BINARY] = [
  'warnings.txt',
  'sotto-sdk.tgz',
  'sotto_sdk-0.1.0-py3-none-any.whl',
  'sotto',
];

/** The environment of the Python tools, which have a separate folder. */
export const pythonEnv = (...paths: string[]) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  PYTHONPATH: [...paths, pythonClientTools(process.env)].join(delimiter),
});

/** The clients as users install them. */
export interface Packages {
  /** What the generators wrote to standard output and standard error. */
  readonly warnings: string;
  /** A folder in which the packed TypeScript package is installed. */
  readonly consumer: string;
  /** The folder that Python imports the wheel's content from. */
  readonly python: string;
  /** The command as a standalone binary. */
  readonly binary: string;
}

/**
 * Generates and builds both clients from the running service, as docs/sdk.md says, and installs them. The cache keeps
 * the results for each combination of OpenAPI description, sources and tools.
 */
export async function installPackages({ url, folder }: Pick<ClientStack, 'url' | 'folder'>): Promise<Packages> {
  const name = `clients-${await inputsHash(url)}`;
  const built = join(cacheFolder(process.env), name);
  if (existsSync(built)) {
    for (const path of GENERATED) await cp(join(built, path), join(CLIENTS, path), { recursive: true });
  } else {
    await inCache(process.env, name, async (target) => {
      await build(url, join(target, name));
      return { ok: true, output: '' };
    });
    await removeOthers(name);
  }
  const python = join(folder, 'python');
  await run('python3', ['-m', 'zipfile', '--extract', join(built, WHEEL), python]);
  const warnings = await readFile(join(built, WARNINGS), 'utf8');
  return { warnings, consumer: await installTypeScript(join(built, PACKED)), python, binary: join(built, BINARY) };
}

/** A hash of everything that the packages are built from, except the service's address. */
async function inputsHash(url: string): Promise<string> {
  const openapi = await (await fetch(`${url}/swagger/json`)).text();
  const sources = (await readdir(CLIENTS, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !NOT_SOURCES.test(path.slice(CLIENTS.length)));
  const hash = createHash('sha256')
    .update(openapi.replaceAll(url, ''))
    .update(process.versions['bun'] ?? '');
  for (const path of [PINS, ...sources.toSorted()])
    hash.update(path.slice(CLIENTS.length)).update(await readFile(path));
  return hash.digest('hex').slice(0, 32);
}

async function build(url: string, target: string): Promise<void> {
  const env = pythonEnv();
  const { stdout, stderr } = await run(join(CLIENTS, 'generate'), [url], { env, timeout: 120_000 });
  await mkdir(target, { recursive: true });
  await writeFile(join(target, WARNINGS), stdout + stderr);
  for (const path of GENERATED) await cp(join(CLIENTS, path), join(target, path), { recursive: true });
  const inTypeScript = { cwd: TYPESCRIPT_CLIENT };
  const compile = async () => {
    await run(join(TYPESCRIPT_CLIENT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], inTypeScript);
    await run(process.execPath, ['pm', 'pack', '--filename', join(target, PACKED), '--quiet'], inTypeScript);
  };
  await Promise.all([
    compile(),
    run(process.execPath, ['build', '--compile', 'cli/main.ts', '--outfile', join(target, BINARY)], inTypeScript),
    run('python3', ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', target], {
      cwd: PYTHON_CLIENT,
      env,
    }),
  ]);
}

/** Packages that were built from other sources. */
async function removeOthers(name: string): Promise<void> {
  const cache = cacheFolder(process.env);
  const others = (await readdir(cache)).filter((other) => /^clients-[0-9a-f]{32}$/.test(other) && other !== name);
  for (const other of others) await rm(join(cache, other), { recursive: true, force: true });
}

async function installTypeScript(packed: string): Promise<string> {
  // Below the package's own folder, so that its dependencies are found.
  const consumer = join(TYPESCRIPT_CLIENT, 'node_modules/.consumer');
  const target = join(consumer, 'node_modules/sotto-sdk');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  // A separate scope. Otherwise, the package's name would resolve to the folder around it.
  await writeFile(join(consumer, 'package.json'), '{ "type": "module", "private": true }');
  await run('tar', ['-xzf', packed, '--strip-components=1', '-C', target]);
  return consumer;
}
