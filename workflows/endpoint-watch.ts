import {
  ActivityFailure,
  condition,
  log,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  upsertSearchAttributes,
  uuid4,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks.ts';
import { formatDuration } from '../contracts/schedule.ts';
import { SottoOutcome } from '../contracts/search-attributes.ts';
import type { EndpointMail, WatchedEndpoint } from '../contracts/webhook.ts';
import { deliveriesEnded, streakChanged } from '../contracts/webhook-messages.ts';
import { LOCAL_RETRY, withFallback } from './local-steps.ts';
import { autoUpgrade } from './versioning.ts';

const local = proxyLocalActivities<WebhookActivities>({
  startToCloseTimeout: '10 seconds',
  retry: LOCAL_RETRY,
});
const remote = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '10 minutes' },
});
const decideStreak = withFallback(local.decideStreak, remote.decideStreak);

/** Timers sometimes fire slightly early. Below a second there is nothing to wait for. */
const MIN_WAIT_MS = 1_000;

/**
 * Watches an endpoint's failure streak: warns after 24 hours, disables after 72. Redis holds the state and decides.
 * This workflow only wakes up when something is due and handles the effects.
 */
export async function endpointWatch(endpoint: WatchedEndpoint): Promise<void> {
  let changed = false;
  let endedGeneration: number | null = null;
  setHandler(streakChanged, () => {
    changed = true;
  });
  setHandler(deliveriesEnded, ({ generation }) => {
    changed = true;
    endedGeneration = Math.max(endedGeneration ?? 0, generation);
  });
  let over = 'The failure streak is over';
  // Mail that waits for its server must not delay decisions about the streak.
  let mailsUnderWay = 0;
  const send = async (input: EndpointMail) => {
    mailsUnderWay += 1;
    await mail(input);
    mailsUnderWay -= 1;
  };

  for (;;) {
    changed = false;
    if (endedGeneration !== null) {
      const generation: number = endedGeneration;
      endedGeneration = null;
      over = 'The endpoint was disabled or deleted, and what waited for it has ended';
      await remote.endPendingDeliveries({ ...endpoint, generation });
    }
    const decision = await decideStreak({ ...endpoint, decisionId: uuid4() });
    if (decision.kind === 'wait') {
      const waitMs = Math.max(decision.waitMs, MIN_WAIT_MS);
      show('failing', `Failing; looks again in ${formatDuration(waitMs)}`);
      await condition(() => changed, waitMs, { summary: `Still failing in ${formatDuration(waitMs)}?` });
    } else if (decision.kind === 'none') {
      await condition(() => changed || mailsUnderWay === 0);
      if (!changed) return show('ended', over);
    } else {
      show(decision.kind === 'warn' ? 'warned' : 'disabled', `Mail to the user: ${decision.kind}`);
      void send({ ...endpoint, ...decision });
      if (decision.kind === 'disable') endedGeneration = decision.generation;
    }
  }
}

// It runs for days, so a new version takes it over.
setWorkflowOptions(autoUpgrade, endpointWatch);

function show(outcome: string, details: string): void {
  upsertSearchAttributes([{ key: SottoOutcome, value: outcome }]);
  setCurrentDetails(details);
}

/**
 * Sends a mail and retries while the server is unavailable. It ends when the server rejects the address permanently or
 * the workflow is cancelled.
 */
async function mail(input: EndpointMail): Promise<void> {
  try {
    await remote.sendEndpointMail.executeWithOptions({ summary: `Mail: ${input.kind}` }, [input]);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    log.warn('Mail not sent', { kind: input.kind });
  }
}
