import { join } from 'node:path';
import { createMaintenanceActivities } from '../activities/maintenance.ts';
import { createLinkSigner } from '../recordings/links.ts';
import { openRecordings } from '../recordings/open.ts';
import type { ServiceConfig } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';
import { connectRedis } from '../store/connection.ts';
import { createRecordingExpiries } from '../store/recording-expiries.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { ensureMaintenanceSchedule } from './maintenance-schedule.ts';
import { connectTemporal } from './temporal.ts';
import { bundleWorkflows, createWorker } from './worker.ts';

/** A running worker process. */
export interface WorkerProcess {
  /** Lets the tasks in flight end, then closes what it opened. */
  stop(): Promise<void>;
}

/**
 * Starts the workers for notes, webhooks and maintenance.
 * @param env for Temporal's own variables
 */
export async function startWorker(
  config: ServiceConfig,
  env: Record<string, string | undefined>,
  log: Log,
): Promise<WorkerProcess> {
  const now = Date.now;
  const redis = connectRedis(config.REDIS_URL);
  redis.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'Redis is away'));
  const temporal = await connectTemporal(env);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const links = createLinkSigner({ secret: config.SOTTO_SECRET, baseUrl: `${publicUrl}/v1/recordings`, now });
  const recordings = openRecordings(config.RECORDINGS ?? join(config.SOTTO_HOME, 'recordings'), links);
  const worker = await createWorker({
    ...temporal,
    taskQueue: MAIN_QUEUE,
    workflowBundle: await bundleWorkflows(),
    activities: {
      ...createMaintenanceActivities({ recordings, expiries: createRecordingExpiries(redis), now }),
    },
  });
  await ensureMaintenanceSchedule(temporal.client);
  log.info({ taskQueue: MAIN_QUEUE }, 'Worker polls');
  return {
    stop: async () => {
      await worker.stop();
      await temporal.close();
      redis.disconnect();
    },
  };
}
