import { createStreakActivities, type StreakActivityDeps } from './endpoint-streaks.ts';
import { createDeliveryActivities, type DeliveryActivityDeps } from './webhook-deliveries.ts';

/** The dependencies of {@link createWebhookActivities}. */
export type WebhookActivityDeps = DeliveryActivityDeps & StreakActivityDeps;

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

/** The steps of the webhook workflows. Outcomes are returned; malfunctions of this service are thrown. */
export function createWebhookActivities(deps: WebhookActivityDeps) {
  return { ...createDeliveryActivities(deps), ...createStreakActivities(deps) };
}
