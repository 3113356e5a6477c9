import { afterAll, beforeAll, expect, test } from 'bun:test';
import { manualSendWorkflowId, webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { resultOf } from '../support/elapse.ts';
import { eventually } from '../support/eventually.ts';
import { startCase } from '../support/webhooks.ts';
import { type SkippingWebhooks, startSkippingWebhooks } from './webhook-setup.ts';

let webhooks: SkippingWebhooks;
/** Our own store's answer to a request for the time: unavailable, for hours. */
let away = false;
let asked = 0;
beforeAll(async () => {
  webhooks = await startSkippingWebhooks({
    now: (env) => {
      asked += 1;
      if (away) throw new Error('The store is away');
      return env.currentTimeMs();
    },
  });
}, 60_000);
afterAll(() => webhooks.stop());

/** More events would mean that the history grows during an outage until Temporal ends the workflow. */
const MAX_EVENTS = 15;

async function eventsOf(workflowId: string): Promise<number> {
  const { events } = await webhooks.service.client.workflow.getHandle(workflowId).fetchHistory();
  return events?.length ?? 0;
}

/** Six hours in which each step is retried, and the first attempt after them. */
async function outage(): Promise<void> {
  const before = asked;
  await eventually('the first tries have failed', () => asked > before + 3);
  await webhooks.env.sleep('6 hours');
  expect(asked).toBeGreaterThan(before + 60);
  away = false;
  await webhooks.env.sleep('2 minutes'); // attempts are at most a minute apart
}

test('webhookEvent survives hours of our own failures without a growing history, and delivers', async () => {
  const one = await startCase(webhooks.service, webhooks.receiver.url);
  const event = {
    userId: one.userId,
    noteId: one.note.noteId,
    type: 'note.processed',
    messageId: one.messageId,
    emittedAt: Date.now(),
  } as const;
  const target = { endpointId: one.endpointId, generation: one.endpoint.generation, failing: false };
  away = true;
  await webhooks.service.workflows.startEvent({ ...event, targets: [target] });
  await outage();
  expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'delivered' });
  expect(await eventsOf(webhookEventWorkflowId(one.messageId))).toBeLessThan(MAX_EVENTS);
  expect((await one.log()).map(({ outcome, attempt }) => [outcome, attempt])).toEqual([['succeeded', 1]]);
});

test('manualSend survives them too, and sends once', async () => {
  const { service, receiver } = webhooks;
  webhooks.reset();
  const one = await startCase(service, receiver.url);
  const attemptId = `att_${crypto.randomUUID()}`;
  away = true;
  const { userId, endpointId, messageId } = one;
  await service.workflows.startManualSend({
    ...{ userId, endpointId, messageId, attemptId },
    ...{ trigger: 'ping', type: 'ping', noteId: null },
  });
  await outage();
  expect(await resultOf(service, manualSendWorkflowId(attemptId))).toEqual({ outcome: 'delivered' });
  expect(await eventsOf(manualSendWorkflowId(attemptId))).toBeLessThan(MAX_EVENTS);
  expect(receiver.requests).toHaveLength(1);
});
