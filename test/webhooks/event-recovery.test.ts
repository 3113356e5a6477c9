import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keys } from '../../platform/redis/keys.ts';
import { createOwnedSet } from '../../platform/redis/owned-set.ts';
import { createEventRecovery } from '../../webhooks/event-recovery.ts';
import { eventually } from '../support/eventually.ts';
import { addEndpoint, startCase } from '../support/webhooks.ts';
import { type Case, type SkippingWebhooks, startSkippingWebhooks } from '../workflows/webhook-setup.ts';

let webhooks: SkippingWebhooks;
beforeAll(async () => {
  webhooks = await startSkippingWebhooks();
}, 60_000);
afterAll(() => webhooks.stop());

function prepare(now = Date.now) {
  const { client, messages, emitNoteEvent, redis } = webhooks.service;
  const openEvents = createOwnedSet(redis, keys.openEvents());
  return {
    recovery: createEventRecovery({ client, messages, openEvents, emitNoteEvent, now }),
    /** Stores an event and registers it as open. Temporal does not know it. */
    lose: async ({ userId, messageId, note: { noteId } }: Case) => {
      await messages.admit(userId, { messageId, type: 'note.processed', noteId });
      await openEvents.begin(userId, messageId, 0);
    },
    isOpen: async ({ userId, messageId }: Case) =>
      (await redis.zscore(keys.openEvents(), `${userId}/${messageId}`)) !== null,
  };
}

describe('emitLost()', () => {
  test('emits again an event that Temporal does not know', async () => {
    const { recovery, lose } = prepare();
    const one = await startCase(webhooks.service, webhooks.receiver.url);
    await lose(one);
    expect(await recovery.emitLost()).toBe(1);
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'delivered' });
    expect(await recovery.emitLost()).toBe(0);
  });

  test('leaves out an event that was delivered to its only endpoint, which is settled soon after', async () => {
    const { isOpen } = prepare();
    const one = await startCase(webhooks.service, webhooks.receiver.url);
    await one.emit();
    await webhooks.outcomesOf(one);
    await eventually('the event is settled', async () => !(await isOpen(one)));
  });

  test('settles an event of two endpoints that has ended', async () => {
    const { recovery, isOpen } = prepare(() => Date.now() + 3_600_000);
    const one = await startCase(webhooks.service, webhooks.receiver.url);
    const { endpointId } = await addEndpoint(webhooks.service, one.userId, webhooks.receiver.url);
    await one.emit();
    await webhooks.outcomesOf(one, one.messageId, [one.endpointId, endpointId]);
    expect(await isOpen(one)).toBe(true);
    expect(await recovery.emitLost()).toBe(0);
    expect(await isOpen(one)).toBe(false);
  });

  test('settles an event whose endpoints are all disabled, and does not count it', async () => {
    const { recovery, lose, isOpen } = prepare();
    const one = await startCase(webhooks.service, webhooks.receiver.url);
    await lose(one);
    await webhooks.service.endpoints.disable(one.userId, one.endpointId);
    expect(await recovery.emitLost()).toBe(0);
    expect(await isOpen(one)).toBe(false);
  });
});
