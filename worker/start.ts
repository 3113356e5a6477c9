import { join } from 'node:path';
import { createMaintenanceActivities } from '../activities/maintenance.ts';
import { createWebhookActivities } from '../activities/webhooks.ts';
import { createMailer } from '../mail/mailer.ts';
import { createLinkSigner } from '../recordings/links.ts';
import { openRecordings } from '../recordings/open.ts';
import type { ServiceConfig } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';
import { connectRedis } from '../store/connection.ts';
import { createNoteStore } from '../store/notes.ts';
import { createRecordingExpiries } from '../store/recording-expiries.ts';
import { createUserStore } from '../store/users.ts';
import { createSender } from '../webhooks/egress/sender.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { ensureMaintenanceSchedule } from './maintenance-schedule.ts';
import { startNoteWorkers } from './notes.ts';
import { connectTemporal } from './temporal.ts';
import { createWebhookParts, WEBHOOK_SLOTS } from './webhooks.ts';
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
  const mailer = createMailer({
    url: config.MAIL_URL,
    from: config.MAIL_FROM,
    outbox: join(config.SOTTO_HOME, 'outbox'),
    log,
  });
  const webhooks = createWebhookParts({
    redis,
    client: temporal.client,
    secret: config.SOTTO_SECRET,
    allowNetworks: config.WEBHOOK_ALLOW_NETWORKS,
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    now,
  });
  const sender = createSender({ guard: webhooks.guard });
  warnOfOpenedEgress(config, log);
  const { emitNoteEvent } = webhooks;
  const notes = await startNoteWorkers({ config, redis, temporal, recordings, emitNoteEvent, now, log });
  const worker = await createWorker({
    ...temporal,
    ...WEBHOOK_SLOTS,
    taskQueue: MAIN_QUEUE,
    workflowBundle: await bundleWorkflows(),
    activities: {
      ...createMaintenanceActivities({ recordings, expiries: createRecordingExpiries(redis), now }),
      ...notes.activities,
      ...createWebhookActivities({
        ...webhooks,
        notes: createNoteStore(redis),
        users: createUserStore(redis),
        sender,
        mailer,
        publicUrl,
        concurrency: config.WEBHOOK_CONCURRENCY,
        log,
      }),
    },
  });
  await ensureMaintenanceSchedule(temporal.client);
  log.info({ taskQueue: MAIN_QUEUE }, 'Worker polls');
  return {
    stop: async () => {
      await Promise.all([worker.stop(), notes.stop()]);
      sender.close();
      mailer.close();
      await temporal.close();
      redis.disconnect();
    },
  };
}

/** Deliveries may reach what is not public: an operator must see that at each start. */
function warnOfOpenedEgress(config: ServiceConfig, log: Log): void {
  const { WEBHOOK_ALLOW_NETWORKS: networks, WEBHOOK_ALLOW_HTTP: http } = config;
  if (networks)
    log.warn({ networks }, 'Webhooks may reach networks that are not public: WEBHOOK_ALLOW_NETWORKS is set');
  if (http) log.warn('Webhooks may be sent over plain http: WEBHOOK_ALLOW_HTTP is set');
}
