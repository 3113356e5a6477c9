import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endServer, spawnServer } from './child.ts';
import { denoExecutable } from './deno/get.ts';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';
import { createCustomer, environment, type TestBase, type TestService } from './service.ts';

export type Runtime = 'bun' | 'deno';

/** A process of Sotto as an operator starts it. */
export interface SpawnedProcess {
  readonly child: ChildProcess;
  /** Its output so far on standard output and standard error. */
  log(): Promise<string>;
  /** Its output so far on standard output. */
  output(): Promise<string>;
  /** SIGTERM, and SIGKILL when it does not end. */
  stop(): Promise<void>;
}

/** The runtime of the tests. */
const thisRuntime: Runtime = 'Deno' in globalThis ? 'deno' : 'bun';

/** Command and first arguments that run an entry file. */
export function runtimeCommand(runtime: Runtime, entry: string): [command: string, args: string[]] {
  const path = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
  if (runtime === 'bun') return [process.execPath, [path]];
  return [denoExecutable(), ['run', '--allow-all', path]];
}

/** Starts `api/main.ts` or `worker/main.ts` with the base's servers and without this process's environment. */
export function spawnProcess(
  base: TestBase,
  entry: 'api/main.ts' | 'worker/main.ts',
  options: { env?: Record<string, string>; runtime?: Runtime } = {},
): SpawnedProcess {
  const [command, args] = runtimeCommand(options.runtime ?? thisRuntime, entry);
  const path = join(base.home, `${entry.replaceAll('/', '-')}-${crypto.randomUUID()}.log`);
  const [output, errors] = [openSync(path, 'a'), openSync(`${path}.errors`, 'a')];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment(base, options.env) };
  const child = spawnServer(command, args, { env, stdio: ['ignore', output, errors] });
  closeSync(output);
  closeSync(errors);
  const read = () => readFile(path, 'utf8');
  const log = async () => (await read()) + (await readFile(`${path}.errors`, 'utf8'));
  return { child, log, output: read, stop: () => endServer(child, 30_000) };
}

/** Starts the API as a separate process and waits until it serves. */
export async function spawnService(
  base: TestBase,
  options: { env?: Record<string, string>; runtime?: Runtime } = {},
): Promise<Omit<TestService, 'api'> & SpawnedProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const spawned = spawnProcess(base, 'api/main.ts', { ...options, env: { ...options.env, PORT: String(port) } });
  await eventually(
    'the API serves',
    async () => {
      if (spawned.child.exitCode !== null) throw new Error(`The API ended: ${await spawned.log()}`);
      return (await fetch(`${url}/health`)).ok;
    },
    { timeoutMs: 60_000, intervalMs: 100 },
  );
  return { ...spawned, url, ...(await createCustomer(base)) };
}
