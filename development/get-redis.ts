import { findExecutable } from './executables.ts';
import { runTool } from './run-tool.ts';
import { StackError } from './stack-error.ts';
import { type GetToolDeps, installSystemPackage, sudoOffer } from './system-package.ts';

const NAMES = ['redis-server', 'valkey-server'];

/**
 * The path of a Redis (or Valkey) server: from `PATH`, otherwise installed with the system's package manager.
 * @throws {StackError} when there is none and none can be installed
 */
export async function findOrGetRedis(deps: GetToolDeps): Promise<string> {
  const find = () => findExecutable(NAMES, deps.env);
  const found = find();
  if (found) return recentEnough(found, deps);
  const redis = { title: 'Redis', debian: ['redis-server', 'valkey-server'], homebrew: 'valkey', find } as const;
  const installed = await installSystemPackage(redis, deps);
  if ('path' in installed) return recentEnough(installed.path, deps);
  throw new StackError(
    `Cannot start as there is no Redis: install redis-server or valkey-server 7.0 or newer${sudoOffer(deps, 'npm start -- --sudo')}, or name a running one with REDIS_URL${installed.failures.join('')}`,
  );
}

/** An Idempotency-Key is claimed by SET with both NX and GET, which Redis supports since 7.0. */
async function recentEnough(path: string, { env, signal }: GetToolDeps): Promise<string> {
  const { output } = await runTool(path, ['--version'], { env, timeoutMs: 10_000, signal });
  const major = /\bv=(\d+)\./.exec(output)?.[1];
  if (major !== undefined && Number(major) < 7) {
    throw new StackError(
      `Cannot start as '${path}' is too old: install redis-server or valkey-server 7.0 or newer, or name a running one with REDIS_URL`,
    );
  }
  return path;
}
