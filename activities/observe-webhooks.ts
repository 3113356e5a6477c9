import { DELIVERY_FAILURES } from '../contracts/delivery-failures.ts';
import { MAX_ATTEMPTS } from '../contracts/schedule.ts';
import type { AttemptInput, AttemptResult, DeliveryOutcome } from '../contracts/webhook.ts';
import { END_REASONS, NOTE_EVENT_TYPES } from '../contracts/webhook-events.ts';
import type { WebhookMetrics } from '../platform/metrics/worker-metrics.ts';
import type { Sender } from '../webhooks/egress/sender.ts';
import type { WebhookAttemptStore } from '../webhooks/store/attempts.ts';
import type { WebhookActivities } from './webhooks.ts';

/** How a delivery can end. */
const ENDS = ['delivered', 'skipped', ...END_REASONS] as const;

/** Initializes the series that alerts read: `increase()` and `rate()` do not see the first event of a new series. */
function initializeSeries({ attempts, deliveries, endpointsDisabled, firstAttemptDelay }: WebhookMetrics): void {
  for (const reason of ['gone', 'failing']) endpointsDisabled.inc({ reason }, 0);
  for (const event_type of NOTE_EVENT_TYPES) {
    firstAttemptDelay.zero({ event_type });
    for (const outcome of ENDS) deliveries.inc({ event_type, outcome }, 0);
    for (const outcome of ['succeeded', ...DELIVERY_FAILURES]) {
      attempts.inc({ trigger: 'automatic', event_type, outcome }, 0);
    }
  }
}

/** Wraps the attempt store to count each attempt and each decision about an endpoint once. */
export function observeAttempts(attempts: WebhookAttemptStore, metrics: WebhookMetrics): WebhookAttemptStore {
  initializeSeries(metrics);
  return {
    ...attempts,
    finish: async (finished) => {
      const effects = await attempts.finish(finished);
      const { trigger, eventType, failure, durationMs } = finished.entry;
      metrics.attempts.inc({ trigger, event_type: eventType, outcome: failure ?? 'succeeded' });
      const outcome = failure === null ? 'succeeded' : 'failed';
      metrics.attemptSeconds.observe({ trigger, outcome }, (durationMs ?? 0) / 1000);
      if (typeof effects?.disabledGeneration === 'number') metrics.endpointsDisabled.inc({ reason: 'gone' });
      return effects;
    },
    record: async (userId, endpointId, entry) => {
      await attempts.record(userId, endpointId, entry);
      const { trigger, eventType, outcome, reason } = entry;
      if (trigger !== 'automatic') return;
      metrics.deliveries.inc({
        event_type: eventType,
        outcome: outcome === 'skipped' ? 'skipped' : (reason ?? 'ended'),
      });
    },
    decide: async (endpoint, limits) => {
      const state = await attempts.decide(endpoint, limits);
      if (state.kind === 'warn') metrics.endpointsWarned.inc();
      if (state.kind === 'disable') metrics.endpointsDisabled.inc({ reason: 'failing' });
      return state;
    },
  };
}

/** Wraps the sender to count open requests. */
export function observeSender(sender: Sender, { attemptsInFlight }: WebhookMetrics): Sender {
  return {
    ...sender,
    send: async (request) => {
      attemptsInFlight.inc();
      try {
        return await sender.send(request);
      } finally {
        attemptsInFlight.dec();
      }
    },
  };
}

/** Wraps the webhook steps to measure the time from an event to its first attempt and to each endpoint. */
export function observeWebhookActivities(
  activities: WebhookActivities,
  metrics: WebhookMetrics,
  now: () => number,
): WebhookActivities {
  function observeDelivery({ type, attempt, emittedAt }: AttemptInput, result: AttemptResult, startedAt: number): void {
    const outcome = endOf(result, attempt);
    if (outcome !== null) metrics.deliveries.inc({ event_type: type, outcome });
    if (result.kind === 'busy') metrics.deferred.inc();
    // With any other outcome, nothing was sent.
    const sent = result.kind === 'failed' || outcome === 'delivered' || outcome === 'endpoint_gone';
    if (!sent) return;
    const since = (ms: number) => Math.max(0, ms - emittedAt) / 1000;
    if (attempt === 1) metrics.firstAttemptDelay.observe({ event_type: type }, since(startedAt));
    if (outcome === 'delivered') metrics.deliverySeconds.observe({ event_type: type }, since(now()));
  }

  return {
    ...activities,
    attemptDelivery: async (input) => {
      const startedAt = now();
      const result = await activities.attemptDelivery(input);
      observeDelivery(input, result, startedAt);
      return result;
    },
    sendManually: async (input) => {
      const result = await activities.sendManually(input);
      if (result.kind === 'busy') metrics.deferred.inc();
      return result;
    },
  };
}

/** How the delivery ended with this attempt. Null when it continues, and for ends that the store records and counts. */
function endOf(result: AttemptResult, attempt: number): DeliveryOutcome | null {
  switch (result.kind) {
    case 'delivered':
      return 'delivered';
    case 'failed':
      return attempt === MAX_ATTEMPTS ? 'attempts_exhausted' : null;
    case 'ended':
      return result.reason === 'endpoint_gone' ? 'endpoint_gone' : null;
    case 'busy':
      return null;
  }
}
