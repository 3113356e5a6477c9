import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { keys } from '../../platform/redis/keys.ts';
import { eventually } from './eventually.ts';
import type { WebhookService } from './webhooks.ts';

/*
 * Awaiting a result through `env.client` skips time without control: once nothing else is left, it jumps ten years, to
 * the run timeout of the workflows. These helpers skip time in known steps.
 */

/** Skips time until `atMs`. Returns immediately when that is in the past. */
export async function elapseUntil(env: TestWorkflowEnvironment, atMs: number): Promise<void> {
  const restMs = atMs - (await env.currentTimeMs());
  if (restMs > 0) await env.sleep(restMs);
}

/** The outcome of a workflow, without skipping time. */
export function resultOf<T>(service: WebhookService, workflowId: string): Promise<T> {
  return service.client.workflow.getHandle(workflowId).result() as Promise<T>;
}

async function isRunning(service: WebhookService, workflowId: string): Promise<boolean> {
  const { status } = await service.client.workflow.getHandle(workflowId).describe();
  return status.name === 'RUNNING';
}

/** Skips time from attempt to attempt until an event's workflow has ended, and returns its outcome by endpoint. */
export async function elapseEvent(
  env: TestWorkflowEnvironment,
  service: WebhookService,
  one: { readonly userId: string; readonly endpointIds: readonly string[] },
  messageId: string,
): Promise<Record<string, string>> {
  const workflowId = webhookEventWorkflowId(messageId);
  const dueTimes = async () => {
    const scores = await Promise.all(
      one.endpointIds.map((id) => service.redis.zscore(keys.webhookPending(one.userId, id), messageId)),
    );
    return scores.flatMap((score) => (score === null ? [] : [Number(score)])).sort((a, b) => a - b);
  };
  let passed = 0;
  for (;;) {
    const due = await eventually('the event ends or waits', async () => {
      if (!(await isRunning(service, workflowId))) return 'ended';
      return (await dueTimes()).find((at) => at > passed);
    });
    if (due === 'ended') return (await resultOf<{ outcomes: Record<string, string> }>(service, workflowId)).outcomes;
    await elapseUntil(env, due);
    passed = due;
  }
}
