/** Workflow ids name the business thing, so that the Temporal Web UI reads like the business. */

export function dictationWorkflowId(orgId: string, transcriptionId: string): string {
  return `dictation/${orgId}/${transcriptionId}`;
}
