import { type Env, findExecutable } from './executables.ts';
import type { Progress } from './progress.ts';
import { lastLine, runTool } from './run-tool.ts';

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

/** A program that the system's package manager installs. */
export interface SystemPackage {
  /** The program's name, for messages. */
  readonly title: string;
  /** Debian's packages with it, in order of preference. */
  readonly debian: readonly [string, ...string[]];
  /** Homebrew's package with it. */
  readonly homebrew: string;
  /** The path of its executable, once it is installed. */
  readonly find: () => string | undefined;
}

const PACKAGE_TIMEOUT_MS = 5 * 60_000;
// A blocked network must not delay the start: by default, apt waits minutes for each address.
const APT_OPTIONS = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0', '-o', 'DPkg::Lock::Timeout=120'];

/** Installs a program with apt as root, with sudo where that is allowed, or with Homebrew. */
export async function installSystemPackage(
  { title, debian, homebrew, find }: SystemPackage,
  deps: GetToolDeps,
): Promise<{ readonly path: string } | { readonly failures: readonly string[] }> {
  const failures: string[] = [];
  for (const [command, ...args] of packageManagerSteps(deps, debian, homebrew)) {
    const line = [command, ...args].filter((word) => !APT_OPTIONS.includes(word)).join(' ');
    const env = { ...deps.env, DEBIAN_FRONTEND: 'noninteractive' };
    const result = await deps.progress.during(`Installing ${title}: ${line}`, () =>
      runTool(command, args, { env, timeoutMs: PACKAGE_TIMEOUT_MS, signal: deps.signal }),
    );
    const path = find();
    if (path) return { path };
    if (!result.ok) failures.push(`\n  ${line}: ${lastLine(result.output)}`);
  }
  return { failures };
}

/** What a message offers to a user who could install packages with sudo: `command` does it. */
export function sudoOffer({ maySudo, env }: GetToolDeps, command: string): string {
  return maySudo || !findExecutable(['sudo'], env) ? '' : ` (\`${command}\` does it with sudo)`;
}

type Step = [command: string, ...args: string[]];

function packageManagerSteps(
  { env, isRoot = process.getuid?.() === 0, maySudo = false }: GetToolDeps,
  [preferred, ...others]: SystemPackage['debian'],
  homebrew: string,
): Step[] {
  const apt = findExecutable(['apt-get'], env);
  const sudo = maySudo ? findExecutable(['sudo'], env) : undefined;
  if (apt && (isRoot || sudo)) {
    const aptGet = (...args: string[]): Step =>
      isRoot || !sudo ? [apt, ...APT_OPTIONS, ...args] : [sudo, '-n', apt, ...APT_OPTIONS, ...args];
    const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name);
    return [install(preferred), aptGet('update'), install(preferred), ...others.map(install)];
  }
  const brew = findExecutable(['brew'], env);
  return brew ? [[brew, 'install', homebrew]] : [];
}
