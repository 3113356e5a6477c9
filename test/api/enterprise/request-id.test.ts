import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createUsageStore } from '../../../dictation/usage-store.ts';
import { dictate, formOf, sampleAudio } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { childrenOf } from '../../support/processes.ts';
import { startBase, type TestBase } from '../../support/service.ts';
import { spawnService } from '../../support/spawn.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
let base: TestBase;
let service: Awaited<ReturnType<typeof spawnService>>;
beforeAll(async () => {
  base = await startBase();
  service = await spawnService(base, { env: { LOG_LEVEL: 'info' } });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await base.stop();
});

interface Line {
  readonly requestId?: string;
  readonly msg: string;
}

/** The parsed lines of standard output. A line that is not JSON fails the test. */
async function lines(): Promise<Line[]> {
  const written = (await service.output()).split('\n').filter((line) => line !== '');
  return written.map((line) => JSON.parse(line) as Line);
}

const lineOf = (requestId: string) =>
  eventually('the request is logged', async () => (await lines()).find((line) => line.requestId === requestId));

test("a request_id leads to organization, key, transcription and the caller's own ids", async () => {
  const headers = { 'x-request-id': 'order-4711', traceparent: TRACEPARENT };
  const fields = { source: 'format', raw_text: 'hello', transcription_id: 'mine' };
  const answer = await dictate(service, fields, { headers });
  const requestId = answer.headers.get('x-request-id') ?? '';
  expect(requestId).toMatch(/^req_/);
  const known = { orgId: service.organizationId, transcriptionId: 'mine', callerRequestId: 'order-4711' };
  expect(await lineOf(requestId)).toMatchObject({ ...known, keyId: expect.any(String), traceparent: TRACEPARENT });
  const usage = createUsageStore(base.redis.redis, { retentionMs: 1 });
  expect(await usage.findRequest(requestId)).toMatchObject({
    ...known,
    traceparent: TRACEPARENT,
    outcome: 'completed',
  });
  expect(await usage.findRequest('req_unknown')).toBeNull();
});

test('a request_id of feedback leads to its dictation, key and feedback', async () => {
  const response = await fetch(`${service.url}/v1/enterprise/transcriptions/mine/feedback`, {
    method: 'POST',
    body: formOf({ sentiment: 'like' }),
    headers: { 'x-api-key': service.apiKey, 'x-request-id': 'order-4712' },
  });
  const { feedback_id: feedbackId } = (await response.json()) as { feedback_id: string };
  const usage = createUsageStore(base.redis.redis, { retentionMs: 1 });
  const { receivedAt, ...found } = (await usage.findRequest(response.headers.get('x-request-id') ?? '')) ?? {};
  expect(receivedAt).toBeGreaterThan(0);
  const known = { orgId: service.organizationId, transcriptionId: 'mine', feedbackId, callerRequestId: 'order-4712' };
  expect(found).toEqual({ ...known, keyId: expect.any(String) });
});

test('a refused request is logged with organization and key, and without ids that are malformed', async () => {
  const response = await fetch(`${service.url}/v1/enterprise/dictate`, {
    method: 'POST',
    body: formOf({ source: 'format' }),
    headers: { 'x-api-key': service.apiKey, 'x-request-id': 'two words', traceparent: 'nonsense' },
  });
  expect(response.status).toBe(400);
  const line = await lineOf(response.headers.get('x-request-id') ?? '');
  expect(line).toMatchObject({ orgId: service.organizationId, status: '400' });
  expect(Object.keys(line)).not.toContain('callerRequestId');
  expect(Object.keys(line)).not.toContain('traceparent');
});

test('standard output is JSON only, and a dictation of more than 5 seconds logs no warning', async () => {
  const pids = childrenOf(service.child.pid ?? 0);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const call = dictate(service, { source: 'smart', audio: await sampleAudio(), transcription_id: 'long' });
  const handle = base.client.workflow.getHandle(`dictation/${service.organizationId}/long`);
  // Twice, because the server was told that the first task continues.
  const tasks = async () => {
    const { events = [] } = await handle.fetchHistory();
    return (events ?? []).filter(({ workflowTaskCompletedEventAttributes }) => workflowTaskCompletedEventAttributes)
      .length;
  };
  await eventually('two tasks have ended', async () => (await tasks()) >= 2, { timeoutMs: 25_000, intervalMs: 200 });
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  expect((await call).status).toBe(200);
  expect((await lines()).filter(({ msg }) => /TMPRL|exceeded/.test(msg))).toEqual([]);
}, 60_000);
