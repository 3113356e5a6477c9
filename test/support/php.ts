import { type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { runTool } from '../../development/run-tool.ts';

const TIMEOUT_MS = 10 * 60_000;
const APT = ['-o', 'Acquire::http::Timeout=15', '-o', 'DPkg::Lock::Timeout=300'];

/** Finds PHP, or installs Debian's package of its command. It runs the sample receiver. */
export async function getPhp(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(['php'], env)) return;
  const apt = findExecutable(['apt-get'], env);
  const sudo = process.getuid?.() === 0 ? undefined : findExecutable(['sudo'], env);
  const run = (...args: string[]) =>
    runTool(sudo ?? apt ?? 'apt-get', [...(sudo ? ['-n', apt ?? 'apt-get'] : []), ...APT, ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: TIMEOUT_MS,
    });
  const install = () => run('install', '-y', '--no-install-recommends', 'php-cli');
  await progress.during('Installing PHP', async () => {
    if ((await install()).ok || !(await run('update')).ok) return;
    await install();
  });
  if (!findExecutable(['php'], env)) throw new Error('Cannot test the PHP receiver as PHP is missing: install php-cli');
}
