import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { createNotes } from '../../composition/notes.ts';
import { manualSendWorkflowId, noteWorkflowId } from '../../contracts/workflow-ids.ts';
import { keys } from '../../platform/redis/keys.ts';
import { ROUTE_NAMES } from '../support/access-routes.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../support/proxy.ts';
import { openTemporal, type TestTemporal } from '../support/temporal.ts';
import { atEachCommand, type Break, type BreakingRedis, startBreakingRedis } from './support/breaking-redis.ts';
import { checkRecordings } from './support/check-recordings.ts';
import { checkStore } from './support/check-store.ts';
import { OPERATIONS as USER_OPERATIONS } from './support/operations.ts';
import { OPERATOR_OPERATIONS } from './support/operator-operations.ts';
import { expectRefusal } from './support/refusal.ts';

/*
 * Every call that writes, interrupted at each of its Redis commands: either the command never reached Redis, or it was
 * executed and its reply was lost. The caller is told to retry, retries, and succeeds. Nothing is half done.
 */

const HOUR_MS = 60 * 60 * 1000;
let temporal: TestTemporal;
let wayToTemporal: TcpProxy;
let connection: NativeConnection;
let api: TestApi;
let client: Client;
let way: BreakingRedis;
beforeAll(async () => {
  temporal = await openTemporal();
  wayToTemporal = await startTcpProxy(Number(temporal.address.split(':')[1]));
  connection = await NativeConnection.connect({ address: wayToTemporal.address });
  client = new Client({ connection, namespace: temporal.namespace });
  api = await startTestApi({
    client,
    webhookNetworks: '127.0.0.0/8',
    connect: async (server) => {
      way = await startBreakingRedis(server);
      return way.connection;
    },
  });
  api.clock.ms = Date.now();
}, 60_000);
afterEach(async () => {
  await api.redis.redis.flushall();
  for (const room of ['notes', 'feedback']) await rm(join(api.folder, room), { recursive: true, force: true });
});
afterAll(async () => {
  await way.stop();
  await api.stop();
  await connection.close();
  await wayToTemporal.stop();
  await temporal.stop();
});

const OPERATIONS = { ...USER_OPERATIONS, ...OPERATOR_OPERATIONS };

const SERVED: readonly number[] = [200, 201, 202, 204];
/** The answer to a second call when the first one was executed and only its reply was lost. */
const ANSWER_LOST: Readonly<Record<string, number>> = {
  'DELETE /v1/app/tags/:tag_id': 404,
  'DELETE /v1/app/connected-apps/:grant_id': 404,
  'DELETE /v1/app/feed': 404,
  'DELETE /v1/app/tokens/:token_id': 404,
  'POST /v1/app/webhook-endpoints/re-enable': 409,
  'POST /v1/app/sign-in/link': 410,
  'POST /v1/app/sign-out': 401,
  'DELETE /v1/app/sessions': 401,
  'DELETE /v1/app/sessions/:session_id': 404,
  'POST /v1/app/tags': 409,
};
/** The answer after the first call has deleted something. Its remains are removed automatically. */
const GONE: Readonly<Record<string, number>> = {
  'DELETE /v1/app/notes/:note_id': 404,
  'DELETE /v1/app/webhook-endpoints/:id': 404,
};

async function answerOf(response: Response) {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The inconsistencies that remain after the reconciler has run. */
async function problems(): Promise<string[]> {
  const { redis } = api.redis;
  const { platform, notes } = api.services;
  const later = { ...platform, redis, temporal: client, now: () => api.clock.ms + HOUR_MS };
  await createNotes(later, notes.settings).lifecycle.reconcile();
  const unsettled = await redis.zrange(keys.unsettledRecordings(), 0, '-1');
  return [...(await checkStore(redis)), ...(await checkRecordings(redis, api.folder)), ...unsettled];
}

interface Answered extends Awaited<ReturnType<typeof answerOf>> {
  readonly route: string;
}

/** The workflow that an answer promises has started. */
async function expectBegun({ route, status, body: { attempt_id: send, note_id: note } }: Answered): Promise<void> {
  if (status !== 202) return;
  const ids = [send && manualSendWorkflowId(send), note && noteWorkflowId(note, route.endsWith('/reprocess') ? 2 : 1)];
  for (const id of ids) if (id) await client.workflow.getHandle(id).describe();
}

function prepare(route: string) {
  const call = OPERATIONS[route]?.(api);
  if (!call) throw new Error(`${route} is not there`);
  return call;
}

/** @returns whether the call had that many commands */
async function breakOff(route: string, nth: number, when: Break): Promise<boolean> {
  const call = await prepare(route);
  way.breakAt(nth, when);
  const first = await answerOf(await call());
  const broke = await way.heal();
  const at = `broken off ${when} command ${nth}`;
  if (!broke) {
    expect(first).toSatisfy(({ status }) => SERVED.includes(status));
    return false;
  }
  if (first.status >= 300) {
    expectRefusal(first);
    const again = await answerOf(await call());
    const good = [...SERVED, GONE[route], when === 'after' && ANSWER_LOST[route]];
    expect({ at, ...again }).toSatisfy(({ status }) => good.includes(status));
  }
  expect([at, await problems()]).toEqual([at, []]);
  return true;
}

/** Calls that write nothing permanent to Redis, or that write through a worker, whose steps broken-steps.test.ts tests. */
const ELSEWHERE = [
  'POST /v1/enterprise/client-tokens',
  'POST /v1/enterprise/dictate',
  'POST /v1/app/dictate',
  ...ROUTE_NAMES.filter((name) => name.startsWith('POST ') && name.endsWith('/audio/transcriptions')),
  // These write one key or nothing.
  'PUT /v1/app/dictation-settings',
  'POST /v1/app/dictation-settings/offers',
  // An interrupted upload continues at its offset. The tests of uploads cover this.
  'POST /v1/app/uploads',
  'PATCH /v1/app/uploads/:upload_id',
  'DELETE /v1/app/uploads/:upload_id',
  'POST /v1/app/notes/:note_id/restore',
  // These only read.
  'POST /mcp',
  'POST /codec/decode',
  'POST /codec/encode',
  'POST /v1/app/oauth/requests',
  // A code or a refresh token is valid once. After a lost answer, the program asks the user again.
  'POST /v1/app/oauth/decisions',
  'POST /v1/oauth/token',
  'POST /v1/oauth/revoke',
  // A workflow does the rest.
  'POST /v1/app/exports',
  'DELETE /v1/app/me',
];

test('every route that writes is broken off', () => {
  const writing = ROUTE_NAMES.filter((name) => !/^(GET|OPTIONS) /.test(name));
  expect(writing.sort()).toEqual([...Object.keys(OPERATIONS), ...ELSEWHERE].sort());
});

describe.each(Object.keys(OPERATIONS))('%s', (route) => {
  test.each(['before', 'after'] as const)(
    'broken off %s each of its commands is done when it is made again',
    async (when) => {
      await atEachCommand((nth) => breakOff(route, nth, when));
    },
  );
});

test('every call works while Temporal is unavailable, or succeeds when it is repeated', async () => {
  const made = await Promise.all(Object.keys(OPERATIONS).map(async (route) => ({ route, call: await prepare(route) })));
  const answer = async ({ route, call }: (typeof made)[number]) => ({ route, ...(await answerOf(await call())) });
  wayToTemporal.cut();
  const first = await Promise.all(made.map(answer));
  wayToTemporal.heal();
  await eventually('Temporal is back', () => client.workflowService.getSystemInfo({}).then(() => true));
  const refused = first.filter(({ status }) => status >= 300);
  for (const refusal of refused) expectRefusal(refusal);
  const again = await Promise.all(made.filter(({ route }) => refused.some((one) => one.route === route)).map(answer));
  for (const one of again) expect(one).toSatisfy(({ status }) => [...SERVED, GONE[one.route]].includes(status));

  expect(await problems()).toEqual([]);
  for (const one of [...first, ...again]) await expectBegun(one);
  expect(refused.length).toBeGreaterThan(3);
}, 60_000);
