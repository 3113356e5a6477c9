import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { SpeechError } from '../types.ts';

/** The maximum `Retry-After`, whatever the server sends. */
const MAX_RETRY_SECONDS = 3_600;

/**
 * Statuses of a wrong configuration: the key is missing, wrong or not permitted, or the URL or the model does not
 * exist.
 */
const MISCONFIGURED = new Set([401, 403, 404]);

/**
 * The error for the caller of a failed request. The server's message is not exposed, because it may quote the
 * recording.
 * @param signal the caller's own: if it was aborted, that is the reason
 */
export function remoteFailure(error: unknown, signal: AbortSignal, timeout: AbortSignal): SpeechError {
  if (signal.aborted) return new SpeechError('cancelled');
  if (error instanceof SpeechError) return error;
  if (timeout.aborted || error instanceof APIConnectionTimeoutError) return new SpeechError('engine_timed_out');
  if (error instanceof APIUserAbortError) return new SpeechError('engine_timed_out');
  if (error instanceof APIConnectionError) return new SpeechError('engine_unavailable');
  if (!(error instanceof APIError) || error.status === undefined) return new SpeechError('engine_failed');
  const retryAfter = retryAfterSeconds(error.headers);
  if (error.status === 429) return new SpeechError('engine_busy', retryAfter);
  if (error.status === 408 || error.status === 504) return new SpeechError('engine_timed_out', retryAfter);
  if (MISCONFIGURED.has(error.status)) return new SpeechError('engine_misconfigured');
  if (error.status >= 500) return new SpeechError('engine_unavailable', retryAfter);
  return new SpeechError('engine_failed');
}

/** `Retry-After` as seconds, from its number or its date (RFC 9110, 10.2.3). */
export function retryAfterSeconds(headers: Headers | undefined, now: number = Date.now()): number | undefined {
  const value = headers?.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : httpDate(value) - now / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
}

/**
 * Parses an HTTP date, which starts with its weekday, to seconds since the epoch. Other formats that `Date` accepts are
 * rejected.
 */
function httpDate(value: string): number {
  return /^[A-Z][a-z]+,? /.test(value) ? Date.parse(value) / 1000 : Number.NaN;
}
