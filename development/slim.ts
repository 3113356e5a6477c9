import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Rust's names of the machines that Node names otherwise. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** A machine as Node names it: `process.platform` and `process.arch`. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/**
 * Deletes the native binaries of other machines, which some packages carry for all: a third of what an image holds.
 * @param modules a `node_modules` folder
 * @returns the folders that are gone
 */
export async function slim(modules: string, { platform, arch }: Machine): Promise<string[]> {
  const inference = join(modules, 'onnxruntime-node', 'bin', 'napi-v6');
  const bridge = join(modules, '@temporalio', 'core-bridge', 'releases');
  const others = [
    ...(await foldersOf(inference, (name) => name !== platform)),
    ...(await foldersOf(join(inference, platform), (name) => name !== arch)),
    ...(await foldersOf(bridge, (name) => !isTargetOf(name, platform, arch))),
  ];
  for (const folder of others) await rm(folder, { recursive: true });
  return others;
}

async function foldersOf(folder: string, isOther: (name: string) => boolean): Promise<string[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return names.filter(({ name }) => isOther(name)).map(({ name }) => join(folder, name));
}

/** Whether a Rust target such as `x86_64-unknown-linux-gnu` is this machine's. */
function isTargetOf(target: string, platform: string, arch: string): boolean {
  return target.startsWith(`${ARCHITECTURES[arch]}-`) && target.includes(`-${SYSTEMS[platform]}`);
}

if (import.meta.main) {
  const gone = await slim(join(process.cwd(), 'node_modules'), process);
  process.stdout.write(`Deleted the binaries of ${gone.length} other machines\n`);
}
