import { CommanderError } from 'commander';
import {
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RequestTimeoutError,
  UnavailableError,
  ValidationError,
} from '../source/errors.ts';

/** Wrong usage of the command, or a missing program or file on this machine. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The exit codes, which docs/cli.md lists. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  notFound: 4,
  unavailable: 5,
  interrupted: 130,
} as const;

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof UsageError || error instanceof ValidationError) return EXIT.usage;
  if (error instanceof AuthenticationError || error instanceof PermissionError) return EXIT.notSignedIn;
  if (error instanceof NotFoundError) return EXIT.notFound;
  const passing = [ConnectionError, RequestTimeoutError, RateLimitError, UnavailableError];
  return passing.some((kind) => error instanceof kind) ? EXIT.unavailable : EXIT.failed;
}
