#!/usr/bin/env node
import { runCli } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
// A reader that has enough, such as `head`, closes the pipe.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
// What is still open, such as a connection that is kept alive, is of no more use.
process.stdout.write('', () => process.exit());
