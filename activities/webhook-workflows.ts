import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { endpointWatchWorkflowId, manualSendWorkflowId, webhookEventWorkflowId } from '../workflows/ids.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { SottoEndpoint, SottoEventType, SottoNote, SottoUser } from '../workflows/search-attributes.ts';
import {
  deliveriesEnded,
  endpointRevoked,
  type RevokedEndpoint,
  streakChanged,
} from '../workflows/webhook-messages.ts';
import type { ManualSend, NoteEvent, WatchedEndpoint } from '../workflows/webhook-types.ts';

export type WebhookWorkflows = ReturnType<typeof createWebhookWorkflows>;

/** How many events are told at once that an endpoint is gone. */
const SIGNALS_AT_ONCE = 20;

/** Starts and signals the webhook workflows, each by its business id: twice is once. */
export function createWebhookWorkflows(client: Client, { taskQueue = MAIN_QUEUE }: { taskQueue?: string } = {}) {
  async function startOnce(starting: () => Promise<unknown>): Promise<void> {
    try {
      await starting();
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  const watchOptions = ({ userId, endpointId }: WatchedEndpoint) => ({
    taskQueue,
    workflowId: endpointWatchWorkflowId(endpointId),
    args: [{ userId, endpointId }],
    staticSummary: `Watches endpoint ${endpointId}`,
    typedSearchAttributes: [
      { key: SottoUser, value: userId },
      { key: SottoEndpoint, value: [endpointId] },
    ],
  });

  return {
    /** Starts an event's deliveries. With a worker on the same connection, the first attempts begin at once. */
    startEvent: (event: NoteEvent): Promise<void> =>
      startOnce(() =>
        client.workflow.start('webhookEvent', {
          taskQueue,
          workflowId: webhookEventWorkflowId(event.messageId),
          args: [event],
          requestEagerStart: true,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          staticSummary: `${event.type} to ${event.targets.length} ${event.targets.length === 1 ? 'endpoint' : 'endpoints'}`,
          typedSearchAttributes: [
            { key: SottoUser, value: event.userId },
            { key: SottoNote, value: event.noteId },
            { key: SottoEventType, value: event.type },
            { key: SottoEndpoint, value: event.targets.map(({ endpointId }) => endpointId) },
          ],
        }),
      ),

    /** Starts one manual send. */
    startManualSend: (send: ManualSend): Promise<void> =>
      startOnce(() =>
        client.workflow.start('manualSend', {
          taskQueue,
          workflowId: manualSendWorkflowId(send.attemptId),
          args: [send],
          requestEagerStart: true,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          staticSummary: `${send.trigger} to endpoint ${send.endpointId}`,
          typedSearchAttributes: [
            { key: SottoUser, value: send.userId },
            { key: SottoEventType, value: send.type },
            { key: SottoEndpoint, value: [send.endpointId] },
            ...(send.noteId === null ? [] : [{ key: SottoNote, value: send.noteId }]),
          ],
        }),
      ),

    /** Makes sure that a failure streak is watched. */
    watch: async (endpoint: WatchedEndpoint): Promise<void> => {
      await client.workflow.signalWithStart('endpointWatch', { ...watchOptions(endpoint), signal: streakChanged });
    },

    /** Tells the watch, if there is one, that a streak ended: without it the watch would find out by itself. */
    streakEnded: async ({ endpointId }: WatchedEndpoint): Promise<void> => {
      await signalIfThere(client, endpointWatchWorkflowId(endpointId), (handle) => handle.signal(streakChanged));
    },

    /** Has the watch end what waits for an endpoint that was disabled or deleted. */
    endDeliveries: async (endpoint: WatchedEndpoint, generation: number): Promise<void> => {
      await client.workflow.signalWithStart('endpointWatch', {
        ...watchOptions(endpoint),
        signal: deliveriesEnded,
        signalArgs: [{ generation }],
      });
    },

    /** Tells events that an endpoint takes them no more, and `forget` of those that have ended already. */
    signalEvents: async (
      messageIds: readonly string[],
      revoked: RevokedEndpoint,
      forget: (messageIds: string[]) => Promise<void>,
    ): Promise<void> => {
      for (let first = 0; first < messageIds.length; first += SIGNALS_AT_ONCE) {
        const batch = messageIds.slice(first, first + SIGNALS_AT_ONCE);
        const there = await Promise.all(
          batch.map((messageId) =>
            signalIfThere(client, webhookEventWorkflowId(messageId), (handle) =>
              handle.signal(endpointRevoked, revoked),
            ),
          ),
        );
        await forget(batch.filter((_, index) => !there[index]));
      }
    },
  };
}

type Handle = ReturnType<Client['workflow']['getHandle']>;

/** Whether the workflow was running. */
async function signalIfThere(
  client: Client,
  workflowId: string,
  signal: (handle: Handle) => Promise<void>,
): Promise<boolean> {
  try {
    await signal(client.workflow.getHandle(workflowId));
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
