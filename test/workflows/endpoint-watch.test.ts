import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { endpointWatchWorkflowId, manualSendWorkflowId } from '../../workflows/ids.ts';
import type { ManualSend } from '../../workflows/webhook-types.ts';
import { elapseUntil, resultOf } from '../support/elapse.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { type ReceivedMail, startSmtp, type TestSmtp } from '../support/smtp.ts';
import { startTimeSkipping } from '../support/temporal.ts';
import { startCase, startWebhookService, type WebhookService } from '../support/webhooks.ts';

const HOUR = 60 * 60 * 1000;
let env: TestWorkflowEnvironment;
let redis: TestRedis;
let smtp: TestSmtp;
let smtpPort: number;
let service: WebhookService;
let receiver: Receiver;
/** Stops the clock by which streaks are judged, so that a slow machine is not late. */
let stoppedAt: number | undefined;

beforeAll(async () => {
  smtpPort = await freePort();
  [env, redis, receiver, smtp] = await Promise.all([
    startTimeSkipping(),
    startRedis(),
    startReceiver(),
    startSmtp(smtpPort),
  ]);
  service = await startWebhookService({
    redis: redis.redis,
    connection: env.nativeConnection,
    namespace: env.namespace,
    now: () => stoppedAt ?? env.currentTimeMs(),
    mailUrl: smtp.url,
  });
}, 60_000);
afterEach(() => {
  stoppedAt = undefined;
  receiver.requests.length = 0;
  receiver.answerWith(204);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([env.teardown(), redis.stop(), receiver.stop(), smtp.stop()]);
});

type Case = Awaited<ReturnType<typeof startCase>>;

/** An endpoint whose first automatic delivery failed just now. */
async function startFailing(): Promise<Case & { since: number }> {
  receiver.answerWith(500);
  const one = await startCase(service, receiver.url);
  await one.emit();
  const since = await eventually('the streak began', async () => (await one.state())?.failingSince);
  await eventually('it is watched', () => isWatched(one));
  return { ...one, since };
}

async function isWatched({ endpointId }: Case): Promise<boolean> {
  const watch = service.client.workflow.getHandle(endpointWatchWorkflowId(endpointId));
  return watch.describe().then(
    ({ status }) => status.name === 'RUNNING',
    () => false,
  );
}

const unwatched = (one: Case) => eventually('the watch ended', async () => !(await isWatched(one)));

async function sendManually({ userId, endpointId, messageId, note }: Case, trigger: ManualSend['trigger'] = 'ping') {
  const attemptId = `att_${crypto.randomUUID()}`;
  const type = trigger === 'ping' ? 'ping' : 'note.processed';
  await service.workflows.startManualSend({
    userId,
    endpointId,
    attemptId,
    messageId,
    trigger,
    type,
    noteId: note.noteId,
  });
  return resultOf<{ outcome: string }>(service, manualSendWorkflowId(attemptId));
}

const mailsTo = ({ userId }: Case): ReceivedMail[] =>
  smtp.mails.filter(({ to }) => to.includes(`${userId}@example.com`));
const subjects = (one: Case) => mailsTo(one).map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim());
const HOST = () => `127.0.0.1:${receiver.port}`;

describe('endpointWatch', () => {
  test('warns once after 24 hours and disables after 72 with a second mail, whatever runs at once', async () => {
    const one = await startFailing();
    // More events fail side by side: there is still one streak and one watch.
    for (let more = 0; more < 5; more += 1) await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    await elapseUntil(env, one.since + 24 * HOUR - 2_000);
    expect(mailsTo(one)).toHaveLength(0);
    await elapseUntil(env, one.since + 24 * HOUR + 2_000);
    await eventually('the warning', () => mailsTo(one).length === 1);
    expect(subjects(one)).toEqual([`Your webhook endpoint at ${HOST()} is failing`]);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: one.since });

    await elapseUntil(env, one.since + 72 * HOUR - 2_000);
    expect(await one.state()).toMatchObject({ status: 'enabled' });
    await elapseUntil(env, one.since + 72 * HOUR + 2_000);
    await eventually('the second mail', () => mailsTo(one).length === 2);
    await unwatched(one);
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
    const one = await startFailing();
    await elapseUntil(env, one.since + 72 * HOUR - 60_000);
    const late = `msg_${crypto.randomUUID()}`;
    await one.emit('note.processed', late);
    await eventually('the late event failed', async () =>
      (await one.log()).some(({ messageId }) => messageId === late),
    );
    await elapseUntil(env, one.since + 72 * HOUR + 1_000);
    await eventually('it ended', async () => {
      const line = (await one.log()).find(({ messageId, outcome }) => messageId === late && outcome === 'ended');
      return line?.reason === 'endpoint_disabled';
    });
    const sent = receiver.requests.length;
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    expect((await one.log()).at(-1)).toMatchObject({ outcome: 'skipped', reason: 'endpoint_disabled' });
    expect(receiver.requests).toHaveLength(sent);
    await unwatched(one);
  }, 30_000);

  test('says nothing when an automatic delivery succeeds at 23:59:59', async () => {
    const one = await startFailing();
    await elapseUntil(env, one.since + 24 * HOUR - 1_000);
    stoppedAt = one.since + 24 * HOUR - 1_000;
    receiver.answerWith(200);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    await unwatched(one);
    stoppedAt = undefined;
    await elapseUntil(env, one.since + 24 * HOUR + 60_000);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    expect(mailsTo(one)).toHaveLength(0);
  });

  test('has warned when a delivery succeeds at 24:00:01, and disables nothing', async () => {
    const one = await startFailing();
    await elapseUntil(env, one.since + 24 * HOUR + 1_000);
    receiver.answerWith(200);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    await unwatched(one);
    await elapseUntil(env, one.since + 73 * HOUR);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    expect(subjects(one)).toEqual([`Your webhook endpoint at ${HOST()} is failing`]);
  });

  test('starts a clock of its own for a streak that follows another', async () => {
    const one = await startFailing();
    await elapseUntil(env, one.since + 23 * HOUR);
    receiver.answerWith(200);
    expect(await sendManually(one)).toEqual({ outcome: 'delivered' });
    receiver.answerWith(500);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    const since = await eventually('the second streak', async () => (await one.state())?.failingSince);
    await elapseUntil(env, since + 24 * HOUR - 2_000);
    expect(mailsTo(one)).toHaveLength(0);
    await elapseUntil(env, since + 24 * HOUR + 2_000);
    await eventually('the warning', () => mailsTo(one).length === 1);
  });

  test('begins anew for an endpoint that was enabled again', async () => {
    const one = await startFailing();
    await elapseUntil(env, one.since + 72 * HOUR + 1_000);
    await unwatched(one);
    expect(await service.endpoints.enable(one.userId, one.endpointId, 1)).toBe(true);
    await one.emit('note.processed', `msg_${crypto.randomUUID()}`);
    const since = await eventually('the second streak', async () => (await one.state())?.failingSince);
    await elapseUntil(env, since + 72 * HOUR + 1_000);
    await unwatched(one);
    expect(await one.state()).toMatchObject({ status: 'disabled', generation: 2 });
    expect(subjects(one)).toHaveLength(4);
  }, 30_000);

  test('is delayed by a mail server that is down, and loses no mail', async () => {
    const one = await startFailing();
    await smtp.stop();
    await elapseUntil(env, one.since + 72 * HOUR + 1_000);
    await eventually('it is disabled on time', async () => (await one.state())?.status === 'disabled');
    expect(await isWatched(one)).toBe(true);
    smtp = await startSmtp(smtpPort);
    await elapseUntil(env, one.since + 73 * HOUR);
    await eventually('both mails', () => mailsTo(one).length === 2);
    await unwatched(one);
  }, 30_000);
});

describe('manualSend', () => {
  test('that succeeds clears the streak', async () => {
    const one = await startFailing();
    receiver.answerWith(204);
    expect(await sendManually(one, 'test')).toEqual({ outcome: 'delivered' });
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    await unwatched(one);
  });

  test('that fails starts no streak and is not retried', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    for (const trigger of ['ping', 'test', 'redelivery'] as const) {
      expect(await sendManually(one, trigger)).toEqual({ outcome: 'failed' });
    }
    await elapseUntil(env, (await env.currentTimeMs()) + 100 * HOUR);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    expect(await isWatched(one)).toBe(false);
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
    expect(await sendManually(one)).toEqual({ outcome: 'endpoint_gone' });
    expect(await one.state()).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect(mailsTo(one)).toHaveLength(0);
  });

  test('of a note that is gone, or to an endpoint that was disabled meanwhile, ends and says so', async () => {
    const one = await startCase(service, receiver.url);
    service.deleteNote(one.note);
    expect(await sendManually(one, 'redelivery')).toEqual({ outcome: 'note_deleted' });
    await service.endpoints.disable(one.userId, one.endpointId);
    expect(await sendManually(one)).toEqual({ outcome: 'endpoint_disabled' });
    expect((await one.log()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ended', 'note_deleted'],
      ['ended', 'endpoint_disabled'],
    ]);
    expect(receiver.requests).toHaveLength(0);
  });
});
