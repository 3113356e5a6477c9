import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { elapseUntil } from '../support/elapse.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import type { Receiver } from '../support/receiver.ts';
import { type ReceivedMail, startSmtp, type TestSmtp } from '../support/smtp.ts';
import type { WebhookService } from '../support/webhooks.ts';
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
let smtpPort: number;
/** Stops the clock that streaks are compared with, so that a slow machine is not late. */
let stoppedAt: number | undefined;

beforeAll(async () => {
  smtpPort = await freePort();
  smtp = await startSmtp(smtpPort);
  webhooks = await startSkippingWebhooks({ mailUrl: smtp.url, now: (env) => stoppedAt ?? env.currentTimeMs() });
  ({ service, receiver } = webhooks);
}, 60_000);
afterEach(() => {
  stoppedAt = undefined;
  webhooks.reset();
});
afterAll(async () => {
  await webhooks.stop();
  await smtp.stop();
});

const mailsTo = ({ userId }: Case): ReceivedMail[] =>
  smtp.mails.filter(({ to }) => to.includes(`${userId}@example.com`));
const subjects = (one: Case) => mailsTo(one).map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim());
const HOST = () => `127.0.0.1:${receiver.port}`;

describe('endpointWatch', () => {
  test('warns once after 24 hours and disables after 72 with a second mail, under concurrent deliveries', async () => {
    const one = await startFailing(webhooks);
    // More events fail at the same time: there is still one streak and one watch.
    for (let more = 0; more < 5; more += 1) await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    await elapseUntil(webhooks.env, one.since + 24 * HOUR - 2_000);
    expect(mailsTo(one)).toHaveLength(0);
    await elapseUntil(webhooks.env, one.since + 24 * HOUR + 2_000);
    await eventually('the warning', () => mailsTo(one).length === 1);
    expect(subjects(one)).toEqual([`Your webhook endpoint at ${HOST()} is failing`]);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: one.since });

    await elapseUntil(webhooks.env, one.since + 72 * HOUR - 2_000);
    expect(await one.state()).toMatchObject({ status: 'enabled' });
    await elapseUntil(webhooks.env, one.since + 72 * HOUR + 2_000);
    await eventually('the second mail', () => mailsTo(one).length === 2);
    await unwatched(service, one);
    expect(subjects(one)).toEqual([
      `Your webhook endpoint at ${HOST()} is failing`,
      `Your webhook endpoint at ${HOST()} was disabled`,
    ]);
    const state = await one.state();
    expect(state).toMatchObject({ status: 'disabled', disabledReason: 'failing', failingSince: null, generation: 1 });
    expect(Math.floor(((state?.disabledAt ?? 0) - one.since) / 1000)).toBe(72 * 60 * 60);

    const source = mailsTo(one)[1]?.source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
    const token = /re-enable\?token=([\w.-]+)/.exec(source)?.[1] ?? '';
    expect(await service.reEnableTokens.verify(token)).toEqual({
      userId: one.userId,
      endpointId: one.endpointId,
      generation: 1,
    });
  }, 30_000);

  test('ends waiting deliveries when it disables, and skips new events', async () => {
    const one = await startFailing(webhooks);
    await elapseUntil(webhooks.env, one.since + 72 * HOUR - 60_000);
    const late = `msg_${crypto.randomUUID()}`;
    await one.emit('note.processed', late);
    await eventually('the late event failed', async () =>
      (await one.log()).some(({ messageId }) => messageId === late),
    );
    await elapseUntil(webhooks.env, one.since + 72 * HOUR + 1_000);
    await eventually('it ended', async () => {
      const line = (await one.log()).find(({ messageId, outcome }) => messageId === late && outcome === 'ended');
      return line?.reason === 'endpoint_disabled';
    });
    const sent = receiver.requests.length;
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    expect((await one.log()).at(-1)).toMatchObject({ outcome: 'skipped', reason: 'endpoint_disabled' });
    expect(receiver.requests).toHaveLength(sent);
    await unwatched(service, one);
  }, 30_000);

  test('sends no mail when an automatic delivery succeeds at 23:59:59', async () => {
    const one = await startFailing(webhooks);
    await elapseUntil(webhooks.env, one.since + 24 * HOUR - 1_000);
    stoppedAt = one.since + 24 * HOUR - 1_000;
    receiver.answerWith(200);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    await unwatched(service, one);
    stoppedAt = undefined;
    await elapseUntil(webhooks.env, one.since + 24 * HOUR + 60_000);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    expect(mailsTo(one)).toHaveLength(0);
  });

  test('has warned when a delivery succeeds at 24:00:01, and disables nothing', async () => {
    const one = await startFailing(webhooks);
    await elapseUntil(webhooks.env, one.since + 24 * HOUR + 1_000);
    receiver.answerWith(200);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    await unwatched(service, one);
    await elapseUntil(webhooks.env, one.since + 73 * HOUR);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    expect(subjects(one)).toEqual([`Your webhook endpoint at ${HOST()} is failing`]);
  });

  test('starts a new clock for the next streak', async () => {
    const one = await startFailing(webhooks);
    await elapseUntil(webhooks.env, one.since + 23 * HOUR);
    receiver.answerWith(200);
    expect(await sendManually(service, one)).toEqual({ outcome: 'delivered' });
    receiver.answerWith(500);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    const since = await eventually('the second streak', async () => (await one.state())?.failingSince);
    await elapseUntil(webhooks.env, since + 24 * HOUR - 2_000);
    expect(mailsTo(one)).toHaveLength(0);
    await elapseUntil(webhooks.env, since + 24 * HOUR + 2_000);
    await eventually('the warning', () => mailsTo(one).length === 1);
  });

  test('starts again for an endpoint that was enabled again', async () => {
    const one = await startFailing(webhooks);
    await elapseUntil(webhooks.env, one.since + 72 * HOUR + 1_000);
    await unwatched(service, one);
    expect(await service.endpoints.enable(one.userId, one.endpointId, 1)).toBe(true);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    const since = await eventually('the second streak', async () => (await one.state())?.failingSince);
    await elapseUntil(webhooks.env, since + 72 * HOUR + 1_000);
    await unwatched(service, one);
    expect(await one.state()).toMatchObject({ status: 'disabled', generation: 2 });
    expect(subjects(one)).toHaveLength(4);
  }, 30_000);

  test('is delayed by a mail server that is down, and loses no mail', async () => {
    const one = await startFailing(webhooks);
    await smtp.stop();
    await elapseUntil(webhooks.env, one.since + 72 * HOUR + 1_000);
    await eventually('it is disabled on time', async () => (await one.state())?.status === 'disabled');
    expect(await isWatched(service, one)).toBe(true);
    smtp = await startSmtp(smtpPort);
    await elapseUntil(webhooks.env, one.since + 73 * HOUR);
    await eventually('both mails', () => mailsTo(one).length === 2);
    await unwatched(service, one);
  }, 30_000);
});
