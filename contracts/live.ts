import type { DictationFailureCode } from './dictation.ts';

/** How a live session can end. A closed list, used in Temporal, usage records, metrics and events. */
export const LIVE_ENDS = [
  /** The caller closed it. */
  'completed',
  /** It reached the maximum length. */
  'expired',
  /** Nobody spoke for too long. */
  'silent',
  /** The caller sent audio faster than it can be heard, or too many messages. */
  'too_fast',
  /** The process has no room for another session. */
  'busy',
  'unsupported_language',
  /** The configured engine has no live sessions. */
  'not_live',
  'engine_unavailable',
  'unavailable',
  /** The process stops. */
  'stopping',
  /** An operator ended it, or its credential is no longer valid. */
  'cancelled',
  /** The process that held it died or hangs. */
  'lost',
  'internal_error',
] as const;

export type LiveEnd = (typeof LIVE_ENDS)[number];

/** Why an utterance of a live session has no final words. */
export type LiveFailureCode = DictationFailureCode;

/** What the workflow of a live session receives. It contains nothing that was said. */
export interface LiveSessionInput {
  readonly sessionId: string;
  /** Longer than the session may last. */
  readonly maxMs: number;
  /** How long a run watches the session before the next one takes over. */
  readonly holdMs: number;
}

/** What a live session has come to, as Temporal shows it. */
export interface LiveSessionReport {
  readonly audioSeconds: number;
  readonly utterances: number;
}

/** How it ended, and what it had come to. */
export interface LiveSessionEnd extends LiveSessionReport {
  readonly end: LiveEnd;
}

/** What a run saw of a session. `end` is null if the session continues. */
export interface LiveSessionHeld extends LiveSessionReport {
  readonly end: LiveEnd | null;
}

/** Type of the failure of a session whose process does not hold it any more. */
export const LIVE_FAILURE = 'LiveSessionFailure';

/** Ends that are nobody's fault. */
export const EXPECTED_ENDS: readonly LiveEnd[] = ['completed', 'expired', 'silent', 'stopping'];
