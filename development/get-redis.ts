import { type Env, findExecutable } from './executables.ts';
import type { Progress } from './progress.ts';
import { lastLine, runTool } from './run-tool.ts';
import { StackError } from './stack-error.ts';

/** The dependencies of the tool finders. */
export interface GetToolDeps {
  readonly env: Env;
  readonly progress: Progress;
  readonly signal?: AbortSignal | undefined;
  /** Whether this process may install system packages itself. @default `process.getuid() === 0` */
  readonly isRoot?: boolean;
  /** Whether a user other than root allows installing system packages with sudo. @default false */
  readonly maySudo?: boolean;
}

const NAMES = ['redis-server', 'valkey-server'];
const PACKAGE_TIMEOUT_MS = 5 * 60_000;
// A blocked network must not delay the start: by default, apt waits minutes for each address.
const APT_OPTIONS = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0', '-o', 'DPkg::Lock::Timeout=120'];

/**
 * The path of a Redis (or Valkey) server: from `PATH`, otherwise installed with the system's package manager.
 * @throws {StackError} when there is none and none can be installed
 */
export async function findOrGetRedis(deps: GetToolDeps): Promise<string> {
  const found = findExecutable(NAMES, deps.env);
  if (found) return recentEnough(found, deps);
  const failures: string[] = [];
  for (const [command, ...args] of packageManagerSteps(deps)) {
    const line = [command, ...args].filter((word) => !APT_OPTIONS.includes(word)).join(' ');
    const env = { ...deps.env, DEBIAN_FRONTEND: 'noninteractive' };
    const result = await deps.progress.during(`Installing Redis: ${line}`, () =>
      runTool(command, args, { env, timeoutMs: PACKAGE_TIMEOUT_MS, signal: deps.signal }),
    );
    const installed = findExecutable(NAMES, deps.env);
    if (installed) return recentEnough(installed, deps);
    if (!result.ok) failures.push(`\n  ${line}: ${lastLine(result.output)}`);
  }
  const offer = deps.maySudo || !findExecutable(['sudo'], deps.env) ? '' : ' (`npm start -- --sudo` does it with sudo)';
  throw new StackError(
    `Cannot start as there is no Redis: install redis-server or valkey-server 7.0 or newer${offer}, or name a running one with REDIS_URL${failures.join('')}`,
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

type Step = [command: string, ...args: string[]];

function packageManagerSteps({ env, isRoot = process.getuid?.() === 0, maySudo = false }: GetToolDeps): Step[] {
  const apt = findExecutable(['apt-get'], env);
  const sudo = maySudo ? findExecutable(['sudo'], env) : undefined;
  if (apt && (isRoot || sudo)) {
    const aptGet = (...args: string[]): Step =>
      isRoot || !sudo ? [apt, ...APT_OPTIONS, ...args] : [sudo, '-n', apt, ...APT_OPTIONS, ...args];
    const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name);
    return [install('redis-server'), aptGet('update'), install('redis-server'), install('valkey-server')];
  }
  const brew = findExecutable(['brew'], env);
  return brew ? [[brew, 'install', 'valkey']] : [];
}
