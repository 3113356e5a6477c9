import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { endpointWatchWorkflowId, webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { createEgressGuard } from '../../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../../webhooks/egress/policy.ts';
import { createResolver } from '../../webhooks/egress/resolver.ts';
import { type DnsAnswer, startDns, type TestDns } from '../support/dns.ts';
import { eventually } from '../support/eventually.ts';
import type { Receiver } from '../support/receiver.ts';
import { posts, startCase, type WebhookService } from '../support/webhooks.ts';
import { type SkippingWebhooks, startSkippingWebhooks, waitingForRetry } from './webhook-setup.ts';

let webhooks: SkippingWebhooks;
let service: WebhookService;
let receiver: Receiver;
let dns: TestDns;
let dnsAnswer: DnsAnswer;

beforeAll(async () => {
  dns = await startDns((type) => (type === 'A' || dnsAnswer === 'silence' ? dnsAnswer : { addresses: [] }));
  const policy = createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: true });
  const guard = createEgressGuard(policy, createResolver({ servers: [dns.server], timeoutMs: 200 }));
  webhooks = await startSkippingWebhooks({ sender: { guard } });
  ({ service, receiver } = webhooks);
}, 60_000);
afterEach(() => webhooks.reset());
afterAll(async () => {
  await webhooks.stop();
  await dns.stop();
});

describe('webhookEvent', () => {
  test('ends when its note was deleted, and says so', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    service.deleteNote(one.note);
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'note_deleted' });
    expect((await one.log()).at(-1)).toMatchObject({ outcome: 'ended', reason: 'note_deleted', attempt: null });
    expect(posts(await one.log())).toHaveLength(receiver.requests.length);
  });

  test('ends at once when its endpoint is disabled while it waits', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    const nextAt = await waitingForRetry(one);
    await service.endpoints.disable(one.userId, one.endpointId);
    await service.workflows.endDeliveries(one, 1);
    // Reading the outcomes skips time, also past the next attempt.
    await eventually('the event ends', () => hasEnded(one.messageId));
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_disabled' });
    const ended = (await one.log()).at(-1);
    expect(ended).toMatchObject({ outcome: 'ended', reason: 'endpoint_disabled' });
    expect(ended?.at).toBeLessThan(nextAt);
    expect(receiver.requests).toHaveLength(1);
  });

  test('is not sent after its endpoint was enabled again while its timer ran, but later events are', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    // The event is not signalled, so its timer continues.
    await service.endpoints.disable(one.userId, one.endpointId);
    await service.endpoints.enable(one.userId, one.endpointId);
    receiver.answerWith(200);
    const later = `msg_${crypto.randomUUID()}`;
    await one.emit('note.processed', later);
    expect(await webhooks.outcomesOf(one, later)).toEqual({ [one.endpointId]: 'delivered' });
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_disabled' });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([one.messageId, later]);
  });

  test('ends when its endpoint was deleted', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    await service.endpoints.remove(one.userId, one.endpointId);
    await service.workflows.endDeliveries(one, 1);
    await eventually('the event ends', () => hasEnded(one.messageId));
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_deleted' });
    const watch = service.client.workflow.getHandle(endpointWatchWorkflowId(one.endpointId));
    await watch.result();
    const shown = (await watch.query('__temporal_workflow_metadata')) as { currentDetails?: string };
    expect(shown.currentDetails).toBe('The endpoint was disabled or deleted, and what waited for it has ended');
    expect(receiver.requests).toHaveLength(1);
    expect(await webhooks.redis.redis.keys(`*${one.endpointId}*`)).toEqual([]);
  });

  test('cancelled by an operator, ends and says so in the log', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    const handle = service.client.workflow.getHandle(webhookEventWorkflowId(one.messageId));
    await handle.cancel();
    expect(await handle.result().catch((error: Error) => error.cause?.constructor.name)).toBe('CancelledFailure');
    expect((await handle.describe()).status.name).toBe('CANCELLED');
    expect((await one.log()).at(-1)).toMatchObject({ outcome: 'ended', reason: 'cancelled' });
    expect(receiver.requests).toHaveLength(1);
  });

  test('cancelled in the middle of an attempt, carries that to its end first', async () => {
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    receiver.answerWith(async (response) => {
      asked.resolve();
      await released.promise;
      response.writeHead(500).end();
    });
    const one = await startCase(service, receiver.url);
    await one.emit();
    await asked.promise;
    const handle = service.client.workflow.getHandle(webhookEventWorkflowId(one.messageId));
    await handle.cancel();
    released.resolve();
    expect(await handle.result().catch((error: Error) => error.cause?.constructor.name)).toBe('CancelledFailure');
    expect((await one.log()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['failed', null],
      ['ended', 'cancelled'],
    ]);
  });

  test('a failure of our own resolver is retried and does not count as an attempt', async () => {
    dnsAnswer = 'silence';
    const silenced = await startCase(service, receiver.url.replace('127.0.0.1', 'own-side.example.com'));
    const before = dns.queries.length;
    await silenced.emit();
    await eventually('the resolver is asked again', () => dns.queries.length >= before + 6);
    expect(await silenced.log()).toEqual([]);
    dnsAnswer = { addresses: ['127.0.0.1'] };
    expect(await webhooks.outcomesOf(silenced)).toEqual({ [silenced.endpointId]: 'delivered' });
    expect((await silenced.log()).map(({ attempt, repeated }) => [attempt, repeated])).toEqual([[1, false]]);
    expect(receiver.requests).toHaveLength(1);
  }, 30_000);
});

async function hasEnded(messageId: string): Promise<boolean> {
  const { status } = await service.client.workflow.getHandle(webhookEventWorkflowId(messageId)).describe();
  return status.name !== 'RUNNING';
}
