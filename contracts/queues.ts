/** Notes, webhook events and endpoint watches: workflows and their activities. */
export const MAIN_QUEUE = 'sotto';

/**
 * How long Temporal waits for a workflow task. While local steps run, the SDK extends the task after four fifths of
 * this time. With the default of 10 seconds, the SDK would first warn about a task of more than 5 seconds.
 */
export const WORKFLOW_TASK_TIMEOUT_MS = 6_000;

/** Transcriptions of notes: heavy work that must not delay anything else. */
export const TRANSCRIPTION_QUEUE = 'transcription';

/** Each API process runs its own dictations, because the content exists only in its memory. */
export function dictationQueue(node: string): string {
  return `dictation@${node}`;
}
