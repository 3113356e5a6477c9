// Workflow ids name the business thing, so that the Temporal Web UI reads like the business.

/** One for each transcription id of an organization, so that a newer dictation takes the place of one that runs. */
export function dictationWorkflowId(orgId: string, transcriptionId: string): string {
  return `dictation/${orgId}/${transcriptionId}`;
}

/** @param run counts how often the note's processing was begun */
export function noteWorkflowId(noteId: string, run: number): string {
  return `note/${noteId}/${run}`;
}

/** The parts of a {@link noteWorkflowId}; undefined when it is another workflow's id. */
export function parseNoteWorkflowId(workflowId: string): { noteId: string; run: number } | undefined {
  const [, noteId, run] = /^note\/([^/]+)\/(\d+)$/.exec(workflowId) ?? [];
  return noteId === undefined ? undefined : { noteId, run: Number(run) };
}

/**
 * Id of the event that tells how a run ended: the same however often it is emitted.
 * @param round counts, from 0, how often the run began anew
 */
export function noteMessageId(noteId: string, run: number, round = 0): string {
  const id = `msg_${noteId.replaceAll('-', '')}_${run}`;
  return round === 0 ? id : `${id}_${round}`;
}

/** One for each event, so that emitting it twice is once. */
export function webhookEventWorkflowId(messageId: string): string {
  return `event/${messageId}`;
}

/** One for each manual send, so that a repeated request is once. */
export function manualSendWorkflowId(attemptId: string): string {
  return `send/${attemptId}`;
}

/** One for each account, which is deleted once. */
export function accountDeletionWorkflowId(userId: string): string {
  return `account/${userId}/deletion`;
}

/** One for each export, so that asking for it again is once. */
export function accountExportWorkflowId(userId: string, exportId: string): string {
  return `account/${userId}/export/${exportId}`;
}

/** One for each endpoint: whoever calls for a watch reaches the one that runs. */
export function endpointWatchWorkflowId(endpointId: string): string {
  return `endpoint/${endpointId}`;
}
