import { createStreakActivities, type StreakActivityDeps } from './endpoint-streaks.ts';
import { createDeliveryActivities, type DeliveryActivityDeps } from './webhook-deliveries.ts';

/** What {@link createWebhookActivities} works on. */
export type WebhookActivityDeps = DeliveryActivityDeps & StreakActivityDeps;

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

/** The steps of the webhook workflows. Outcomes are returned, our own malfunctions thrown. */
export function createWebhookActivities(deps: WebhookActivityDeps) {
  return { ...createDeliveryActivities(deps), ...createStreakActivities(deps) };
}
