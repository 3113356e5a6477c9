import type { Client } from '@temporalio/client';
import { webhookEventWorkflowId } from '../../../contracts/workflow-ids.ts';
import type { Redis } from '../../../platform/redis/connection.ts';
import { readKeys } from './check-keys.ts';

/**
 * Compares the events that wait according to Redis with the workflows that will deliver them, while no work is
 * running.
 * @returns the differences; empty when there are none
 */
export async function checkEvents(redis: Redis, client: Client): Promise<string[]> {
  const waiting = new Map<string, string>();
  for (const { kind, name } of await readKeys(redis, [])) {
    if (kind !== 'webhookPending') continue;
    for (const messageId of await redis.zrange(name, 0, '-1')) waiting.set(webhookEventWorkflowId(messageId), name);
  }
  const problems: string[] = [];
  for await (const { workflowId } of client.workflow.list({
    query: "WorkflowType = 'webhookEvent' AND ExecutionStatus = 'Running'",
  })) {
    if (!waiting.delete(workflowId)) problems.push(`${workflowId}: it runs, and waits at no endpoint`);
  }
  for (const [workflowId, name] of waiting) problems.push(`${name}: ${workflowId} waits, and does not run`);
  return problems;
}
