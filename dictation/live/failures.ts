import type { LiveEnd, LiveFailureCode } from '../../contracts/live.ts';
import { SpeechError, type SpeechFailureCode } from '../../speech/types.ts';

const ENDS: Partial<Record<SpeechFailureCode, LiveEnd>> = {
  engine_busy: 'busy',
  engine_unavailable: 'engine_unavailable',
  engine_failed: 'engine_unavailable',
  unsupported_language: 'unsupported_language',
};

const FAILURES: Partial<Record<SpeechFailureCode, LiveFailureCode>> = {
  engine_busy: 'busy',
  engine_failed: 'engine_unavailable',
};

/** The reason that an engine error gives for ending a session. */
export function endOf(error: unknown): { readonly end: LiveEnd; readonly retryAfterSeconds: number | undefined } {
  if (!(error instanceof SpeechError)) return { end: 'internal_error', retryAfterSeconds: undefined };
  return { end: ENDS[error.code] ?? 'internal_error', retryAfterSeconds: error.retryAfterSeconds };
}

/** The reason why the engine has no final words for an utterance. */
export function failureOf(error: unknown): LiveFailureCode {
  if (!(error instanceof SpeechError)) return 'internal_error';
  return FAILURES[error.code] ?? (error.code as LiveFailureCode);
}
