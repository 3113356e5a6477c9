import { TypedSearchAttributes } from '@temporalio/common';
import type { Services } from '../composition/services.ts';
import { WORKFLOW_TASK_TIMEOUT_MS } from '../contracts/queues.ts';
import { SottoOrg, SottoOutcome, SottoUser } from '../contracts/search-attributes.ts';

/** Maximum time for Temporal to accept the start. */
const START_TIMEOUT_MS = 5_000;

/** Whose content a workflow works on, and how long it may take. */
export interface OwnWorkflow {
  readonly orgId: string;
  /** The owner that `orgId` identifies. @default 'organization' */
  readonly owner?: 'organization' | 'user' | undefined;
  readonly lifetimeMs: number;
}

/**
 * Starts a workflow of content that only this process holds: on the process's own queue, and eagerly.
 * @param start makes the call with these options and its own
 */
export function startOwnWorkflow<Started>(
  { dictation, platform }: Pick<Services, 'dictation' | 'platform'>,
  { orgId, owner = 'organization', lifetimeMs }: OwnWorkflow,
  start: (options: ReturnType<typeof optionsOf>) => Promise<Started>,
): Promise<Started> {
  const options = optionsOf(dictation.taskQueue, owner === 'user' ? SottoUser : SottoOrg, orgId, lifetimeMs);
  return platform.temporal.withDeadline(Date.now() + START_TIMEOUT_MS, () => start(options));
}

function optionsOf(taskQueue: string, key: typeof SottoOrg | typeof SottoUser, ownerId: string, lifetimeMs: number) {
  return {
    taskQueue,
    requestEagerStart: true,
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
    workflowExecutionTimeout: lifetimeMs,
    typedSearchAttributes: new TypedSearchAttributes([
      { key, value: ownerId },
      { key: SottoOutcome, value: 'running' },
    ]),
  };
}
