import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks.ts';
import { busyWaitMs, delayAfterMs, formatDuration, MAX_ATTEMPTS } from '../contracts/schedule.ts';
import { SottoOutcome, SottoWaiting } from '../contracts/search-attributes.ts';
import type { AttemptResult, DeliveryOutcome, EventTarget, NoteEvent } from '../contracts/webhook.ts';
import { endpointRevoked, type RevokedEndpoint } from '../contracts/webhook-messages.ts';
import { LOCAL_RETRY, SERVER_RETRY, withFallback } from './local-steps.ts';

/** The 20 seconds of an attempt, plus time for the store. */
const STEP_TIMEOUT = '40 seconds';
/** An attempt under way is completed and recorded even when the workflow is cancelled. */
const cancellationType = ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;

/** The fast path: the first attempt needs no task from the server. */
const local = proxyLocalActivities<WebhookActivities>({
  startToCloseTimeout: STEP_TIMEOUT,
  retry: LOCAL_RETRY,
  cancellationType,
});
/** The slow path, for endpoints that fail: however long they take, they do not occupy the fast path. */
const remote = proxyActivities<WebhookActivities>({
  startToCloseTimeout: STEP_TIMEOUT,
  retry: SERVER_RETRY,
  cancellationType,
});

const recordOnce = withFallback(local.recordEnd, remote.recordEnd);

/** The state of one endpoint's delivery. */
interface Delivery {
  readonly target: EventTarget;
  /** Whether the first attempt uses the fast path. */
  readonly quick: boolean;
  /** The attempt that it waits for; null before the first failure and after the end. */
  waitingFor: number | null;
  outcome: DeliveryOutcome | null;
  /** Why the endpoint no longer accepts the delivery. */
  revoked: RevokedEndpoint['reason'] | null;
}

/**
 * One event of a note, delivered to each endpoint on its own schedule. One workflow serves all endpoints: almost every
 * event ends after its first attempts, and a child workflow per endpoint would double the cost.
 */
export async function webhookEvent(event: NoteEvent): Promise<{ outcomes: Record<string, DeliveryOutcome> }> {
  const alone = canUseFastPath(event);
  const deliveries = event.targets.map<Delivery>((target) => ({
    target,
    quick: alone && !target.failing,
    waitingFor: null,
    outcome: null,
    revoked: null,
  }));
  setHandler(endpointRevoked, ({ endpointId, generation, reason }) => {
    for (const delivery of deliveries) {
      const { target } = delivery;
      if (target.endpointId === endpointId && target.generation < generation) delivery.revoked ??= reason;
    }
  });

  const show = createDisplay(deliveries);
  const ended = await Promise.allSettled(
    deliveries.map(async (delivery) => {
      delivery.outcome = await deliver(event, delivery, show);
      delivery.waitingFor = null;
      show();
    }),
  );
  const failure = ended.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  return {
    outcomes: Object.fromEntries(deliveries.map(({ target, outcome }) => [target.endpointId, outcome ?? 'cancelled'])),
  };
}

/**
 * Only the sole endpoint of an event takes the fast path. The workflow task does not end while a local activity runs, so
 * an endpoint that hangs would delay the timers of the others.
 */
function canUseFastPath({ targets }: NoteEvent): boolean {
  return targets.length === 1;
}

/** Delivers to one endpoint and records an end without success. */
async function deliver(event: NoteEvent, delivery: Delivery, show: () => void): Promise<DeliveryOutcome> {
  try {
    const outcome = await attemptUntilEnd(event, delivery, show);
    // The log entry of the attempt already records these outcomes.
    const recorded = outcome === 'delivered' || outcome === 'attempts_exhausted' || outcome === 'endpoint_gone';
    if (!recorded) await recordEnd(event, delivery, outcome);
    return outcome;
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => recordEnd(event, delivery, 'cancelled'));
      delivery.outcome = 'cancelled';
    }
    throw error;
  }
}

async function attemptUntilEnd(event: NoteEvent, delivery: Delivery, show: () => void): Promise<DeliveryOutcome> {
  let attempt = 1;
  let busy = 0;
  for (;;) {
    const result = await attemptOnce(event, delivery, attempt);
    if (result.kind === 'delivered') return 'delivered';
    if (result.kind === 'ended') return result.reason;
    let waitMs: number | null;
    if (result.kind === 'busy') {
      busy += 1;
      waitMs = busyWaitMs(busy, Math.random());
    } else {
      busy = 0;
      waitMs = delayAfterMs(attempt);
      attempt += 1;
    }
    if (waitMs === null) return 'attempts_exhausted';
    delivery.waitingFor = attempt;
    show();
    const { endpointId } = delivery.target;
    const what = busy > 0 ? `Free place for attempt ${attempt}` : `Attempt ${attempt} of ${MAX_ATTEMPTS}`;
    const summary = `${what} in ${formatDuration(waitMs)}, endpoint ${endpointId}`;
    await condition(() => delivery.revoked !== null, waitMs, { summary });
    if (delivery.revoked) return delivery.revoked;
  }
}

function attemptOnce(event: NoteEvent, { target, quick }: Delivery, attempt: number): Promise<AttemptResult> {
  const { targets, ...rest } = event;
  const { endpointId, generation } = target;
  const input = { ...rest, endpointId, generation, sole: targets.length === 1, attempt };
  const summary = `Attempt ${attempt} of ${MAX_ATTEMPTS}, endpoint ${endpointId}`;
  const byServer = () => remote.attemptDelivery.executeWithOptions({ summary }, [input]);
  return attempt === 1 && quick ? withFallback(() => local.attemptDelivery(input), byServer)() : byServer();
}

function recordEnd(event: NoteEvent, { target }: Delivery, reason: Exclude<DeliveryOutcome, 'delivered'>) {
  const { userId, messageId, type, noteId } = event;
  const { endpointId } = target;
  return recordOnce({ userId, endpointId, messageId, type, noteId, trigger: 'automatic', reason });
}

/**
 * Shows the state of the deliveries as search attributes and in words. Nothing is written while first attempts succeed,
 * which saves a fifteenth of the cost: an event without SottoOutcome was delivered at the first attempt.
 */
function createDisplay(deliveries: readonly Delivery[]): () => void {
  let shown = '';
  return function show() {
    const smooth = deliveries.every(
      ({ waitingFor, outcome }) => waitingFor === null && (outcome ?? 'delivered') === 'delivered',
    );
    if (smooth && shown === '') return;
    const waiting = deliveries.flatMap(({ target, waitingFor }) =>
      waitingFor === null ? [] : [`attempt-${waitingFor}`, `${target.endpointId}:attempt-${waitingFor}`],
    );
    const outcome = outcomeOf(deliveries);
    const state = `${outcome} ${waiting.join(' ')}`;
    if (state === shown) return;
    shown = state;
    upsertSearchAttributes([
      { key: SottoOutcome, value: outcome },
      { key: SottoWaiting, value: [...new Set(waiting)] },
    ]);
    setCurrentDetails(deliveries.map(describe).join('\n'));
  };
}

function outcomeOf(deliveries: readonly Delivery[]): string {
  if (deliveries.some(({ waitingFor }) => waitingFor !== null)) return 'retrying';
  if (deliveries.some(({ outcome }) => outcome === null)) return 'delivering';
  const outcomes = new Set(deliveries.map(({ outcome }) => outcome));
  if (outcomes.size === 1) return deliveries[0]?.outcome ?? 'delivering';
  return outcomes.has('delivered') ? 'partly_delivered' : 'not_delivered';
}

function describe({ target, waitingFor, outcome }: Delivery): string {
  const state = outcome ?? (waitingFor === null ? 'first attempt' : `waits for attempt ${waitingFor}`);
  return `- endpoint ${target.endpointId}: ${state}`;
}
