import { isGrpcServiceError } from '@temporalio/client';

/** gRPC's codes UNKNOWN (a broken connection), CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE. */
const PASSING_TROUBLE = new Set([1, 2, 4, 8, 14]);

/** Whether Temporal could not be reached or is overloaded. The caller may try again. */
export function temporalUnavailable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isGrpcServiceError(error)) return PASSING_TROUBLE.has(error.code);
  if (isGrpcServiceError(cause)) return PASSING_TROUBLE.has(cause.code);
  return error instanceof Error && error.name === 'TransportError';
}
