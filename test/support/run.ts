import { spawn } from 'node:child_process';
import { createProgress } from '../../worker/stack/progress.ts';
import { setUpTestTools } from './tools.ts';

/** Entry of `npm test`: gets what the tests start, then runs them; arguments go to `bun test`. */
await setUpTestTools(process.env, createProgress(process.stderr));
const args = process.argv.slice(2);
const child = spawn(process.execPath, ['test', '--timeout', '30000', ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
