import { isCancellation, TemporalFailure } from '@temporalio/workflow';

/**
 * How often a local activity is tried. Its retries are the workflow's own work, and each that waits for long adds to
 * the history: whatever is away for longer is the server's to try again, which adds nothing.
 */
export const LOCAL_RETRY = { initialInterval: '200 milliseconds', maximumAttempts: 3 } as const;

/** How often the server tries what is away: until it is back. */
export const SERVER_RETRY = { initialInterval: '200 milliseconds', maximumInterval: '1 minute' } as const;

/** Takes a step here, and there when it fails for another reason than that it was cancelled. */
export function orElse<Args extends unknown[], Result>(
  here: (...args: Args) => Promise<Result>,
  there: (...args: Args) => Promise<Result>,
) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await here(...args);
    } catch (error) {
      if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
      return there(...args);
    }
  };
}
