import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { SottoOrg } from '../../contracts/search-attributes.ts';
import { eventually } from './eventually.ts';
import { openTemporal, startDevServer, startTimeSkipping, type TestTemporal } from './temporal.ts';
import { atOnce, threeDays } from './workflows/index.ts';

const workflowsPath = fileURLToPath(new URL('./workflows/index.ts', import.meta.url));
const typedSearchAttributes = new TypedSearchAttributes([{ key: SottoOrg, value: 'org_1' }]);

/** Starts a server whose first port is taken. */
async function startOnTakenPort(): Promise<TestTemporal> {
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port)),
  );
  const server = await startDevServer({ port });
  other.close();
  expect(server.address).not.toBe(`127.0.0.1:${port}`);
  return server;
}

describe.each([
  ['startDevServer()', startDevServer],
  ['startDevServer() with a port that is taken', startOnTakenPort],
  ['openTemporal()', openTemporal],
  ['openTemporal() for the next file', openTemporal],
] as const)('%s', (_, start) => {
  let server: TestTemporal;
  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server.stop());

  test('runs a workflow, which is then found by its search attribute', async () => {
    const { connection, namespace } = server;
    const worker = await Worker.create({ connection, namespace, taskQueue: 'test', workflowsPath });
    const client = new Client({ connection, namespace });
    await worker.runUntil(async () => {
      const options = { taskQueue: 'test', workflowId: 'w1', typedSearchAttributes, args: ['Sotto'] as [string] };
      expect(await client.workflow.execute(atOnce, options)).toBe('hello Sotto');
    });
    const found = await eventually('the run is indexed', async () => {
      for await (const run of client.workflow.list({ query: "SottoOrg = 'org_1'" })) return run.workflowId;
      return undefined;
    });
    expect(found).toBe('w1');
  }, 60_000);
});

describe('startTimeSkipping()', () => {
  let env: TestWorkflowEnvironment;
  beforeAll(async () => {
    env = await startTimeSkipping();
  }, 60_000);
  afterAll(() => env.teardown());

  test('skips three days of sleep while the result is awaited', async () => {
    const worker = await Worker.create({ connection: env.nativeConnection, taskQueue: 'test', workflowsPath });
    const before = await env.currentTimeMs();
    await worker.runUntil(async () => {
      const options = { taskQueue: 'test', workflowId: 'w2', typedSearchAttributes };
      expect(await env.client.workflow.execute(threeDays, options)).toBe('three days later');
    });
    expect((await env.currentTimeMs()) - before).toBeGreaterThanOrEqual(72 * 60 * 60 * 1000);
  }, 60_000);
});
