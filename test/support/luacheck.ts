import { type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { runTool } from '../../development/run-tool.ts';

const PACKAGE_TIMEOUT_MS = 5 * 60_000;

/** Finds luacheck, or installs Debian's package of it. It checks every Lua script. */
export async function getLuacheck(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(['luacheck'], env)) return;
  const run = (...args: string[]) =>
    runTool('apt-get', args, { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: PACKAGE_TIMEOUT_MS });
  const install = () => run('install', '-y', '--no-install-recommends', 'lua-check');
  await progress.during('Installing luacheck', async () => {
    const installed = await install();
    if (installed.ok) return installed;
    await run('update');
    return install();
  });
  if (!findExecutable(['luacheck'], env)) throw new Error('Cannot test as luacheck is missing: install luacheck');
}
