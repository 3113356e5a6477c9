import { type SpawnOptions, spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a run of the command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
}

/** Runs a command to its end, without this process's environment. */
export function runCommand(command: readonly string[], options: RunOptions): Promise<Ended> {
  const { child, ended } = startCommand(command, options);
  child.stdin?.on('error', () => {}); // it may end before it reads
  child.stdin?.end(options.input ?? '');
  return ended;
}

/** Starts a command. */
export function startCommand([program = '', ...args]: readonly string[], { env, cwd }: RunOptions) {
  const options: SpawnOptions = { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'], ...(cwd ? { cwd } : {}) };
  const child = spawn(program, args, options);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, output: () => stdout, errors: () => stderr };
}

/** A folder with a program of this name, which replaces the recorder that a user would have installed. */
export async function fakeProgram(folder: string, name: string, script: string): Promise<string> {
  const bin = join(folder, `bin-${name}`);
  await mkdir(bin, { recursive: true });
  const path = join(bin, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return bin;
}
