/** Notes, webhook events and endpoint watches: workflows and their activities. */
export const MAIN_QUEUE = 'sotto';

/**
 * How long Temporal waits for a workflow task. One that runs local steps for longer tells the server so after four
 * fifths of it: at the default of 10 seconds the SDK warns by then of a task of more than 5 seconds.
 */
export const WORKFLOW_TASK_TIMEOUT_MS = 6_000;

/** The notes' transcriptions: heavy work that must not delay anything else. */
export const TRANSCRIPTION_QUEUE = 'transcription';

/** Each API process runs its own dictations: the content is in its memory only. */
export function dictationQueue(node: string): string {
  return `dictation@${node}`;
}
