import { createUserStore } from '../accounts/users.ts';
import { observeSender, observeWebhookActivities } from '../activities/observe-webhooks.ts';
import { createWebhookActivities, type WebhookActivities } from '../activities/webhooks.ts';
import type { Services } from '../composition/services.ts';
import { createNoteStore } from '../notes/store/notes.ts';
import type { ServiceConfig } from '../platform/config/config.ts';
import type { Log } from '../platform/log.ts';
import type { WebhookMetrics } from '../platform/metrics/worker-metrics.ts';
import type { Sender } from '../webhooks/egress/sender.ts';

/** Room for hung endpoints: what waits for one costs a socket, no processor time. Less than the worker's cache holds. */
export const WEBHOOK_SLOTS = { maxConcurrentActivities: 300, maxConcurrentWorkflowTasks: 300 } as const;

export interface WebhookActivityDeps {
  readonly config: ServiceConfig;
  readonly services: Pick<Services, 'redis' | 'mailer' | 'publicUrl' | 'webhooks'>;
  readonly sender: Sender;
  readonly metrics: WebhookMetrics;
  readonly now: () => number;
  readonly log: Log;
}

/** The webhooks' steps, counted. */
export function webhookActivities(deps: WebhookActivityDeps): WebhookActivities {
  const { config, services, sender, metrics, now, log } = deps;
  const { redis, mailer, publicUrl, webhooks } = services;
  const activities = createWebhookActivities({
    ...webhooks,
    mailer,
    publicUrl,
    log,
    sender: observeSender(sender, metrics),
    notes: createNoteStore(redis),
    users: createUserStore(redis),
    concurrency: config.WEBHOOK_CONCURRENCY,
  });
  return observeWebhookActivities(activities, metrics, now);
}
