import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { keys } from '../../platform/redis/keys.ts';
import { eventually } from '../support/eventually.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { openTemporal, type TestTemporal } from '../support/temporal.ts';
import { checkEvents } from './support/check-events.ts';
import { makeEverything } from './support/everything.ts';

let server: TestRedis;
let temporal: TestTemporal;
let client: Client;
beforeAll(async () => {
  [server, temporal] = await Promise.all([startRedis(), openTemporal()]);
  client = new Client({ connection: temporal.connection });
}, 60_000);
const running = new Set<WorkflowHandle>();
afterEach(async () => {
  await endEvents();
  await server.redis.flushall();
});
afterAll(async () => {
  await Promise.all([server?.stop(), temporal?.stop()]);
});

/** No worker runs it, so it stays open until it is terminated. */
async function runEvent(messageId: string): Promise<void> {
  const workflowId = webhookEventWorkflowId(messageId);
  running.add(await client.workflow.start('webhookEvent', { workflowId, taskQueue: 'nobody', args: [] }));
}

async function endEvents(): Promise<void> {
  for (const handle of running) {
    running.delete(handle);
    await handle.terminate();
  }
}

/** The problems that the checker finds in the end. Temporal's lists are updated with a delay. */
const expectFound = (wanted: string[]) =>
  eventually('the checker finds what there is', async () => {
    expect(await checkEvents(server.redis, client)).toEqual(wanted);
    return true;
  });

/** An endpoint for which `msg_2` waits. */
const make = () => makeEverything(server.redis, async () => {});

describe('checkEvents()', () => {
  test('finds nothing when each waiting event has its workflow', async () => {
    await make();
    await runEvent('msg_2');
    await expectFound([]);
  });

  test('reports a waiting event without a running workflow', async () => {
    const { userId, endpointId } = await make();
    await expectFound([`${keys.webhookPending(userId, endpointId)}: event/msg_2 waits, and does not run`]);
  });

  test('reports a running event that no endpoint waits for', async () => {
    await make();
    await runEvent('msg_2');
    await runEvent('msg_9');
    await expectFound(['event/msg_9: it runs, and waits at no endpoint']);
  });

  test('does not count an ended workflow as running', async () => {
    const { userId, endpointId } = await make();
    await runEvent('msg_2');
    await expectFound([]);
    await endEvents();
    await expectFound([`${keys.webhookPending(userId, endpointId)}: event/msg_2 waits, and does not run`]);
  });
});
