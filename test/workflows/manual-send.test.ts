import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { elapseUntil } from '../support/elapse.ts';
import type { Receiver } from '../support/receiver.ts';
import { type ReceivedMail, startSmtp, type TestSmtp } from '../support/smtp.ts';
import { startCase, type WebhookService } from '../support/webhooks.ts';
import {
  type Case,
  isWatched,
  type SkippingWebhooks,
  sendManually,
  startFailing,
  startSkippingWebhooks,
  unwatched,
} from './webhook-setup.ts';

const HOUR = 60 * 60 * 1000;
let webhooks: SkippingWebhooks;
let service: WebhookService;
let receiver: Receiver;
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await startSmtp();
  webhooks = await startSkippingWebhooks({ mailUrl: smtp.url });
  ({ service, receiver } = webhooks);
}, 60_000);
afterEach(() => webhooks.reset());
afterAll(async () => {
  await webhooks.stop();
  await smtp.stop();
});

const mailsTo = ({ userId }: Case): ReceivedMail[] =>
  smtp.mails.filter(({ to }) => to.includes(`${userId}@example.com`));

describe('manualSend', () => {
  test('that succeeds clears the streak', async () => {
    const one = await startFailing(webhooks);
    receiver.answerWith(204);
    expect(await sendManually(service, one, 'test')).toEqual({ outcome: 'delivered' });
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    await unwatched(service, one);
  });

  test('that fails starts no streak and is not retried', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    for (const trigger of ['ping', 'test', 'redelivery'] as const) {
      expect(await sendManually(service, one, trigger)).toEqual({ outcome: 'failed' });
    }
    await elapseUntil(webhooks.env, (await webhooks.env.currentTimeMs()) + 100 * HOUR);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    expect(await isWatched(service, one)).toBe(false);
    expect(receiver.requests.filter(({ headers }) => headers['webhook-id'] === one.messageId)).toHaveLength(3);
    expect(
      (await one.log()).map(({ trigger, outcome, attempt, nextAttemptAt }) => [
        trigger,
        outcome,
        attempt,
        nextAttemptAt,
      ]),
    ).toEqual([
      ['ping', 'failed', 1, null],
      ['test', 'failed', 1, null],
      ['redelivery', 'failed', 1, null],
    ]);
    expect(mailsTo(one)).toHaveLength(0);
  });

  test('that is answered with 410 disables the endpoint without a mail', async () => {
    receiver.answerWith(410);
    const one = await startCase(service, receiver.url);
    expect(await sendManually(service, one)).toEqual({ outcome: 'endpoint_gone' });
    expect(await one.state()).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect(mailsTo(one)).toHaveLength(0);
  });

  test('of a deleted note, or to an endpoint that was disabled meanwhile, ends with the reason', async () => {
    const one = await startCase(service, receiver.url);
    service.deleteNote(one.note);
    expect(await sendManually(service, one, 'redelivery')).toEqual({ outcome: 'note_deleted' });
    await service.endpoints.disable(one.userId, one.endpointId);
    expect(await sendManually(service, one)).toEqual({ outcome: 'endpoint_disabled' });
    expect((await one.log()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ended', 'note_deleted'],
      ['ended', 'endpoint_disabled'],
    ]);
    expect(receiver.requests).toHaveLength(0);
  });
});
