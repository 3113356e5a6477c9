import {
  ActivityCancellationType,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks.ts';
import { busyWaitMs, formatDuration } from '../contracts/schedule.ts';
import { SottoOutcome } from '../contracts/search-attributes.ts';
import type { DeliveryOutcome, ManualSend } from '../contracts/webhook.ts';
import { LOCAL_RETRY, SERVER_RETRY, withFallback } from './local-steps.ts';

const options = {
  startToCloseTimeout: '40 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;
const local = proxyLocalActivities<WebhookActivities>({ ...options, retry: LOCAL_RETRY });
const remote = proxyActivities<WebhookActivities>({ ...options, retry: SERVER_RETRY });
const makeSend = withFallback(local.sendManually, remote.sendManually);
const recordEnd = withFallback(local.recordEnd, remote.recordEnd);

/** A ping, test or redelivery that a user requested. It is never sent twice. */
export async function manualSend(send: ManualSend): Promise<{ outcome: DeliveryOutcome | 'failed' }> {
  for (let busy = 1; ; busy += 1) {
    const result = await makeSend(send);
    if (result.kind === 'busy') {
      const waitMs = busyWaitMs(busy, Math.random());
      await sleep(waitMs, { summary: `Free place in ${formatDuration(waitMs)}` });
      continue;
    }
    const outcome = result.kind === 'ended' ? result.reason : result.kind;
    const recorded = result.kind !== 'ended' || result.reason === 'endpoint_gone';
    if (!recorded) await recordEnd({ ...send, reason: result.reason });
    upsertSearchAttributes([{ key: SottoOutcome, value: outcome }]);
    setCurrentDetails(`${send.trigger} to endpoint ${send.endpointId}: ${outcome}`);
    return { outcome };
  }
}
