import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findExecutable } from '../../development/executables.ts';
import { runTool } from '../../development/run-tool.ts';

/**
 * `bun run test:valkey`: runs the tests of what speaks to Redis, a cluster and Sentinel among them, on Valkey. It needs
 * `valkey-server` and `valkey-cli` on `PATH` (Debian 13, Ubuntu 24.04, Homebrew, or Debian 12 with backports).
 */
const TESTS = [
  'platform/redis',
  'notes',
  'accounts',
  'webhooks/store',
  'faults/check-store.test.ts',
  'operations.test.ts',
];

/** The commands that the tests start, and the commands of Valkey in their place. */
const COMMANDS = { 'redis-server': 'valkey-server', 'redis-cli': 'valkey-cli' } as const;

const folder = mkdtempSync(join(tmpdir(), 'sotto-valkey-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const [name, own] of Object.entries(COMMANDS)) {
  const path = findExecutable([own], process.env);
  if (!path) {
    process.stderr.write(`Cannot test as there is no ${own}: install it, or put it on PATH\n`);
    process.exit(1);
  }
  symlinkSync(path, join(folder, name));
}
const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
const { output } = await runTool('redis-server', ['--version'], { env, timeoutMs: 10_000 });
process.stdout.write(output);
if (!output.startsWith('Valkey')) process.exit(1);

const run = fileURLToPath(new URL('./run.ts', import.meta.url));
const child = spawn(process.execPath, [run, ...TESTS.map((name) => `./test/${name}`)], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
