/** Workflow ids name the business thing, so that the Temporal Web UI reads like the business. */

export function dictationWorkflowId(orgId: string, transcriptionId: string): string {
  return `dictation/${orgId}/${transcriptionId}`;
}

export function webhookEventWorkflowId(messageId: string): string {
  return `event/${messageId}`;
}

export function manualSendWorkflowId(attemptId: string): string {
  return `send/${attemptId}`;
}

export function endpointWatchWorkflowId(endpointId: string): string {
  return `endpoint/${endpointId}`;
}
