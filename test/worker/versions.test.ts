import { afterAll, beforeAll, expect, test } from 'bun:test';
import { webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { createUser, type TestUser } from '../faults/support/user.ts';
import { formOf, type JsonBody, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { startOpenAi, type TestOpenAi } from '../support/openai.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startBase, type TestBase } from '../support/service.ts';
import { type SpawnedProcess, spawnProcess, spawnService } from '../support/spawn.ts';

const slow = { timeoutMs: 60_000, intervalMs: 200 };

let base: TestBase;
let engine: TestOpenAi;
let receiver: Receiver;
let service: Awaited<ReturnType<typeof spawnService>>;
let user: TestUser;
const workers: SpawnedProcess[] = [];

beforeAll(async () => {
  [base, engine, receiver] = await Promise.all([startBase(), startOpenAi(), startReceiver()]);
  service = await spawnService(base, { env: environmentOf(undefined) });
  user = await createUser(base);
}, 120_000);
afterAll(async () => {
  await Promise.all([service.stop(), ...workers.map((worker) => worker.stop())]);
  await Promise.all([engine.stop(), receiver.stop()]);
  await base.stop();
}, 120_000);

function environmentOf(version: string | undefined): Record<string, string> {
  return {
    ...(version === undefined ? {} : { WORKER_VERSION: version }),
    ...{ SPEECH_URL: engine.url, SPEECH_PROCESSES: '1' },
    ...{ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' },
  };
}

async function call(method: string, path: string, body?: BodyInit): Promise<JsonBody> {
  const headers = { authorization: `Bearer ${user.token}` };
  const response = await fetch(`${service.url}/v1/app${path}`, { method, headers, ...(body ? { body } : {}) });
  expect(response.ok).toBe(true);
  return (response.status === 204 ? {} : await response.json()) as JsonBody;
}

/** Does the same as `temporal worker deployment set-current-version`. */
async function roll(buildId: string): Promise<void> {
  const { connection, namespace } = base.temporal;
  const request = { namespace, deploymentName: 'sotto', buildId, identity: 'operator' };
  await eventually(
    `${buildId} is current`,
    async () => {
      await connection.workflowService.setWorkerDeploymentCurrentVersion(request);
      return true;
    },
    slow,
  );
}

async function start(version: string): Promise<void> {
  workers.push(spawnProcess(base, 'worker/main.ts', { env: environmentOf(version) }));
  await roll(version);
}

interface Execution {
  readonly workflowId: string;
  readonly status: string;
  readonly version: string | undefined;
}

/** The newest workflow of a type, with the code version on which it last ran. */
async function newest(query: string): Promise<Execution> {
  return eventually(
    query,
    async () => {
      for await (const { workflowId, runId } of base.client.workflow.list({ query })) {
        return describeRun(workflowId, runId);
      }
      return undefined;
    },
    slow,
  );
}

async function describeRun(workflowId: string, runId?: string): Promise<Execution> {
  const { status, raw } = await base.client.workflow.getHandle(workflowId, runId).describe();
  const { versioningInfo } = raw.workflowExecutionInfo ?? {};
  return { workflowId, status: status.name, version: versioningInfo?.deploymentVersion?.buildId ?? undefined };
}

const runs = (workflowId: string, version: string, status = 'RUNNING') =>
  eventually(
    `${workflowId} is ${status} on ${version}`,
    async () => {
      const found = await describeRun(workflowId);
      return found.version === version && found.status === status;
    },
    slow,
  );

/** Uploads a note whose transcription lasts until the returned function is called. */
async function noteInFlight(): Promise<{ workflowId: string; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = engine.requests.length;
  engine.answer(async () => {
    await promise;
    return Response.json({ text: 'hello' });
  });
  const { note_id } = await call('POST', '/notes', formOf({ audio: await sampleAudio() }));
  await eventually('the engine is asked', () => engine.requests.length > before, slow);
  const { workflowId } = await newest(`SottoNote = '${note_id}' AND WorkflowType = 'note'`);
  return { workflowId, release: resolve };
}

test('a roll-out and a roll-back keep running workflows on their version', async () => {
  receiver.answerWith(500);
  await start('v1');
  const { endpoint_id } = await call('POST', '/webhook-endpoints', JSON.stringify({ url: receiver.url }));
  const event = await call('POST', '/notes', formOf({ audio: await sampleAudio() }));
  // An event that is retried for 28 hours, the watch of its endpoint, and a note whose engine is slow.
  const retried = await newest(`SottoNote = '${event.note_id}' AND WorkflowType = 'webhookEvent'`);
  const watch = await newest(`WorkflowType = 'endpointWatch'`);
  await runs(retried.workflowId, 'v1');
  const note = await noteInFlight();
  await runs(note.workflowId, 'v1');

  await start('v2');
  const after = await noteInFlight();
  await runs(after.workflowId, 'v2');
  note.release();
  await runs(note.workflowId, 'v1', 'COMPLETED');
  await runs(retried.workflowId, 'v1');
  // The watch lasts for days, so the new version takes it over with its next task.
  await base.client.workflow.getHandle(watch.workflowId).signal('streakChanged');
  await runs(watch.workflowId, 'v2');

  await roll('v1');
  const back = await noteInFlight();
  await runs(back.workflowId, 'v1');
  after.release();
  back.release();
  await runs(after.workflowId, 'v2', 'COMPLETED');
  await runs(back.workflowId, 'v1', 'COMPLETED');
  // The first event is still open: it notices that its endpoint was deleted.
  await call('DELETE', `/webhook-endpoints/${endpoint_id}`);
  await runs(retried.workflowId, 'v1', 'COMPLETED');
  expect(retried.workflowId).toBe(webhookEventWorkflowId(retried.workflowId.replace('event/', '')));
}, 240_000);
