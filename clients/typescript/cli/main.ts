#!/usr/bin/env node
import { EXIT } from './exit-codes.ts';
import { runCli } from './run.ts';

/** Maximum time from a signal to the end of the process. */
const MAX_ENDING_MS = 2_000;

const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
/** What the next Ctrl-C does instead of ending the command. */
let instead: (() => void) | undefined;
process.on('SIGINT', () => {
  const listener = instead ?? (() => stop.abort());
  instead = undefined;
  listener();
});
stop.signal.addEventListener('abort', () => setTimeout(() => process.exit(EXIT.interrupted), MAX_ENDING_MS).unref());
// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
  onInterrupt: (listener) => {
    instead = listener;
    return () => {
      instead = undefined;
    };
  },
});
// Do not wait for open handles, such as a keep-alive connection.
process.stdout.write('', () => process.exit());
