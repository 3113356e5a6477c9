import { spawn } from 'node:child_process';
import { createProgress } from '../../development/progress.ts';
import { setUpTestTools } from './tools.ts';

/** Entry of `npm test`: gets what the tests start, then runs them; arguments go to `bun test`. */
await setUpTestTools(process.env, createProgress(process.stderr));
const args = process.argv.slice(2);
// Bun runs no exit handlers after tests: --no-orphans ends the servers that a test which broke off has left running.
const child = spawn(process.execPath, ['test', '--no-orphans', '--timeout', '30000', ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
