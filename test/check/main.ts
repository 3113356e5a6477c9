import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Entry of `bun run check`: runs every `check:…` script of package.json concurrently and shows failures. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = (await Bun.file(`${root}/package.json`).json()) as { scripts: Record<string, string> };
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const failed: string[] = [];

/** Some tools need a newer Node than a fresh machine has, so `--bun` runs them on Bun. */
function runScript(name: string): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--bun', 'run', '--silent', name], { cwd: root, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const startedAt = performance.now();
    const { ok, output } = await runScript(name);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n${ok ? '' : `${output}\n`}`);
    if (!ok) failed.push(name);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);
