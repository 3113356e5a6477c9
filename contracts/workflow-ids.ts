// Workflow ids name the business object, so that the Temporal Web UI is easy to read.

/** One per transcription id of an organization: a newer dictation replaces one that is running. */
export function dictationWorkflowId(orgId: string, transcriptionId: string): string {
  return `dictation/${orgId}/${transcriptionId}`;
}

/** One per live session. */
export function liveSessionWorkflowId(orgId: string, sessionId: string): string {
  return `live/${orgId}/${sessionId}`;
}

/** @param run counts how often the note's processing was started */
export function noteWorkflowId(noteId: string, run: number): string {
  return `note/${noteId}/${run}`;
}

/** Parses a {@link noteWorkflowId}. Undefined for the id of another workflow. */
export function parseNoteWorkflowId(workflowId: string): { noteId: string; run: number } | undefined {
  const [, noteId, run] = /^note\/([^/]+)\/(\d+)$/.exec(workflowId) ?? [];
  return noteId === undefined ? undefined : { noteId, run: Number(run) };
}

/**
 * Id of the event that reports how a run ended. Emitting the event again uses the same id.
 * @param round counts, from 0, how often the run restarted
 */
export function noteMessageId(noteId: string, run: number, round = 0): string {
  const id = `msg_${noteId.replaceAll('-', '')}_${run}`;
  return round === 0 ? id : `${id}_${round}`;
}

/** One per event: emitting it twice starts one workflow. */
export function webhookEventWorkflowId(messageId: string): string {
  return `event/${messageId}`;
}

/** One per manual send: a repeated request sends once. */
export function manualSendWorkflowId(attemptId: string): string {
  return `send/${attemptId}`;
}

/** One per account: it is deleted once. */
export function accountDeletionWorkflowId(userId: string): string {
  return `account/${userId}/deletion`;
}

/** One per export: a repeated request starts one workflow. */
export function accountExportWorkflowId(userId: string, exportId: string): string {
  return `account/${userId}/export/${exportId}`;
}

/** One per endpoint: every request for a watch reaches the running one. */
export function endpointWatchWorkflowId(endpointId: string): string {
  return `endpoint/${endpointId}`;
}
