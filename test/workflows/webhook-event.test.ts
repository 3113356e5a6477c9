import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Webhook } from 'standardwebhooks';
import { createEgressGuard } from '../../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../../webhooks/egress/policy.ts';
import { createResolver } from '../../webhooks/egress/resolver.ts';
import { webhookEventWorkflowId } from '../../workflows/ids.ts';
import { ATTEMPT_DELAYS_MS, MAX_ATTEMPTS } from '../../workflows/schedule.ts';
import { type DnsAnswer, startDns, type TestDns } from '../support/dns.ts';
import { elapseEvent } from '../support/elapse.ts';
import { eventually } from '../support/eventually.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startTimeSkipping } from '../support/temporal.ts';
import {
  addEndpoint,
  envelopeOf,
  posts,
  readLog,
  startCase,
  startWebhookService,
  type WebhookService,
} from '../support/webhooks.ts';

const HOUR = 60 * 60 * 1000;
let env: TestWorkflowEnvironment;
let redis: TestRedis;
let dns: TestDns;
let dnsAnswer: DnsAnswer;
let service: WebhookService;
let receiver: Receiver;

beforeAll(async () => {
  [env, redis, receiver] = await Promise.all([startTimeSkipping(), startRedis(), startReceiver()]);
  dns = await startDns((type) => (type === 'A' || dnsAnswer === 'silence' ? dnsAnswer : { addresses: [] }));
  const policy = createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: true });
  service = await startWebhookService({
    redis: redis.redis,
    connection: env.nativeConnection,
    namespace: env.namespace,
    now: () => env.currentTimeMs(),
    sender: { guard: createEgressGuard(policy, createResolver({ servers: [dns.server], timeoutMs: 200 })) },
  });
}, 60_000);
afterEach(() => {
  receiver.requests.length = 0;
  receiver.answerWith(204);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([env.teardown(), redis.stop(), receiver.stop(), dns.stop()]);
});

/** Lets time pass until an event's workflow ends. */
const outcomesOf = (one: Case, messageId = one.messageId, endpointIds = [one.endpointId]) =>
  elapseEvent(env, service, { userId: one.userId, endpointIds }, messageId);

/** Answers the nth request for a message with the nth status; the last one stays. */
function answerInTurn(statuses: readonly number[]): void {
  const seen = new Map<string, number>();
  receiver.answerWith((response, request) => {
    const id = String(request.headers['webhook-id']);
    const turn = seen.get(id) ?? 0;
    seen.set(id, turn + 1);
    response.writeHead(statuses[Math.min(turn, statuses.length - 1)] ?? 500).end();
  });
}

/** Verifies as a receiver does at the moment of arrival, with the official library. */
function verify(secret: string, request: ReceivedRequest): unknown {
  setSystemTime(new Date(Number(request.headers['webhook-timestamp']) * 1000));
  try {
    return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  } finally {
    setSystemTime();
  }
}

type Case = Awaited<ReturnType<typeof startCase>>;

const waitingForRetry = (one: { log(): Promise<{ nextAttemptAt: number | null }[]> }) =>
  eventually('the event waits for its retry', async () => (await one.log()).at(-1)?.nextAttemptAt);

describe('webhookEvent', () => {
  test('makes 8 attempts at the times of the contract, each signed anew under the same id', async () => {
    receiver.answerWith(503);
    const one = await startCase(service, receiver.url);
    await one.emit();
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'attempts_exhausted' });

    const log = await one.log();
    expect(log.map(({ attempt, outcome, failure, status }) => [attempt, outcome, failure, status])).toEqual(
      Array.from({ length: MAX_ATTEMPTS }, (_, index) => [index + 1, 'failed', 'status', 503]),
    );
    const waits = log.slice(1).map(({ at }, index) => at - (log[index]?.at ?? 0));
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    expect(waits.map((ms) => Math.floor(ms / 1_000))).toEqual(planned);
    expect(ATTEMPT_DELAYS_MS).toEqual([0, ...planned.map((seconds) => seconds * 1_000)]);

    expect(receiver.requests).toHaveLength(MAX_ATTEMPTS);
    for (const [index, request] of receiver.requests.entries()) {
      const at = log[index]?.at ?? 0;
      expect(request.headers).toMatchObject({
        'webhook-id': one.messageId,
        'webhook-timestamp': String(Math.floor(at / 1000)),
        'content-type': 'application/json',
        'user-agent': 'Sotto-Webhooks/1.0',
      });
      expect(envelopeOf(request).timestamp).toBe(new Date(at).toISOString());
      expect(verify(one.secret, request)).toMatchObject({ type: 'note.processed' });
    }
    const { events } = await service.client.workflow.getHandle(webhookEventWorkflowId(one.messageId)).fetchHistory();
    const timers = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
      timer ? [Number(timer.startToFireTimeout?.seconds)] : [],
    );
    expect(timers).toEqual(planned);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('ends with the success of attempt %d', async (attempt) => {
    answerInTurn([...Array<number>(attempt - 1).fill(500), 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'delivered' });
    const log = await one.log();
    expect(log.map(({ outcome }) => outcome)).toEqual([...Array(attempt - 1).fill('failed'), 'succeeded']);
    expect(receiver.requests).toHaveLength(attempt);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
  });

  test.each([1, 5])('stops and disables the endpoint on a 410 to attempt %d', async (attempt) => {
    answerInTurn([...Array<number>(attempt - 1).fill(500), 410]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_gone' });
    expect((await one.log()).at(-1)).toMatchObject({ attempt, failure: 'gone', status: 410, nextAttemptAt: null });
    expect(receiver.requests).toHaveLength(attempt);
    expect(await one.state()).toMatchObject({ status: 'disabled', disabledReason: 'gone', failingSince: null });
  });

  test('a 410 to one event ends the others that wait', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    receiver.answerWith(410);
    const second = `msg_${crypto.randomUUID()}`;
    await one.emit('note.failed', second);
    expect(await outcomesOf(one, second)).toEqual({ [one.endpointId]: 'endpoint_gone' });
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_disabled' });
    expect((await one.log()).map(({ messageId, outcome, reason }) => [messageId, outcome, reason])).toEqual([
      [one.messageId, 'failed', null],
      [second, 'failed', null],
      [one.messageId, 'ended', 'endpoint_disabled'],
    ]);
    expect(receiver.requests).toHaveLength(2);
    expect(await redis.redis.keys(`*${one.endpointId}:pending`)).toEqual([]);
  });

  test('delivers to each endpoint on its own schedule, whatever becomes of the others', async () => {
    const others = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
    const [failing, gone, hung] = others;
    const one = await startCase(service, receiver.url);
    const ids: string[] = [];
    for (const { url } of others) ids.push((await addEndpoint(service, one.userId, url)).endpointId);
    failing.answerWith((response) => void response.writeHead(failing.requests.length < 3 ? 500 : 200).end());
    gone.answerWith(410);
    const released = Promise.withResolvers<void>();
    hung.answerWith(async (response) => {
      await released.promise;
      response.writeHead(200).end();
    });
    await one.emit();
    await eventually(
      'the others are served while one hangs',
      () => receiver.requests.length + gone.requests.length === 2,
    );
    await eventually('it still hangs', () => hung.requests.length === 1);
    const history = async () =>
      (await service.client.workflow.getHandle(webhookEventWorkflowId(one.messageId)).fetchHistory()).events ?? [];
    await eventually('the one that failed has its timer while one hangs', async () =>
      (await history()).some(({ timerStartedEventAttributes: timer }) => timer),
    );
    // A local activity would keep the workflow's task open, and the timer waiting for its end.
    const apart = (await history()).filter(({ activityTaskScheduledEventAttributes: activity }) => activity);
    expect(apart).toHaveLength(4);
    released.resolve();
    const [failingId = '', goneId = '', hungId = ''] = ids;
    expect(await outcomesOf(one, one.messageId, [one.endpointId, ...ids])).toEqual({
      [one.endpointId]: 'delivered',
      [failingId]: 'delivered',
      [goneId]: 'endpoint_gone',
      [hungId]: 'delivered',
    });
    const counts = [receiver, ...others].map(({ requests }) => requests.length);
    const logged = await Promise.all([one.endpointId, ...ids].map((id) => readLog(service, one.userId, id)));
    expect(counts).toEqual([1, 3, 1, 1]);
    expect(logged.map((log) => posts(log).length)).toEqual(counts);
    await Promise.all(others.map((other) => other.stop()));
  });

  test('an endpoint that fails already is served off the quick path, and no less', async () => {
    answerInTurn([500, 500, 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    const second = `msg_${crypto.randomUUID()}`;
    await one.emit('note.failed', second);
    expect([await outcomesOf(one), await outcomesOf(one, second)]).toEqual([
      { [one.endpointId]: 'delivered' },
      { [one.endpointId]: 'delivered' },
    ]);
    expect(posts(await one.log())).toHaveLength(receiver.requests.length);
    const { events } = await service.client.workflow.getHandle(webhookEventWorkflowId(second)).fetchHistory();
    expect(events?.filter((event) => event.activityTaskScheduledEventAttributes)).toHaveLength(3);
  });

  test('a retry carries the note as it is by then', async () => {
    answerInTurn([500, 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    service.saveNote({ ...one.note, title: 'Renamed', updatedAt: one.note.updatedAt + 1 });
    await outcomesOf(one);
    const [first, second] = receiver.requests.map(envelopeOf);
    expect([first?.data['title'], second?.data['title']]).toEqual(['Groceries', 'Renamed']);
    expect(Date.parse(second?.timestamp ?? '')).toBeGreaterThan(Date.parse(first?.timestamp ?? ''));
  });

  test('a retry is signed with the secrets that are active by then', async () => {
    answerInTurn([500, 500, 500, 500, 500, 500, 500, 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    const newer = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    expect(await service.endpoints.rotateSecret(one.userId, one.endpointId, newer)).toBe('rotated');
    await outcomesOf(one);
    const signatures = receiver.requests.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
    // The last attempt comes after the overlap of 24 hours.
    expect(signatures).toEqual([1, 2, 2, 2, 2, 2, 2, 1]);
    const [first, second, last] = [
      receiver.requests[0],
      receiver.requests[1],
      receiver.requests[7],
    ] as ReceivedRequest[];
    expect(() => verify(newer, first as ReceivedRequest)).toThrow();
    expect(verify(one.secret, second as ReceivedRequest)).toBeTruthy();
    expect(verify(newer, second as ReceivedRequest)).toBeTruthy();
    expect(() => verify(one.secret, last as ReceivedRequest)).toThrow();
    expect(verify(newer, last as ReceivedRequest)).toBeTruthy();
  });

  test('ends when its note was deleted, and says so', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    service.deleteNote(one.note);
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'note_deleted' });
    expect((await one.log()).at(-1)).toMatchObject({ outcome: 'ended', reason: 'note_deleted', attempt: null });
    expect(posts(await one.log())).toHaveLength(receiver.requests.length);
  });

  test('ends at once when its endpoint is disabled while it waits', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    const nextAt = (await waitingForRetry(one)) as number;
    await service.endpoints.disable(one.userId, one.endpointId);
    await service.workflows.endDeliveries(one, 1);
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_disabled' });
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
    // Nobody tells the event: its timer goes on.
    await service.endpoints.disable(one.userId, one.endpointId);
    await service.endpoints.enable(one.userId, one.endpointId);
    receiver.answerWith(200);
    const later = `msg_${crypto.randomUUID()}`;
    await one.emit('note.processed', later);
    expect(await outcomesOf(one, later)).toEqual({ [one.endpointId]: 'delivered' });
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_disabled' });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([one.messageId, later]);
  });

  test('ends when its endpoint was deleted', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    await service.endpoints.remove(one.userId, one.endpointId);
    await service.workflows.endDeliveries(one, 1);
    expect(await outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_deleted' });
    expect(receiver.requests).toHaveLength(1);
    expect(await redis.redis.keys(`*${one.endpointId}*`)).toEqual([]);
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

  test('a failure of our own resolver is retried without counting', async () => {
    dnsAnswer = 'silence';
    const silenced = await startCase(service, receiver.url.replace('127.0.0.1', 'own-side.example.com'));
    const before = dns.queries.length;
    await silenced.emit();
    await eventually('the resolver is asked again', () => dns.queries.length >= before + 6);
    expect(await silenced.log()).toEqual([]);
    dnsAnswer = { addresses: ['127.0.0.1'] };
    expect(await outcomesOf(silenced)).toEqual({ [silenced.endpointId]: 'delivered' });
    expect((await silenced.log()).map(({ attempt, repeated }) => [attempt, repeated])).toEqual([[1, false]]);
    expect(receiver.requests).toHaveLength(1);
  }, 30_000);
});

describe('emitNoteEvent()', () => {
  test('tells once, however often it is called with one message id', async () => {
    const one = await startCase(service, receiver.url);
    await Promise.all([one.emit(), one.emit(), one.emit()]);
    await outcomesOf(one);
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
    await env.sleep(30 * HOUR);
    expect(await one.log()).toMatchObject([
      { outcome: 'skipped', reason: 'endpoint_disabled', messageId: one.messageId, attempt: null, status: null },
    ]);
    expect(receiver.requests).toHaveLength(0);
  });

  test('leaves out endpoints that do not take the event, and users without one', async () => {
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
    await outcomesOf(one, second);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([second]);
    expect(await one.log()).toHaveLength(1);
  });
});
