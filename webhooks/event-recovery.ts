import type { Client } from '@temporalio/client';
import { webhookEventWorkflowId } from '../contracts/workflow-ids.ts';
import type { OwnedMember, OwnedSet } from '../platform/redis/owned-set.ts';
import { workflowStatus } from '../platform/temporal/workflow-status.ts';
import type { EmitNoteEvent } from './emit-note-event.ts';
import type { WebhookMessageStore } from './store/messages.ts';

export interface EventRecoveryDeps {
  readonly client: Client;
  readonly messages: Pick<WebhookMessageStore, 'get'>;
  /** Events that were emitted and not seen to end. */
  readonly openEvents: OwnedSet;
  readonly emitNoteEvent: EmitNoteEvent;
  readonly now: () => number;
}

/** A start takes less than this. */
const GRACE_MS = 60_000;
/** A delivery may last 28 hours. One that runs is looked at again after this time. */
const RECHECK_MS = 10 * 60_000;

/** Compares the events that were emitted with Temporal, and emits those again that Temporal lost. */
export function createEventRecovery({ client, messages, openEvents, emitNoteEvent, now }: EventRecoveryDeps) {
  async function check({ ownerId: userId, id: messageId }: OwnedMember): Promise<boolean> {
    const status = await workflowStatus(client, webhookEventWorkflowId(messageId));
    if (status === 'RUNNING') {
      await openEvents.begin(userId, messageId, now() + RECHECK_MS);
      return false;
    }
    const message = status === undefined ? await messages.get(userId, messageId) : null;
    // Without a target, as when all endpoints were disabled meanwhile, the event has ended.
    const targets = message ? await emitNoteEvent({ ...message, userId }) : 0;
    if (targets === 0) await openEvents.settle(userId, messageId);
    return targets > 0;
  }

  return {
    /**
     * Emits again, with the same ids, the events that Temporal does not know.
     * @returns how many
     * @throws {Error} when Redis or Temporal is unavailable; the next call starts over
     */
    async emitLost(): Promise<number> {
      let emitted = 0;
      for await (const page of openEvents.pages(now() - GRACE_MS)) {
        for (const member of page) if (await check(member)) emitted += 1;
      }
      return emitted;
    },
  };
}
