import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { startWorker } from '../../worker/start.ts';
import { MAIN_QUEUE } from '../../contracts/queues.ts';
import { commitHistory } from '../support/histories.ts';
import { environment, startBase } from '../support/service.ts';

/** Records a round of `maintenance`. */
export async function record(): Promise<void> {
  const base = await startBase();
  const env = environment(base);
  const worker = await startWorker(requireService(readConfig(env)), env, createLog('silent'));
  await base.client.workflow.execute('maintenance', { workflowId: 'maintenance-recorded', taskQueue: MAIN_QUEUE });
  await commitHistory(base.client, 'maintenance-completed', 'maintenance-recorded');
  await worker.stop();
  await base.stop();
}
