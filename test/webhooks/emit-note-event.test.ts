import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Receiver } from '../support/receiver.ts';
import { startCase, type WebhookService } from '../support/webhooks.ts';
import { type SkippingWebhooks, startSkippingWebhooks } from '../workflows/webhook-setup.ts';

const HOUR = 60 * 60 * 1000;

let webhooks: SkippingWebhooks;
let service: WebhookService;
let receiver: Receiver;

beforeAll(async () => {
  webhooks = await startSkippingWebhooks();
  ({ service, receiver } = webhooks);
}, 60_000);
afterEach(() => webhooks.reset());
afterAll(() => webhooks.stop());

describe('emitNoteEvent()', () => {
  test('announces once, however often it is called with one message id', async () => {
    const one = await startCase(service, receiver.url);
    await Promise.all([one.emit(), one.emit(), one.emit()]);
    await webhooks.outcomesOf(one);
    await one.emit();
    expect(receiver.requests).toHaveLength(1);
    expect(await one.log()).toHaveLength(1);
  });

  test('records the event as skipped at a disabled endpoint and never sends it', async () => {
    const one = await startCase(service, receiver.url);
    await service.endpoints.disable(one.userId, one.endpointId);
    await one.emit();
    await one.emit();
    await service.endpoints.enable(one.userId, one.endpointId);
    await webhooks.env.sleep(30 * HOUR);
    expect(await one.log()).toMatchObject([
      { outcome: 'skipped', reason: 'endpoint_disabled', messageId: one.messageId, attempt: null, status: null },
    ]);
    expect(receiver.requests).toHaveLength(0);
  });

  test('leaves out endpoints without the event type, and users without endpoints', async () => {
    const one = await startCase(service, receiver.url);
    await service.endpoints.update(one.userId, one.endpointId, { eventTypes: ['note.failed'] });
    await one.emit('note.processed');
    const nobody = crypto.randomUUID();
    await service.emitNoteEvent({
      userId: nobody,
      noteId: one.note.noteId,
      type: 'note.failed',
      messageId: 'msg_nobody',
    });
    const second = `msg_${crypto.randomUUID()}`;
    await one.emit('note.failed', second);
    await webhooks.outcomesOf(one, second);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([second]);
    expect(await one.log()).toHaveLength(1);
  });
});
