import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from './download.ts';
import { cacheFolder, findExecutable } from './executables.ts';
import type { GetToolDeps } from './get-redis.ts';
import { lastLine, runTool } from './run-tool.ts';
import { StackError } from './stack-error.ts';

/** The last version that `go install` takes: later ones carry a `replace` directive, which it refuses. */
const VERSION = '1.5.1';
/** Temporal's documented download address (docs.temporal.io/cli, "Install the Temporal CLI from CDN"). */
const OFFICIAL_DOWNLOAD = 'https://temporal.download/cli/archive/';
const GO_MODULE = `github.com/temporalio/cli/cmd/temporal@v${VERSION}`;
const BUILD_TIMEOUT_MS = 20 * 60_000;

/**
 * The path of the `temporal` executable: from `PATH`, else from the cache, else downloaded or built into the cache.
 * @param deps.downloadUrl where the official archives lie; another one serves in tests
 * @throws {StackError} when there is none and none can be got, naming the three ways to get it
 */
export async function findOrGetTemporal(deps: GetToolDeps & { readonly downloadUrl?: string }): Promise<string> {
  const found = findExecutable(['temporal'], deps.env);
  if (found) return found;
  const bin = join(cacheFolder(deps.env), 'bin');
  await mkdir(bin, { recursive: true });
  // Got in a folder of its own and moved into place at the end: an interrupted one is never taken for a whole one.
  const folder = await mkdtemp(join(bin, '.temporal-'));
  try {
    const failures: string[] = [];
    for (const get of [downloadOfficial, buildWithGo]) {
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
      `Cannot start as there is no Temporal: (1) install the Temporal CLI so that 'temporal' is on PATH, (2) install Go so that it can be built, or (3) name a running server with TEMPORAL_ADDRESS${failures.join('')}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fetches the official archive into `folder`; returns why it could not. */
async function downloadOfficial(
  { env, progress, signal, downloadUrl = OFFICIAL_DOWNLOAD }: GetToolDeps & { readonly downloadUrl?: string },
  folder: string,
): Promise<string | undefined> {
  const platform = { linux: 'linux', darwin: 'darwin' }[process.platform as string];
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  if (!platform || !arch) return `There is no official download for ${process.platform} ${process.arch}`;
  const archive = join(folder, 'temporal.tar.gz');
  try {
    await progress.during(`Downloading Temporal ${VERSION}`, () =>
      download(`${downloadUrl}v${VERSION}?platform=${platform}&arch=${arch}`, archive, { signal }),
    );
  } catch (error) {
    return `The official download failed: ${error instanceof Error ? error.message : 'unknown error'}`;
  }
  const unpacked = await runTool('tar', ['-xzf', archive, '-C', folder], {
    env,
    timeoutMs: 60_000,
    signal,
  });
  return unpacked.ok ? undefined : `The official download could not be unpacked: ${lastLine(unpacked.output)}`;
}

/** Builds the Go module into `folder`; returns why it could not. */
async function buildWithGo({ env, progress, signal }: GetToolDeps, folder: string): Promise<string | undefined> {
  const go = findExecutable(['go'], env);
  if (!go) return 'Go is not installed';
  const built = await progress.during(`Building Temporal ${VERSION} with Go, which takes about 3 minutes`, () =>
    runTool(go, ['install', GO_MODULE], { env: { ...env, GOBIN: folder }, timeoutMs: BUILD_TIMEOUT_MS, signal }),
  );
  return built.ok ? undefined : `The build with Go failed: ${lastLine(built.output)}`;
}
