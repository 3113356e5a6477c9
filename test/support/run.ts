import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createProgress } from '../../development/progress.ts';
import { setUpTestTools } from './tools.ts';

/**
 * Entry of `npm test`: installs what the tests start, then runs them. Arguments go to `bun test`. A run of all tests uses
 * two processes more than the machine has processors, because many tests wait. They take the slowest files of
 * `test/timings.json` first. A run with `--update-timings` measures the files again.
 */
await setUpTestTools(process.env, createProgress(process.stderr));
const args = process.argv.slice(2);
const timings = fileURLToPath(new URL('../timings.json', import.meta.url));
/** More would need much memory: many tests start servers. */
const MAX_PROCESSES = 8;
const processes = Math.min(availableParallelism() + 2, MAX_PROCESSES);
const all = [`--parallel=${processes}`, '--no-isolate', `--timings=${timings}`];
// Bun runs no exit handlers after tests: --no-orphans ends the servers that an interrupted test leaves running.
// CI repeats a failed test once and lists it. A test that needs this is a defect to mend.
const retry = process.env['CI'] === 'true' ? ['--retry=1'] : [];
const options = [
  '--no-orphans',
  '--timeout',
  '30000',
  ...retry,
  ...(args.some((arg) => !arg.startsWith('-')) ? [] : all),
];
const child = spawn(process.execPath, ['test', ...options, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
