import { delayAfterMs } from '../contracts/schedule.ts';
import type { AttemptInput, AttemptResult, ManualSend, WatchedEndpoint } from '../contracts/webhook.ts';
import type { EndReason } from '../contracts/webhook-events.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { Clock } from '../platform/clock.ts';
import type { OwnedSet } from '../platform/redis/owned-set.ts';
import { type AttemptOutcome, createAttemptMaker } from '../webhooks/attempt.ts';
import { createComposer } from '../webhooks/compose.ts';
import type { Sender } from '../webhooks/egress/sender.ts';
import type { WebhookAttemptStore } from '../webhooks/store/attempts.ts';
import type { WebhookWorkflows } from '../webhooks/workflow-client.ts';

export interface DeliveryActivityDeps {
  readonly attempts: WebhookAttemptStore;
  readonly notes: { get(userId: string, noteId: string): Promise<NoteRecord | null> };
  readonly sender: Sender;
  readonly workflows: Pick<WebhookWorkflows, 'watch' | 'streakEnded' | 'endDeliveries'>;
  /** Events that may still be delivered. */
  readonly openEvents: Pick<OwnedSet, 'settleSoon'>;
  /** Base URL for users, without a trailing slash. */
  readonly publicUrl: string;
  /** The maximum number of open requests to one endpoint. */
  readonly concurrency: number;
  /** @default Date.now */
  readonly now?: Clock;
}

/** The recorded end of a delivery. */
export interface EndInput extends WatchedEndpoint, Pick<ManualSend, 'messageId' | 'type' | 'noteId'> {
  /** Only for a manual send. An automatic delivery has one end. */
  readonly attemptId?: string;
  readonly trigger: ManualSend['trigger'] | 'automatic';
  readonly reason: EndReason;
}

/** The steps of `webhookEvent` and `manualSend`. */
export function createDeliveryActivities(deps: DeliveryActivityDeps) {
  const { attempts, notes, workflows, openEvents, publicUrl, now = Date.now } = deps;
  const makeAttempt = createAttemptMaker({ ...deps, now });
  const compose = createComposer(notes, publicUrl);

  /** Tells the endpoint's watch about the effects of an attempt. May be repeated: the watch only checks again. */
  async function follow(endpoint: WatchedEndpoint, made: AttemptOutcome): Promise<void> {
    const effects = made.kind === 'sent' ? made.effects : null;
    if (!effects) return;
    if (effects.watch) await workflows.watch(endpoint);
    if (effects.recovered) await workflows.streakEnded(endpoint);
    if (effects.disabledGeneration !== null) await workflows.endDeliveries(endpoint, effects.disabledGeneration);
  }

  return {
    /** One automatic attempt. */
    async attemptDelivery(input: AttemptInput): Promise<AttemptResult> {
      const { userId, noteId, type, messageId, attempt } = input;
      const made = await makeAttempt({
        ...input,
        attemptId: `${messageId}.${attempt}`,
        eventType: type,
        trigger: 'automatic',
        delayAfterMs: delayAfterMs(attempt),
        compose: compose({ userId, noteId, type, trigger: 'automatic' }),
      });
      await follow(input, made);
      const result = resultOf(made);
      // Otherwise, the recovery asks Temporal about the event and settles it.
      if (input.sole && result.kind === 'delivered') openEvents.settleSoon(userId, messageId);
      return result;
    },

    /** One send that a user requested. It is sent at most once. */
    async sendManually(input: ManualSend): Promise<AttemptResult> {
      const made = await makeAttempt({
        ...input,
        eventType: input.type,
        generation: null,
        attempt: 1,
        delayAfterMs: null,
        compose: compose(input),
      });
      await follow(input, made);
      return resultOf(made);
    },

    /** Records that a delivery or a manual send ended without being sent. */
    async recordEnd({ userId, endpointId, type: eventType, ...input }: EndInput): Promise<void> {
      const { messageId, noteId, trigger, reason, attemptId = `${messageId}.ended` } = input;
      const at = now();
      const entry = { attemptId, at, messageId, eventType, noteId, trigger, outcome: 'ended', reason } as const;
      await attempts.record(userId, endpointId, entry);
    },
  };
}

function resultOf(made: AttemptOutcome): AttemptResult {
  switch (made.kind) {
    case 'busy':
      return { kind: 'busy' };
    case 'note_deleted':
      return { kind: 'ended', reason: 'note_deleted' };
    case 'disabled':
      return { kind: 'ended', reason: 'endpoint_disabled' };
    case 'deleted':
      return { kind: 'ended', reason: 'endpoint_deleted' };
    case 'sent': {
      const { failure } = made.entry;
      if (failure === null) return { kind: 'delivered' };
      return failure === 'gone' ? { kind: 'ended', reason: 'endpoint_gone' } : { kind: 'failed', failure };
    }
  }
}
