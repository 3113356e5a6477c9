import type { Client } from '@temporalio/client';
import type { AccountInput, ExportInput } from '../contracts/account.ts';
import { MAIN_QUEUE } from '../contracts/queues.ts';
import { SottoOutcome, SottoUser } from '../contracts/search-attributes.ts';
import { accountDeletionWorkflowId, accountExportWorkflowId } from '../contracts/workflow-ids.ts';
import { startOnce } from '../platform/temporal/workflow-calls.ts';

/** How long Temporal may take to accept a start. After that, the caller gets an error that asks it to retry. */
const START_TIMEOUT_MS = 2_000;

/** Starts the workflows of an account by their business ids. Repeated calls have no further effect. */
export function createAccountWorkflows(client: Client) {
  const options = (workflowId: string, userId: string) => ({
    taskQueue: MAIN_QUEUE,
    workflowId,
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
    typedSearchAttributes: [
      { key: SottoUser, value: userId },
      { key: SottoOutcome, value: 'running' },
    ],
  });
  const start = (call: () => Promise<unknown>) =>
    startOnce(() => client.withDeadline(Date.now() + START_TIMEOUT_MS, call));
  return {
    delete: (account: AccountInput): Promise<void> =>
      start(() =>
        client.workflow.start('accountDeletion', {
          ...options(accountDeletionWorkflowId(account.userId), account.userId),
          args: [account],
          staticSummary: `Deletes account ${account.userId}`,
        }),
      ),
    export: (input: ExportInput): Promise<void> =>
      start(() =>
        client.workflow.start('accountExport', {
          ...options(accountExportWorkflowId(input.userId, input.exportId), input.userId),
          args: [input],
          staticSummary: `Exports account ${input.userId}`,
        }),
      ),
  };
}
