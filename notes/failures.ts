import { ApplicationFailure } from '@temporalio/common';
import { isNoteFailureCode, NOTE_FAILURE, type NoteFailureCode } from '../contracts/note.ts';
import { RecordingMissingError } from '../platform/recordings/types.ts';
import { SpeechError } from '../speech/types.ts';

const MESSAGES: Record<NoteFailureCode, string> = {
  audio_empty: 'The recording is empty.',
  audio_undecodable: 'The recording cannot be read: it is damaged, or it is not an audio file.',
  audio_truncated: 'The recording is truncated: the upload may have been interrupted.',
  audio_encrypted: 'The recording is encrypted and cannot be read.',
  unsupported_codec: 'The recording uses a codec that is not supported. Use AAC, MP3, WAV, FLAC or Opus.',
  unsupported_language: 'The recording is not in English, the only language that is supported here.',
  audio_too_long: 'The recording is longer than allowed.',
  recording_missing: 'The recording no longer exists.',
  processing_failed: 'The recording could not be processed because of an internal error. Try again later.',
};

/** The message for the user when a note failed for this reason. */
export function failureMessage(code: NoteFailureCode): string {
  return MESSAGES[code];
}

/**
 * The failure that a step throws to Temporal: final for bad audio, retried for malfunctions of the service. It contains
 * a code and no text from an engine or a library.
 */
export function stepFailure(error: unknown): ApplicationFailure {
  const code =
    error instanceof RecordingMissingError ? 'recording_missing' : error instanceof SpeechError ? error.code : '';
  if (isNoteFailureCode(code)) return ApplicationFailure.nonRetryable(code, NOTE_FAILURE);
  const seconds = error instanceof SpeechError ? error.retryAfterSeconds : undefined;
  return ApplicationFailure.create({
    type: 'PassingTrouble',
    message: code || 'internal_error',
    ...(seconds === undefined ? {} : { nextRetryDelay: seconds * 1000 }),
  });
}
