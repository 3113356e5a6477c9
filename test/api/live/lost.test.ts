import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SottoOutcome } from '../../../contracts/search-attributes.ts';
import { eventually } from '../../support/eventually.ts';
import { connectLive, type LiveClient } from '../../support/live.ts';
import { startTcpProxy } from '../../support/proxy.ts';
import { startBase, type TestBase } from '../../support/service.ts';
import { spawnService } from '../../support/spawn.ts';

let base: TestBase;
let service: Awaited<ReturnType<typeof spawnService>>;

beforeAll(async () => {
  base = await startBase();
  const env = { LIVE_CONCURRENCY: '2', LIVE_IDLE_TIMEOUT: '8s', LIVE_LOST_AFTER: '10s', SPEECH_PROCESSES: '1' };
  service = await spawnService(base, { env });
}, 90_000);
afterAll(async () => {
  await service.stop();
  await base.stop();
}, 60_000);

const open = (url = service.url) =>
  connectLive(`${url}/v1/realtime`, { headers: { authorization: `Bearer ${service.apiKey}` } });

/** The workflow of a client's session. */
async function workflowOf(client: LiveClient) {
  const { session } = await client.next('session.created');
  return base.client.workflow.getHandle(`live/${service.organizationId}/${(session as { id: string }).id}`);
}

test('a client that vanishes without a word leaves no session, and a killed API process no workflow', async () => {
  const proxy = await startTcpProxy(Number(new URL(service.url).port));
  const vanishing = await open(`http://${proxy.address}`);
  const staying = await open();
  const [vanished, killed] = [await workflowOf(vanishing), await workflowOf(staying)];
  const refused = await open();
  expect(await refused.next('error')).toMatchObject({ error: { code: 'busy', retry_after: expect.any(Number) } });
  proxy.partition();

  // The pings of the service stay without an answer.
  expect(await vanished.result()).toMatchObject({ end: 'completed' });
  const next = await open();
  await next.next('session.created');
  await next.close();

  // A session that lasts has several runs.
  const { runId } = await killed.describe();
  await eventually('another run', async () => (await killed.describe()).runId !== runId, { timeoutMs: 20_000 });
  expect((await killed.describe()).status.name).toBe('RUNNING');
  service.child.kill('SIGKILL');
  await staying.closed;
  await eventually('the last run times out', async () => (await killed.describe()).status.name === 'TIMED_OUT', {
    timeoutMs: 30_000,
    intervalMs: 500,
  });
  // Only the killed process runs this workflow, so nothing can write another outcome.
  expect((await killed.describe()).typedSearchAttributes.get(SottoOutcome)).toBe('running');
  await proxy.stop();
}, 90_000);
