import { CommanderError } from 'commander';
import { ApiError } from '../source/errors.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { type Io, say } from './io.ts';
import { createProgram } from './program.ts';

/** Runs the command `sotto` with its arguments. @returns the exit code */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync([...args], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    // Commander has already printed the message or the help.
    if (!(error instanceof CommanderError)) say(io, `sotto: ${describe(error)}`);
    return exitCodeOf(error);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const request = error instanceof ApiError && error.requestId ? ` (${error.status}, ${error.requestId})` : '';
  return `${error.message}${request}`;
}
