import { fileURLToPath } from 'node:url';
import { ConfigError } from '../platform/config/config.ts';
import { bypassProxyForLoopback } from '../platform/http/loopback.ts';
import { describeStack } from './describe-stack.ts';
import { createProgress } from './progress.ts';
import { type Stack, startStack } from './stack.ts';
import { StackError } from './stack-error.ts';

/**
 * Entry of `npm start`: runs all of Sotto on this machine until SIGINT, SIGTERM or SIGHUP. `--sudo` allows it to
 * install a missing Redis with sudo.
 */

/** npm and the terminal may both forward the same Ctrl-C, so only a later one counts as a second one. */
const SAME_WISH_MS = 1_000;
const sample = fileURLToPath(new URL('../speech/samples/jfk.flac', import.meta.url));
const progress = createProgress(process.stderr);
const interrupted = new AbortController();
let stack: Stack | undefined;
let askedAt: number | undefined;

function onStopSignal(): void {
  const now = performance.now();
  if (askedAt === undefined) {
    askedAt = now;
    progress.say('Stopping: what is in flight ends first (once more ends it at once)');
    interrupted.abort();
  } else if (now - askedAt > SAME_WISH_MS) {
    if (stack) stack.kill();
    else process.exit(130); // the guard stops what has started so far
  }
}

bypassProxyForLoopback(process.env);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onStopSignal);

try {
  const maySudo = process.argv.includes('--sudo');
  const started = await startStack({ env: process.env, progress, signal: interrupted.signal, maySudo });
  stack = started;
  if (!interrupted.signal.aborted) process.stdout.write(`${describeStack(started, sample, process.cwd())}\n`);
  await new Promise<void>((resolve) => {
    if (interrupted.signal.aborted) resolve();
    else interrupted.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await started.stop();
  progress.say('Stopped');
  process.exit(0);
} catch (error) {
  if (interrupted.signal.aborted) process.exit(0);
  interrupted.abort(); // ends a download or a build that is still running
  const known = error instanceof StackError || error instanceof ConfigError;
  progress.say(known ? error.message : `Cannot start: ${error instanceof Error ? error.stack : String(error)}`);
  process.exit(1);
}
