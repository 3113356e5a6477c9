import { type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { lastLine, runTool } from '../../development/run-tool.ts';

// The shell draws no window around a page, which takes half of the processor time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const TIMEOUT_MS = 10 * 60_000;
const APT = ['-o', 'Acquire::http::Timeout=15', '-o', 'DPkg::Lock::Timeout=300'];

/**
 * The path of Chromium.
 * @throws when it was not set up
 */
export function chromiumPath(env: Env): string {
  const found = findExecutable(NAMES, env);
  if (!found) throw new Error('Cannot test the web app as Chromium is missing: run `npm run test:tools`');
  return found;
}

/** Installs the system's own Chromium when there is none. */
export async function getChromium(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(NAMES, env)) return;
  const apt = findExecutable(['apt-get'], env);
  if (!apt) throw new Error('Cannot test the web app as there is no Chromium: install it');
  const sudo = process.getuid?.() === 0 ? undefined : findExecutable(['sudo'], env);
  const run = (...args: string[]) =>
    runTool(sudo ?? apt, [...(sudo ? ['-n', apt] : []), ...APT, ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: TIMEOUT_MS,
    });
  /** Only Debian has the shell as a package. */
  const install = async () => {
    const packages = (browser: string) => run('install', '-y', '--no-install-recommends', browser, 'fonts-liberation');
    const shell = await packages('chromium-headless-shell');
    return shell.ok ? shell : packages('chromium');
  };
  await progress.during('Installing Chromium', async () => {
    let result = await install();
    if (!result.ok && (await run('update')).ok) result = await install();
    if (!result.ok)
      throw new Error(`Cannot test the web app as Chromium was not installed: ${lastLine(result.output)}`);
  });
}
