import { observeAttempts } from '../../activities/observe-webhooks.ts';
import { openServices } from '../../composition/services.ts';
import { MAIN_QUEUE } from '../../contracts/queues.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { createWorkerMetrics } from '../../platform/metrics/worker-metrics.ts';
import { createWorker } from '../../platform/temporal/worker.ts';
import { bundleWorkflows } from '../../platform/temporal/workflow-bundle.ts';
import { environment, type TestBase } from '../../test/support/service.ts';
import { createSender } from '../../webhooks/egress/sender.ts';
import { WEBHOOK_SLOTS, webhookActivities } from '../../worker/webhooks.ts';

export type WebhookWorker = Awaited<ReturnType<typeof startWebhookWorker>>;

/**
 * The webhooks of a worker process, composed as that process composes them.
 * @param onConnect called for each connection to a receiver
 */
export async function startWebhookWorker(base: TestBase, onConnect: () => void) {
  const env = environment(base, { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' });
  const metrics = createWorkerMetrics().webhooks;
  const services = await openServices({
    ...{ config: requireService(readConfig(env)), env, log: createLog('silent'), now: Date.now },
    observeAttempts: (attempts) => observeAttempts(attempts, metrics),
  });
  const { temporal, temporalConnection, redis } = services.platform;
  const sender = createSender({ guard: services.webhooks.guard, onConnect });
  const worker = await createWorker({
    ...temporalConnection,
    ...WEBHOOK_SLOTS,
    taskQueue: MAIN_QUEUE,
    workflowBundle: await bundleWorkflows(temporalConnection),
    activities: webhookActivities({ services, sender, metrics }),
  });
  return {
    redis,
    client: temporal,
    connection: temporalConnection.connection,
    notes: services.notes.store,
    endpoints: services.webhooks.endpoints,
    workflows: services.webhooks.workflows,
    emitNoteEvent: services.webhooks.emitNoteEvent,
    stop: async () => {
      await worker.stop();
      sender.close();
      await services.close();
    },
  };
}
