import { isCancellation, TemporalFailure } from '@temporalio/workflow';

/**
 * Retries of a local activity. A long wait between local retries adds events to the history, so the server takes over
 * after these attempts.
 */
export const LOCAL_RETRY = { initialInterval: '200 milliseconds', maximumAttempts: 3 } as const;

/** Retries by the server: until the dependency is available again. */
export const SERVER_RETRY = { initialInterval: '200 milliseconds', maximumInterval: '1 minute' } as const;

/** Runs a step locally. If the step fails for any reason but cancellation, the server runs it. */
export function withFallback<Args extends unknown[], Result>(
  local: (...args: Args) => Promise<Result>,
  server: (...args: Args) => Promise<Result>,
) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await local(...args);
    } catch (error) {
      if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
      return server(...args);
    }
  };
}
