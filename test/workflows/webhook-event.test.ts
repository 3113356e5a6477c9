import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { ATTEMPT_DELAYS_MS, MAX_ATTEMPTS } from '../../contracts/schedule.ts';
import { webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { eventually } from '../support/eventually.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts';
import { addEndpoint, envelopeOf, posts, readLog, startCase, type WebhookService } from '../support/webhooks.ts';
import { answerInTurn, type SkippingWebhooks, startSkippingWebhooks, waitingForRetry } from './webhook-setup.ts';

let webhooks: SkippingWebhooks;
let service: WebhookService;
let receiver: Receiver;

beforeAll(async () => {
  webhooks = await startSkippingWebhooks();
  ({ service, receiver } = webhooks);
}, 60_000);
afterEach(() => webhooks.reset());
afterAll(() => webhooks.stop());

/** Verifies a delivery at its arrival, like a receiver, with the official library. */
function verify(secret: string, request: ReceivedRequest): unknown {
  setSystemTime(new Date(Number(request.headers['webhook-timestamp']) * 1000));
  try {
    return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  } finally {
    setSystemTime();
  }
}

describe('webhookEvent', () => {
  test('makes 8 attempts at the times of the contract, each with a new signature and the same id', async () => {
    receiver.answerWith(503);
    const one = await startCase(service, receiver.url);
    await one.emit();
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'attempts_exhausted' });

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
    answerInTurn(receiver, [...Array<number>(attempt - 1).fill(500), 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'delivered' });
    const log = await one.log();
    expect(log.map(({ outcome }) => outcome)).toEqual([...Array(attempt - 1).fill('failed'), 'succeeded']);
    expect(receiver.requests).toHaveLength(attempt);
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
  });

  test.each([1, 5])('stops and disables the endpoint on a 410 to attempt %d', async (attempt) => {
    answerInTurn(receiver, [...Array<number>(attempt - 1).fill(500), 410]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_gone' });
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
    expect(await webhooks.outcomesOf(one, second)).toEqual({ [one.endpointId]: 'endpoint_gone' });
    expect(await webhooks.outcomesOf(one)).toEqual({ [one.endpointId]: 'endpoint_disabled' });
    expect((await one.log()).map(({ messageId, outcome, reason }) => [messageId, outcome, reason])).toEqual([
      [one.messageId, 'failed', null],
      [second, 'failed', null],
      [one.messageId, 'ended', 'endpoint_disabled'],
    ]);
    expect(receiver.requests).toHaveLength(2);
    expect(await webhooks.redis.redis.keys(`*${one.endpointId}:pending`)).toEqual([]);
  });

  test('delivers to each endpoint on its own schedule, independent of the others', async () => {
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
    // A local activity would keep the workflow task open, and the timer would wait for its end.
    const apart = (await history()).filter(({ activityTaskScheduledEventAttributes: activity }) => activity);
    expect(apart).toHaveLength(4);
    released.resolve();
    const [failingId = '', goneId = '', hungId = ''] = ids;
    expect(await webhooks.outcomesOf(one, one.messageId, [one.endpointId, ...ids])).toEqual({
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

  test('a failing endpoint is served on the slow path, with all its attempts', async () => {
    answerInTurn(receiver, [500, 500, 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    const second = `msg_${crypto.randomUUID()}`;
    await one.emit('note.failed', second);
    expect([await webhooks.outcomesOf(one), await webhooks.outcomesOf(one, second)]).toEqual([
      { [one.endpointId]: 'delivered' },
      { [one.endpointId]: 'delivered' },
    ]);
    expect(posts(await one.log())).toHaveLength(receiver.requests.length);
    const { events } = await service.client.workflow.getHandle(webhookEventWorkflowId(second)).fetchHistory();
    expect(events?.filter((event) => event.activityTaskScheduledEventAttributes)).toHaveLength(3);
  });

  test('a retry contains the current note', async () => {
    answerInTurn(receiver, [500, 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    service.saveNote({ ...one.note, title: 'Renamed', updatedAt: one.note.updatedAt + 1 });
    await webhooks.outcomesOf(one);
    const [first, second] = receiver.requests.map(envelopeOf);
    expect([first?.data['title'], second?.data['title']]).toEqual(['Groceries', 'Renamed']);
    expect(Date.parse(second?.timestamp ?? '')).toBeGreaterThan(Date.parse(first?.timestamp ?? ''));
  });

  test('a retry is signed with the currently active secrets', async () => {
    answerInTurn(receiver, [500, 500, 500, 500, 500, 500, 500, 200]);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await waitingForRetry(one);
    const newer = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    expect(await service.endpoints.rotateSecret(one.userId, one.endpointId, newer)).toBe('rotated');
    await webhooks.outcomesOf(one);
    const signatures = receiver.requests.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
    // The last attempt is made after the overlap of 24 hours.
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
});
