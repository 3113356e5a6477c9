import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, findExecutable } from '../executables.ts';
import { lastLine, runTool } from '../run-tool.ts';
import { StackError } from '../stack-error.ts';
import type { GetToolDeps } from '../system-package.ts';

/** The server that the pinned Temporal CLI embeds, so that both stacks behave alike. */
const VERSION = '1.29.1';
const MODULE = `go.temporal.io/server/cmd`;
const BUILD_TIMEOUT_MS = 30 * 60_000;
/** The executables by the last part of their package, which Go names them after. */
const NAMES = { server: 'temporal-server', sql: 'temporal-sql-tool' } as const;

/** The executables of a Temporal server on a database of its own. */
export interface TemporalServerTools {
  readonly server: string;
  /** Creates and updates the tables. */
  readonly sqlTool: string;
}

/**
 * The server and its SQL tool: from `PATH`, then from the cache, then built with Go into the cache.
 * @throws {StackError} when they are missing and cannot be built
 */
export async function findOrBuildTemporalServer(deps: GetToolDeps): Promise<TemporalServerTools> {
  const found = find(deps);
  if (found) return found;
  const go = findExecutable(['go'], deps.env);
  const remedy = `install temporal-server and temporal-sql-tool ${VERSION} so that they are on PATH, or Go, which builds them`;
  if (!go) throw new StackError(`Cannot start a cluster as there is no Temporal server: ${remedy}`);
  const bin = join(cacheFolder(deps.env), 'bin');
  await mkdir(bin, { recursive: true });
  // Built into a temporary folder and moved at the end, so that an interrupted build is never used.
  const folder = await mkdtemp(join(bin, '.temporal-server-'));
  try {
    const packages = [`${MODULE}/server@v${VERSION}`, `${MODULE}/tools/sql@v${VERSION}`];
    const env = { ...deps.env, GOBIN: folder };
    const built = await deps.progress.during(`Building Temporal server ${VERSION} with Go, which takes minutes`, () =>
      runTool(go, ['install', ...packages], { env, timeoutMs: BUILD_TIMEOUT_MS, signal: deps.signal }),
    );
    if (!built.ok) {
      throw new StackError(
        `Cannot start a cluster as Temporal's server cannot be built: ${remedy}\n  ${lastLine(built.output)}`,
      );
    }
    for (const [name, target] of Object.entries(NAMES)) await rename(join(folder, name), join(bin, target));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const tools = find(deps);
  if (!tools) throw new StackError('Cannot start a cluster as the build of Temporal left no executables');
  return tools;
}

function find({ env }: GetToolDeps): TemporalServerTools | undefined {
  const server = findExecutable([NAMES.server], env);
  const sqlTool = findExecutable([NAMES.sql], env);
  return server && sqlTool ? { server, sqlTool } : undefined;
}
