import { defineSignal, type Sinks } from '@temporalio/workflow';

/** Ids only: the text of a note never enters Temporal. */
export interface NoteInput {
  readonly userId: string;
  readonly noteId: string;
  /** Counts how often processing was started. */
  readonly run: number;
}

/** Why a note failed: a closed list. The messages for users are in `notes/failures.ts`. */
export const NOTE_FAILURES = [
  'audio_empty',
  'audio_undecodable',
  'audio_truncated',
  'audio_encrypted',
  'unsupported_codec',
  'unsupported_language',
  'audio_too_long',
  'recording_missing',
  'processing_failed',
] as const;

export type NoteFailureCode = (typeof NOTE_FAILURES)[number];

/** Whether a failure's message is a code of the list. */
export function isNoteFailureCode(code: string): code is NoteFailureCode {
  return NOTE_FAILURES.some((known) => known === code);
}

/**
 * Type of the `ApplicationFailure` whose message is a {@link NoteFailureCode}. The audio is the cause, not the service.
 */
export const NOTE_FAILURE = 'NoteFailure';

export type NoteOutcome = 'completed' | 'cancelled' | NoteFailureCode;

/** Restarts processing that is under way. */
export const reprocessNote = defineSignal('reprocess');

/** Counts finished runs in the worker. It is not called again on replay. */
export interface NoteSinks extends Sinks {
  readonly notes: {
    ended(outcome: NoteOutcome, seconds: number): void;
  };
}
