import { existsSync } from 'node:fs';
import { type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { runTool } from '../../development/run-tool.ts';

const TIMEOUT_MS = 10 * 60_000;
const APT = ['-o', 'Acquire::http::Timeout=15', '-o', 'DPkg::Lock::Timeout=300'];
/** The functions that a shell needs to complete commands. */
export const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';
/**
 * Commands and files that tests use, with Debian's packages of them: a sample receiver, shells with completion, the
 * check of systemd units, and commands that a small image of Debian does not have.
 */
const PACKAGES = {
  ...{ php: 'php-cli', zsh: 'zsh', fish: 'fish', [BASH_COMPLETION]: 'bash-completion' },
  ...{ 'systemd-analyze': 'systemd', curl: 'curl', pgrep: 'procps' },
} as const;

/** Finds the commands and files, or installs Debian's packages of those that are missing. */
export async function getDebianTools(env: Env, progress: Progress): Promise<void> {
  const isThere = (name: string) =>
    name.startsWith('/') ? existsSync(name) : findExecutable([name], env) !== undefined;
  const missing = () => Object.entries(PACKAGES).filter(([name]) => !isThere(name));
  const packages = missing().map(([, name]) => name);
  if (packages.length === 0) return;
  const apt = findExecutable(['apt-get'], env);
  const sudo = process.getuid?.() === 0 ? undefined : findExecutable(['sudo'], env);
  const run = (...args: string[]) =>
    runTool(sudo ?? apt ?? 'apt-get', [...(sudo ? ['-n', apt ?? 'apt-get'] : []), ...APT, ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: TIMEOUT_MS,
    });
  const install = () => run('install', '-y', '--no-install-recommends', ...packages);
  await progress.during(`Installing ${packages.join(', ')}`, async () => {
    if ((await install()).ok || !(await run('update')).ok) return;
    await install();
  });
  const left = missing().map(([, name]) => name);
  if (left.length > 0) throw new Error(`Cannot run all tests: install ${left.join(', ')}`);
}
