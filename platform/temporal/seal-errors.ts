import { CompleteAsyncError } from '@temporalio/activity';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { describeError } from '../log.ts';
import { storeUnavailable } from '../redis/connection.ts';

/**
 * Keeps the text of unexpected errors out of Temporal, which stores every failure, because a message may quote content.
 * Kind, code and location stay. Failures that were created for Temporal pass unchanged.
 */
export const sealErrors: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        throw isMeant(error) ? error : sealed(error);
      }
    },
  },
});

/** A cancelled step ends with an AbortError, whose message is from the runtime. */
function isMeant(error: unknown): boolean {
  const aborted = error instanceof Error && error.name === 'AbortError';
  return aborted || error instanceof TemporalFailure || error instanceof CompleteAsyncError;
}

function sealed(error: unknown): ApplicationFailure {
  const { name, code, at = [] } = describeError(error);
  const kind = code === undefined ? name : `${name}, code ${code}`;
  const message = storeUnavailable(error) ? `The store is unavailable (${kind})` : `Unexpected error (${kind})`;
  const failure = ApplicationFailure.create({ type: name, message });
  failure.stack = [message, ...at].join('\n    ');
  return failure;
}
