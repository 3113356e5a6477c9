import { describeError, type Log } from './log.ts';

/**
 * Turns what libraries print, and errors that nothing handles, into lines of the log. Their text is omitted, because it may
 * quote content.
 * @returns a promise that rejects at the first error that nothing handles, so that the process can finish its requests
 * and end: its state may be wrong
 */
export function logUnexpectedErrors(log: Log): Promise<never> {
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) {
    console[method] = (...given: unknown[]) => {
      log.warn({ method, errors: given.flatMap(errorsIn).map(describeError) }, 'A library wrote to the console');
    };
  }
  const first = Promise.withResolvers<never>();
  // It may reject before anything waits for it.
  first.promise.catch(() => undefined);
  const end = (error: unknown) => {
    log.fatal({ error: describeError(causeOf(error)) }, 'Unexpected error: the process ends');
    first.reject(new Error('Stopped after an unexpected error, which is in the log'));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', (error) => {
    // Temporal's SDK has a handler too. It knows the errors of workflows, which do not end the process, and throws others.
    if (process.listenerCount('unhandledRejection') === 1) end(error);
  });
  return first.promise;
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
