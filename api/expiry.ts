import { parseInstant } from './instant.ts';
import { RequestValidationError } from './validation.ts';

/**
 * Parses the `expires_at` of a new credential into epoch milliseconds; undefined for a credential that does not expire.
 * @throws {RequestValidationError} when it is not in the future
 */
export function readExpiry(given: string | null | undefined, now: number): number | undefined {
  if (given === null || given === undefined) return undefined;
  const expiresAt = Math.floor(parseInstant(given) ?? 0);
  if (expiresAt > now) return expiresAt;
  const problem = { loc: ['body', 'expires_at'], msg: 'Value should lie in the future', type: 'value_error' };
  throw new RequestValidationError([problem]);
}
