import { defineSignal, type Sinks } from '@temporalio/workflow';

/** Ids alone: a note's words never enter Temporal. */
export interface NoteInput {
  readonly userId: string;
  readonly noteId: string;
  /** Counts how often processing was begun. */
  readonly run: number;
}

/** Why a note failed, from a closed list. What the user reads of it stands in `notes/failures.ts`. */
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

/** Type of the `ApplicationFailure` whose message is a {@link NoteFailureCode}: the audio is to blame, not we. */
export const NOTE_FAILURE = 'NoteFailure';

export type NoteOutcome = 'completed' | 'cancelled' | NoteFailureCode;

/** Begins anew while processing is under way. */
export const reprocessNote = defineSignal('reprocess');

/** The worker's counter of finished runs. A replay does not call it again. */
export interface NoteSinks extends Sinks {
  readonly notes: {
    ended(outcome: NoteOutcome, seconds: number): void;
  };
}
