import { ConfigError } from '../platform/config/config.ts';
import { createProgress, type Progress } from './progress.ts';
import { StackError } from './stack-error.ts';

/** npm and the terminal may both forward the same Ctrl-C, so only a later one counts as a second one. */
const SAME_WISH_MS = 1_000;

/** What {@link runUntilStopped} runs. */
export interface Stoppable {
  /** Completes what is in flight, then stops every part. */
  stop(): Promise<void>;
  /** Kills every part immediately, while {@link Stoppable.stop} waits for them. */
  kill(): void;
}

/**
 * Starts a stack, prints its description, and stops it on SIGINT, SIGTERM or SIGHUP. A second signal kills what is still
 * running. Ends this process.
 */
export async function runUntilStopped<T extends Stoppable>(
  start: (deps: { readonly progress: Progress; readonly signal: AbortSignal }) => Promise<T>,
  describe: (stack: T) => string,
): Promise<never> {
  const progress = createProgress(process.stderr);
  const interrupted = new AbortController();
  let stack: T | undefined;
  let askedAt: number | undefined;

  function onStopSignal(): void {
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      progress.say('Stopping after the work in flight (a second signal stops at once)');
      interrupted.abort();
    } else if (now - askedAt > SAME_WISH_MS) {
      if (stack) stack.kill();
      else process.exit(130); // the guard stops what has started so far
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onStopSignal);
  try {
    const started = await start({ progress, signal: interrupted.signal });
    stack = started;
    if (!interrupted.signal.aborted) process.stdout.write(`${describe(started)}\n`);
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
}
