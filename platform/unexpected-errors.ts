import { describeError, type Log } from './log.ts';

/**
 * Turns what libraries print, and errors that nothing handles, into lines of the log. Their text is omitted, because it may
 * quote content. An error that nothing handles ends the process, as it does without this.
 */
export function logUnexpectedErrors(log: Log): void {
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) {
    console[method] = (...given: unknown[]) => {
      log.warn({ method, errors: given.flatMap(errorsIn).map(describeError) }, 'A library wrote to the console');
    };
  }
  const end = (error: unknown) => {
    log.fatal({ error: describeError(causeOf(error)) }, 'Unexpected error: the process ends');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', (error) => {
    // Temporal's SDK has a handler too. It knows the errors of workflows, which do not end the process, and throws others.
    if (process.listenerCount('unhandledRejection') === 1) end(error);
  });
}

/** Errors, also as values of a plain object, as Temporal's SDK prints them. */
function errorsIn(given: unknown): unknown[] {
  if (given instanceof Error) return [given];
  const values = typeof given === 'object' && given !== null ? Object.values(given) : [];
  return values.filter((value) => value instanceof Error);
}

/** The SDK wraps the error that was not handled. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
