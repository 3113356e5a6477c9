import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { defaultPayloadConverter } from '@temporalio/common';
import { endpointWatchWorkflowId, webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { openTemporal, type TestTemporal } from '../support/temporal.ts';
import {
  addEndpoint,
  posts,
  readLog,
  startCase,
  startWebhookService,
  type WebhookService,
} from '../support/webhooks.ts';

const CACHE = 5;
let redis: TestRedis;
let temporal: TestTemporal;
let service: WebhookService;
let receiver: Receiver;

beforeAll(async () => {
  [redis, temporal, receiver] = await Promise.all([startRedis(), openTemporal(), startReceiver()]);
  const { connection, namespace } = temporal;
  // The minimum, so that waiting workflows are not in memory.
  service = await startWebhookService({
    ...{ redis: redis.redis, connection, namespace, concurrency: 3, maxCachedWorkflows: CACHE, slots: CACHE },
  });
}, 60_000);
afterEach(() => {
  receiver.requests.length = 0;
  receiver.answerWith(204);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([temporal.stop(), redis.stop(), receiver.stop()]);
});

async function find(query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of service.client.workflow.list({ query })) ids.push(workflowId);
  return ids.sort();
}

/** The workflows that an operator finds in the Temporal Web UI once its index is up to date. */
const findsEventually = (query: string, ids: string[]) =>
  eventually(query, async () => {
    expect(await find(query)).toEqual([...ids].sort());
    return true;
  });

const ended = (messageId: string) => service.client.workflow.getHandle(webhookEventWorkflowId(messageId)).result();

describe('an operator', () => {
  test('finds deliveries by endpoint, note, user, outcome and the attempt they wait for', async () => {
    const [good, bad] = [await startCase(service, receiver.url), await startCase(service, `${receiver.url}-bad`)];
    receiver.answerWith((response, { path }) => void response.writeHead(path === '/hook' ? 204 : 500).end());
    const second = await addEndpoint(service, good.userId, receiver.url);
    await good.emit();
    await bad.emit();
    await ended(good.messageId);
    const [goodId, badId] = [webhookEventWorkflowId(good.messageId), webhookEventWorkflowId(bad.messageId)];
    const event = "WorkflowType = 'webhookEvent'";
    await findsEventually(`${event} AND SottoEndpoint = '${good.endpointId}'`, [goodId]);
    await findsEventually(`${event} AND SottoEndpoint = '${second.endpointId}'`, [goodId]);
    await findsEventually(`${event} AND SottoNote = '${bad.note.noteId}'`, [badId]);
    await findsEventually(`${event} AND SottoUser = '${bad.userId}'`, [badId]);
    await findsEventually(`${event} AND SottoOutcome = 'retrying' AND SottoEventType = 'note.processed'`, [badId]);
    await findsEventually(`SottoEndpoint = '${bad.endpointId}'`, [badId, endpointWatchWorkflowId(bad.endpointId)]);
    // The second attempt follows within seconds; the third waits for five minutes.
    await findsEventually("SottoWaiting = 'attempt-3'", [badId]);
    await findsEventually(`SottoWaiting = '${bad.endpointId}:attempt-3'`, [badId]);
    await findsEventually("SottoWaiting = 'attempt-5'", []);
    expect(await find(`${event} AND SottoOutcome IS NULL`)).toContain(goodId);
  }, 30_000);

  test('sees which attempt waits for what, without content', async () => {
    receiver.answerWith(500);
    const one = await startCase(service, `${receiver.url}?token=secret-of-the-receiver`);
    await one.emit();
    await eventually('it waits', async () => (await one.log()).length === 1);
    const handle = service.client.workflow.getHandle(webhookEventWorkflowId(one.messageId));
    const history = await eventually('its timer runs', async () => {
      const { events } = await handle.fetchHistory();
      return events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes) ? events : null;
    });
    const timer = history.find(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
    const summary = timer?.userMetadata?.summary;
    expect(summary && defaultPayloadConverter.fromPayload(summary)).toBe(
      `Attempt 2 of 8 in 5 seconds, endpoint ${one.endpointId}`,
    );
    const metadata = (await handle.query('__temporal_workflow_metadata')) as { currentDetails?: string };
    expect(metadata.currentDetails).toBe(`- endpoint ${one.endpointId}: waits for attempt 2`);
    await handle.cancel();
    await handle.result().catch(() => {});
    const watch = await service.client.workflow.getHandle(endpointWatchWorkflowId(one.endpointId)).fetchHistory();
    const all = (await handle.fetchHistory()).events ?? [];
    const told = [...all, ...(watch.events ?? [])].map(plainText).join('\n');
    for (const hidden of [
      'secret-of-the-receiver',
      '127.0.0.1',
      'whsec_',
      '@example.com',
      'Groceries',
      'Milk',
      'What to buy',
    ]) {
      expect(told).not.toContain(hidden);
    }
    expect(told).toContain(one.endpointId);
  }, 30_000);
});

/** An event with its payloads as text. */
function plainText(event: object): string {
  return JSON.stringify(event, (_, value: unknown) =>
    value instanceof Uint8Array
      ? Buffer.from(value).toString('utf8')
      : typeof value === 'bigint'
        ? String(value)
        : value,
  );
}

test('no endpoint gets more requests at once than it may, and a burst still arrives whole', async () => {
  let open = 0;
  let most = 0;
  receiver.answerWith(async (response) => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 20)); // a receiver that works before it answers
    open -= 1;
    response.writeHead(204).end();
  });
  const one = await startCase(service, receiver.url);
  const ids = Array.from({ length: 15 }, () => `msg_${crypto.randomUUID()}`);
  await Promise.all(ids.map((id) => one.emit('note.processed', id)));
  await Promise.all(ids.map(ended));
  expect(most).toBeLessThanOrEqual(3);
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(15);
  expect(receiver.requests).toHaveLength(15);
  expect(posts(await readLog(service, one.userId, one.endpointId))).toHaveLength(15);
}, 60_000);

test('many more events wait than the worker keeps in memory, and none is lost', async () => {
  receiver.answerWith((response, { headers }) => {
    const seen = receiver.requests.filter((request) => request.headers['webhook-id'] === headers['webhook-id']).length;
    response.writeHead(seen === 1 ? 500 : 204).end();
  });
  const one = await startCase(service, receiver.url);
  const ids = Array.from({ length: 8 * CACHE }, () => `msg_${crypto.randomUUID()}`);
  await Promise.all(ids.map((id) => one.emit('note.processed', id)));
  await Promise.all(ids.map(ended));
  expect(receiver.requests).toHaveLength(2 * ids.length);
  const log = posts(await readLog(service, one.userId, one.endpointId));
  expect(log.filter(({ outcome }) => outcome === 'succeeded')).toHaveLength(ids.length);
  expect(log).toHaveLength(2 * ids.length);
}, 120_000);
