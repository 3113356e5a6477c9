import { observeSender, observeWebhookActivities } from '../activities/observe-webhooks.ts';
import { createWebhookActivities, type WebhookActivities } from '../activities/webhooks.ts';
import type { OpenServices } from '../composition/services.ts';
import type { WebhookMetrics } from '../platform/metrics/worker-metrics.ts';
import type { Sender } from '../webhooks/egress/sender.ts';

/**
 * Slots for hanging endpoints. A waiting delivery takes a socket but no processor time. There are fewer workflow tasks than
 * workflows in the worker's cache.
 */
export const WEBHOOK_SLOTS = { maxConcurrentActivities: 600, maxConcurrentWorkflowTasks: 300 } as const;

export interface WebhookStepDeps {
  readonly services: OpenServices;
  readonly sender: Sender;
  readonly metrics: WebhookMetrics;
}

/** The webhook steps with metrics. */
export function webhookActivities(deps: WebhookStepDeps): WebhookActivities {
  const { services, sender, metrics } = deps;
  const { platform, accounts, notes, webhooks } = services;
  const activities = createWebhookActivities({
    ...webhooks,
    ...platform,
    sender: observeSender(sender, metrics),
    notes: notes.store,
    users: accounts.users,
    concurrency: webhooks.settings.concurrency,
  });
  return observeWebhookActivities(activities, metrics, platform.now);
}
