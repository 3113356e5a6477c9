#!/usr/bin/env node
import { runCli } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
// Do not wait for open handles, such as a keep-alive connection.
process.stdout.write('', () => process.exit());
