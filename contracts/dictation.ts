/** How a dictation can fail. A closed list, used in Temporal, usage records, metrics and error bodies. */
export const DICTATION_FAILURES = [
  'audio_empty',
  'audio_undecodable',
  'audio_truncated',
  'audio_encrypted',
  'unsupported_codec',
  'unsupported_language',
  'word_times_unavailable',
  'audio_too_long',
  'busy',
  'engine_unavailable',
  'engine_misconfigured',
  'engine_timed_out',
  'unavailable',
  'cancelled',
  'timed_out',
  'superseded',
  'internal_error',
] as const;

export type DictationFailureCode = (typeof DICTATION_FAILURES)[number];
export type DictationOutcome = 'completed' | DictationFailureCode;

export type DictationSource = 'smart' | 'transcription' | 'format';

/** What the workflow receives. It contains nothing that was said. */
export interface DictationInput {
  /** Key of the content in the memory of the API process that holds it. */
  readonly contentId: string;
  readonly source: DictationSource;
  /** The maximum duration of one step. The API ends the whole dictation sooner. */
  readonly stepTimeoutMs: number;
}

/** How often recording the end of a dictation is tried before the caller receives an error. */
export const FINISH_ATTEMPTS = 4;

/** Type of the only failure that a dictation's activities throw. Its message is the code. */
export const DICTATION_FAILURE = 'DictationFailure';

/** Whether a failure's message is a code of the list. */
export function isDictationFailureCode(code: string): code is DictationFailureCode {
  return (DICTATION_FAILURES as readonly string[]).includes(code);
}
