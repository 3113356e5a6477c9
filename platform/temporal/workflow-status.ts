import { type Client, type WorkflowExecutionStatusName, WorkflowNotFoundError } from '@temporalio/client';

/** The status of the latest run with this id; undefined when Temporal does not know the id. */
export async function workflowStatus(
  client: Client,
  workflowId: string,
): Promise<WorkflowExecutionStatusName | undefined> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
