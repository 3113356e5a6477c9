import { mkdtemp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { runTool, type ToolResult } from '../../development/run-tool.ts';
import { inCache } from './tool-cache.ts';

const timeoutMs = 20 * 60_000;
const PROMTOOL = ['github.com/prometheus/prometheus/cmd/promtool', 'v0.54.1'] as const;

/** Finds or gets the programs that check what `deploy/` holds. */
export function getDeployTools(env: Env, progress: Progress): Promise<void>[] {
  return [getPromtool(env, progress)];
}

/** Takes promtool out of Debian's Prometheus package, which needs no Go and seconds; elsewhere Go builds it. */
async function getPromtool(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(['promtool'], env)) return;
  await inCache(env, 'bin/promtool', (folder) =>
    progress.during('Getting promtool', async () => {
      const unpacked = await fromDebian('prometheus', 'usr/bin/promtool', folder, env);
      return unpacked.ok ? unpacked : buildWithGo(...PROMTOOL, folder, env);
    }),
  );
}

/** Unpacks one file of a Debian package into `folder`, without installing the package. */
async function fromDebian(name: string, file: string, folder: string, env: Env): Promise<ToolResult> {
  const work = await mkdtemp(join(folder, 'deb-'));
  const run = (command: string, ...args: string[]) => runTool(command, args, { env, timeoutMs, cwd: work });
  const download = () => run('apt-get', '-o', 'APT::Sandbox::User=root', 'download', name);
  let downloaded = await download();
  // A new machine has no package lists.
  if (!downloaded.ok && process.getuid?.() === 0 && (await run('apt-get', 'update')).ok) downloaded = await download();
  if (!downloaded.ok) return downloaded;
  const archive = (await readdir(work)).find((entry) => entry.endsWith('.deb')) ?? '';
  const unpacked = await run('dpkg-deb', '-x', archive, 'root');
  if (unpacked.ok) await rename(join(work, 'root', file), join(folder, file.split('/').at(-1) ?? file));
  return unpacked;
}

/** Builds a command of a Go module in a module of our own: `go install` refuses modules with `replace` directives. */
async function buildWithGo(command: string, version: string, folder: string, env: Env): Promise<ToolResult> {
  const go = findExecutable(['go'], env);
  if (!go) throw new Error(`Cannot test as '${command}' needs Go to be built: install Go`);
  const work = await mkdtemp(join(folder, 'go-'));
  const run = (...args: string[]) => runTool(go, args, { env, timeoutMs, cwd: work });
  for (const step of [
    ['mod', 'init', 'tools'],
    ['get', `${command}@${version}`],
    ['build', '-mod=mod', '-ldflags', '-s -w', '-o', join(folder, command.split('/').at(-1) ?? command), command],
  ]) {
    const result = await run(...step);
    if (!result.ok) return result;
  }
  return { ok: true, output: '' };
}
