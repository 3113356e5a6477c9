import { randomUUID } from 'node:crypto';
import { createUserStore } from '../../accounts/users.ts';
import { MAIN_QUEUE } from '../../contracts/queues.ts';
import { accountDeletionWorkflowId, accountExportWorkflowId } from '../../contracts/workflow-ids.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { startWorker } from '../../worker/start.ts';
import { commitHistory } from '../support/histories.ts';
import { environment, startBase } from '../support/service.ts';

/** Records an export, and a deletion up to the wait before its second scan. */
export async function record(): Promise<void> {
  const base = await startBase();
  const env = environment(base);
  const worker = await startWorker(requireService(readConfig(env)), env, createLog('silent'));
  const { userId } = await createUserStore(base.redis.redis).ensure({ email: 'ada@example.org' });
  const exporting = { userId, exportId: randomUUID() };
  const exportId = accountExportWorkflowId(userId, exporting.exportId);
  await base.client.workflow.execute('accountExport', { workflowId: exportId, taskQueue: MAIN_QUEUE, args: [exporting] });
  await commitHistory(base.client, 'account-export-completed', exportId);
  const deletionId = accountDeletionWorkflowId(userId);
  const deletion = await base.client.workflow.start('accountDeletion', {
    ...{ workflowId: deletionId, taskQueue: MAIN_QUEUE, args: [{ userId }] },
  });
  for (;;) {
    const { events } = await deletion.fetchHistory();
    if (events?.some((event) => event.timerStartedEventAttributes)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await commitHistory(base.client, 'account-deletion-removed', deletionId);
  await deletion.terminate();
  await worker.stop();
  await base.stop();
}
