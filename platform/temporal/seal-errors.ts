import { CompleteAsyncError } from '@temporalio/activity';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { describeError } from '../log.ts';
import { storeUnavailable } from '../redis/connection.ts';

/**
 * Keeps what an unexpected error says out of Temporal, where every failure is stored: its message may quote content.
 * Its kind, its code and where it arose stay, and so do failures that were made for Temporal.
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

/** An AbortError is how a step that was cancelled ends; its words are the runtime's own. */
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
