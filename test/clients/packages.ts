import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PYTHON_CLIENT, pythonClientTools, TYPESCRIPT_CLIENT } from '../support/client-tools.ts';
import type { ClientStack } from './stack.ts';

const run = promisify(execFile);
const GENERATE = fileURLToPath(new URL('../../clients/generate', import.meta.url));

/** The environment of the Python tools, which lie in a folder of their own. */
export const pythonEnv = (...paths: string[]) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  PYTHONPATH: [...paths, pythonClientTools(process.env)].join(delimiter),
});

/** Generates both clients from the running service. @returns what the generators wrote */
export async function generate({ url }: Pick<ClientStack, 'url'>): Promise<string> {
  const { stdout, stderr } = await run(GENERATE, [url], { env: pythonEnv(), timeout: 120_000 });
  return stdout + stderr;
}

/** A folder in which the packed TypeScript package is installed, as a consumer has it. */
export async function installTypeScript(): Promise<string> {
  const compiler = join(TYPESCRIPT_CLIENT, 'node_modules/.bin/tsc');
  await run(compiler, ['-p', 'tsconfig.build.json'], { cwd: TYPESCRIPT_CLIENT });
  // Below the package's own folder, so that its dependencies are found.
  const consumer = join(TYPESCRIPT_CLIENT, 'node_modules/.consumer');
  const target = join(consumer, 'node_modules/sotto-sdk');
  await mkdir(target, { recursive: true });
  // A scope of its own: otherwise, the package's name would mean the folder around it.
  await writeFile(join(consumer, 'package.json'), '{ "type": "module", "private": true }');
  const packed = join(consumer, 'sotto-sdk.tgz');
  await run(process.execPath, ['pm', 'pack', '--filename', packed, '--quiet'], { cwd: TYPESCRIPT_CLIENT });
  await run('tar', ['-xzf', packed, '--strip-components=1', '-C', target]);
  return consumer;
}

/** Builds the wheel and unpacks it. @returns the folder that Python imports it from */
export async function installPython(folder: string): Promise<string> {
  const target = join(folder, 'python');
  const env = pythonEnv();
  await run('python3', ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', folder], {
    cwd: PYTHON_CLIENT,
    env,
  });
  const wheel = join(folder, 'sotto_sdk-0.1.0-py3-none-any.whl');
  await run('python3', ['-m', 'zipfile', '--extract', wheel, target], { env });
  return target;
}

/** Builds the command as one file that needs no runtime. */
export async function buildBinary(folder: string): Promise<string> {
  const binary = join(folder, 'sotto');
  const args = ['build', '--compile', 'cli/main.ts', '--outfile', binary];
  await run(process.execPath, args, { cwd: TYPESCRIPT_CLIENT });
  return binary;
}
