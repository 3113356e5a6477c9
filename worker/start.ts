import { createMaintenanceActivities } from '../activities/maintenance.ts';
import { noteSinks } from '../activities/observe-notes.ts';
import { observeAttempts } from '../activities/observe-webhooks.ts';
import { openServices } from '../composition/services.ts';
import { MAIN_QUEUE } from '../contracts/queues.ts';
import type { ServiceConfig } from '../platform/config/config.ts';
import { serveOperators } from '../platform/http/operator-server.ts';
import type { Log } from '../platform/log.ts';
import { registerIsolation } from '../platform/metrics/isolation-metric.ts';
import { createWorkerMetrics } from '../platform/metrics/worker-metrics.ts';
import { openAll } from '../platform/open-all.ts';
import { createReadiness } from '../platform/readiness.ts';
import { createRecordingExpiries } from '../platform/recordings/expiries.ts';
import { createWorker, type RunningWorker } from '../platform/temporal/worker.ts';
import { bundleWorkflows } from '../platform/temporal/workflow-bundle.ts';
import { availableIsolation } from '../speech/process/isolation.ts';
import { createSender } from '../webhooks/egress/sender.ts';
import { traceSender } from '../webhooks/egress/trace.ts';
import { accountActivities } from './accounts.ts';
import { ensureMaintenanceSchedule } from './maintenance-schedule.ts';
import { startNoteWorkers } from './notes.ts';
import { observeRunningWorkflows } from './running-workflows.ts';
import { WEBHOOK_SLOTS, webhookActivities } from './webhooks.ts';

/** A running worker process. */
export interface WorkerProcess {
  /** Rejects when a worker failed permanently. The process cannot continue then. */
  readonly ended: Promise<void>;
  /** Waits for the tasks in flight, then closes what it opened. */
  stop(): Promise<void>;
}

/**
 * Starts the workers for notes, webhooks and maintenance.
 * @param env for Temporal's own variables
 * @param sdkMetrics the metrics of Temporal's SDK, in Prometheus' text format
 * @throws {Error} when one cannot start; nothing is left running then
 */
export async function startWorker(
  config: ServiceConfig,
  env: Record<string, string | undefined>,
  log: Log,
  sdkMetrics: () => Promise<string> = async () => '',
): Promise<WorkerProcess> {
  const metrics = createWorkerMetrics();
  registerIsolation(metrics.registry, availableIsolation());
  const { close, ended } = await openAll(async (opening) => {
    const opened = openServices({
      config,
      env,
      log,
      now: Date.now,
      serviceName: 'sotto-worker',
      observeAttempts: (attempts) => observeAttempts(attempts, metrics.webhooks),
    });
    const services = opening.adopt(await opened, ({ close }) => close());
    const { redis, temporal, temporalConnection, recordings, probes, now } = services.platform;
    const connections = createSender({ guard: services.webhooks.guard });
    opening.defer(() => connections.close());
    const sender = traceSender(connections, services.platform.tracing);
    warnOfOpenedEgress(config, log);
    const running: Pick<RunningWorker, 'stop'>[] = [];
    opening.defer(() => stopTogether(running));
    const notes = await startNoteWorkers({ config, services, metrics: metrics.notes });
    running.push(notes);
    const worker = await createWorker({
      ...temporalConnection,
      ...WEBHOOK_SLOTS,
      taskQueue: MAIN_QUEUE,
      version: config.WORKER_VERSION,
      workflowBundle: await bundleWorkflows(temporalConnection),
      sinks: noteSinks(metrics.notes),
      activities: {
        ...createMaintenanceActivities({ recordings, expiries: createRecordingExpiries(redis), now }),
        ...accountActivities(services),
        ...notes.activities,
        ...webhookActivities({ services, sender, metrics: metrics.webhooks }),
      },
    });
    running.push(worker);
    await ensureMaintenanceSchedule(temporal);
    if (config.WORKER_METRICS_PORT !== undefined) {
      observeRunningWorkflows(metrics.registry, temporal, now);
      const readiness = createReadiness({ ...probes, ...notes.probes, worker: worker.probe });
      const asked = serveOperators({
        host: config.METRICS_HOST,
        port: config.WORKER_METRICS_PORT,
        registry: metrics.registry,
        readiness,
        moreMetrics: sdkMetrics,
      });
      opening.adopt(await asked, (server) => server.stop());
    }
    return { ended: Promise.race([worker.ended, notes.ended]) };
  });
  ended.catch(() => {}); // the caller that awaits it handles it
  log.info({ taskQueue: MAIN_QUEUE }, 'Worker started');
  return { ended, stop: close };
}

/** Concurrently, because each may take as long as a process manager allows for all. */
async function stopTogether(running: readonly Pick<RunningWorker, 'stop'>[]): Promise<void> {
  const ends = await Promise.allSettled(running.map((worker) => worker.stop()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Warns at each start when deliveries may reach addresses that are not public. */
function warnOfOpenedEgress(config: ServiceConfig, log: Log): void {
  const { WEBHOOK_ALLOW_NETWORKS: networks, WEBHOOK_ALLOW_HTTP: http } = config;
  if (networks) log.warn({ networks }, 'WEBHOOK_ALLOW_NETWORKS allows webhooks to private networks');
  if (http) log.warn('WEBHOOK_ALLOW_HTTP allows webhooks over plain HTTP');
}
