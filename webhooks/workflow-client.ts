import type { Client } from '@temporalio/client';
import { MAIN_QUEUE, WORKFLOW_TASK_TIMEOUT_MS } from '../contracts/queues.ts';
import { SottoEndpoint, SottoEventType, SottoNote, SottoUser } from '../contracts/search-attributes.ts';
import type { ManualSend, NoteEvent, WatchedEndpoint } from '../contracts/webhook.ts';
import {
  deliveriesEnded,
  endpointRevoked,
  type RevokedEndpoint,
  streakChanged,
} from '../contracts/webhook-messages.ts';
import { endpointWatchWorkflowId, manualSendWorkflowId, webhookEventWorkflowId } from '../contracts/workflow-ids.ts';
import { ifExists, startOnce } from '../platform/temporal/workflow-calls.ts';

export type WebhookWorkflows = ReturnType<typeof createWebhookWorkflows>;

/** How many events are signalled at once that an endpoint is gone. */
const SIGNALS_AT_ONCE = 20;

/** Starts and signals the webhook workflows by their business ids. Repeated calls have no further effect. */
export function createWebhookWorkflows(client: Client, { taskQueue = MAIN_QUEUE }: { taskQueue?: string } = {}) {
  const watched = (endpoint: WatchedEndpoint) => ({ taskQueue, ...watchOptions(endpoint) });

  return {
    /** Starts an event's deliveries. With a worker on the same connection, the first attempts start immediately. */
    startEvent: (event: NoteEvent): Promise<void> =>
      startOnce(() => client.workflow.start('webhookEvent', { taskQueue, ...eventOptions(event) })),

    /** Starts one manual send. */
    startManualSend: (send: ManualSend): Promise<void> =>
      startOnce(() => client.workflow.start('manualSend', { taskQueue, ...manualSendOptions(send) })),

    /** Ensures that a failure streak is watched. */
    watch: async (endpoint: WatchedEndpoint): Promise<void> => {
      await client.workflow.signalWithStart('endpointWatch', { ...watched(endpoint), signal: streakChanged });
    },

    /** Tells the watch, if it runs, that a streak ended. Without the signal, the watch would notice later. */
    streakEnded: async ({ endpointId }: WatchedEndpoint): Promise<void> => {
      await ifExists(() => client.workflow.getHandle(endpointWatchWorkflowId(endpointId)).signal(streakChanged));
    },

    /** Makes the watch end the deliveries that wait for an endpoint that was disabled or deleted. */
    endDeliveries: async (endpoint: WatchedEndpoint, generation: number): Promise<void> => {
      await client.workflow.signalWithStart('endpointWatch', {
        ...watched(endpoint),
        signal: deliveriesEnded,
        signalArgs: [{ generation }],
      });
    },

    /** Tells events that an endpoint no longer accepts them. Calls `forget` for those that have already ended. */
    signalEvents: async (
      messageIds: readonly string[],
      revoked: RevokedEndpoint,
      forget: (messageIds: string[]) => Promise<void>,
    ): Promise<void> => {
      for (let first = 0; first < messageIds.length; first += SIGNALS_AT_ONCE) {
        const batch = messageIds.slice(first, first + SIGNALS_AT_ONCE);
        const there = await Promise.all(
          batch.map((messageId) =>
            ifExists(() =>
              client.workflow.getHandle(webhookEventWorkflowId(messageId)).signal(endpointRevoked, revoked),
            ),
          ),
        );
        await forget(batch.filter((_, index) => !there[index]));
      }
    },
  };
}

const ONCE = {
  requestEagerStart: true,
  workflowIdReusePolicy: 'REJECT_DUPLICATE',
  workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
} as const;

function eventOptions(event: NoteEvent) {
  const { messageId, type, targets, userId, noteId } = event;
  return {
    ...ONCE,
    workflowId: webhookEventWorkflowId(messageId),
    args: [event],
    staticSummary: `${type} to ${targets.length} ${targets.length === 1 ? 'endpoint' : 'endpoints'}`,
    typedSearchAttributes: [
      { key: SottoUser, value: userId },
      { key: SottoNote, value: noteId },
      { key: SottoEventType, value: type },
      { key: SottoEndpoint, value: targets.map(({ endpointId }) => endpointId) },
    ],
  };
}

function manualSendOptions(send: ManualSend) {
  const { attemptId, type, trigger, userId, endpointId, noteId } = send;
  return {
    ...ONCE,
    workflowId: manualSendWorkflowId(attemptId),
    args: [send],
    staticSummary: `${trigger} to endpoint ${endpointId}`,
    typedSearchAttributes: [
      { key: SottoUser, value: userId },
      { key: SottoEventType, value: type },
      { key: SottoEndpoint, value: [endpointId] },
      ...(noteId === null ? [] : [{ key: SottoNote, value: noteId }]),
    ],
  };
}

function watchOptions({ userId, endpointId }: WatchedEndpoint) {
  return {
    workflowId: endpointWatchWorkflowId(endpointId),
    args: [{ userId, endpointId }],
    staticSummary: `Watches endpoint ${endpointId}`,
    typedSearchAttributes: [
      { key: SottoUser, value: userId },
      { key: SottoEndpoint, value: [endpointId] },
    ],
  };
}
