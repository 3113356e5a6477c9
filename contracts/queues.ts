/** Notes, webhook events and endpoint watches: workflows and their activities. */
export const MAIN_QUEUE = 'sotto';

/** The notes' transcriptions: heavy work that must not delay anything else. */
export const TRANSCRIPTION_QUEUE = 'transcription';

/** Each API process runs its own dictations: the content is in its memory only. */
export function dictationQueue(node: string): string {
  return `dictation@${node}`;
}
