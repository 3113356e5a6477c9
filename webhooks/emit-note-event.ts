import type { NoteEvent } from '../contracts/webhook.ts';
import type { Clock } from '../platform/clock.ts';
import type { OwnedSet } from '../platform/redis/owned-set.ts';
import type { WebhookAttemptStore } from './store/attempts.ts';
import type { WebhookMessageStore } from './store/messages.ts';
import type { WebhookWorkflows } from './workflow-client.ts';

export interface NoteEventDeps {
  readonly messages: WebhookMessageStore;
  readonly attempts: WebhookAttemptStore;
  readonly workflows: Pick<WebhookWorkflows, 'startEvent'>;
  /** Registers each event when its deliveries start, so that those that Temporal loses are found. */
  readonly openEvents: Pick<OwnedSet, 'begin'>;
  /** @default Date.now */
  readonly now?: Clock;
}

/**
 * Emits an event to a user's webhook endpoints. Calling it again with the same message id has no effect.
 * @returns how many endpoints the event is delivered to
 */
export type EmitNoteEvent = (event: Omit<NoteEvent, 'targets' | 'emittedAt'>) => Promise<number>;

/** Starts the deliveries of a note's event. For disabled endpoints, the event is recorded as skipped. */
export function createNoteEvents({
  messages,
  attempts,
  workflows,
  openEvents,
  now = Date.now,
}: NoteEventDeps): EmitNoteEvent {
  async function recordSkip({ userId, messageId, type, noteId }: Omit<NoteEvent, 'targets'>, endpointId: string) {
    await attempts.record(userId, endpointId, {
      attemptId: `${messageId}.skipped`,
      at: now(),
      messageId,
      eventType: type,
      noteId,
      trigger: 'automatic',
      outcome: 'skipped',
      reason: 'endpoint_disabled',
    });
  }

  return async function emitNoteEvent(given) {
    const event = { ...given, emittedAt: now() };
    const subscribers = await messages.admit(event.userId, event);
    const targets = subscribers
      .filter(({ enabled }) => enabled)
      .map(({ endpointId, generation, failing }) => ({ endpointId, generation, failing }));
    const disabled = subscribers.filter(({ enabled }) => !enabled);
    // Side by side: when one of them fails, the caller emits the event again.
    await Promise.all([
      ...(targets.length > 0
        ? [openEvents.begin(event.userId, event.messageId), workflows.startEvent({ ...event, targets })]
        : []),
      ...disabled.map(({ endpointId }) => recordSkip(event, endpointId)),
    ]);
    return targets.length;
  };
}
