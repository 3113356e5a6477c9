import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSessionStore } from '../../../accounts/sessions.ts';
import { createUserStore } from '../../../accounts/users.ts';
import { readConfig, requireService } from '../../../platform/config/config.ts';
import { createLog } from '../../../platform/log.ts';
import { pingRedis } from '../../../platform/redis/connection.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { startWorker, type WorkerProcess } from '../../../worker/start.ts';
import { formOf, longSampleAudio } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { useRedis } from '../../support/redis.ts';
import { redisCli, startRedisCluster, type TestRedisServers } from '../../support/redis-cluster.ts';
import { environment, startBase, startService, type TestBase, type TestService } from '../../support/service.ts';

let servers: TestRedisServers;
let base: TestBase;
let service: TestService;
let worker: WorkerProcess;
let receiver: Receiver;
let audio: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  servers = await startRedisCluster();
  base = await startBase({ redis: await useRedis(servers.settings) });
  receiver = await startReceiver();
  const open = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };
  const env = environment(base, open);
  service = await startService(base, open);
  worker = await startWorker(requireService(readConfig(env)), env, createLog('silent'));
  audio = await longSampleAudio();
}, 120_000);
afterAll(async () => {
  await worker.stop();
  await service.api.stop();
  await base.stop();
  await receiver.stop();
  await servers.stop();
});

/** A signed-in user with an endpoint that receives all note events. */
async function startUser() {
  const { redis } = base.redis;
  const { userId } = await createUserStore(redis).ensure({ email: `${crypto.randomUUID()}@example.org` });
  const headers = { cookie: `sotto_session=${await createSessionStore(redis).begin(userId)}` };
  const post = async (path: string, body: FormData | string) => {
    const response = await fetch(`${service.url}/v1/app${path}`, { method: 'POST', headers, body });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as { note_id: string };
  };
  await post('/webhook-endpoints', JSON.stringify({ url: receiver.url }));
  return { userId, upload: async () => (await post('/notes', formOf({ audio }))).note_id };
}

const told = (noteId: string) =>
  eventually(
    'the webhook tells of the note',
    () => receiver.requests.map(({ body }) => JSON.parse(String(body))).find(({ data }) => data.note_id === noteId),
    { timeoutMs: 90_000 },
  );

/** The port of the master that stores a user's keys. */
async function masterOf(userId: string): Promise<number> {
  const port = servers.nodes.find(({ child }) => child.signalCode === null)?.port ?? 0;
  const slot = Number(await redisCli(port, 'CLUSTER', 'KEYSLOT', keys.user(userId)));
  const ranges = JSON.parse(await redisCli(port, '--json', 'CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
  return ranges.find(([first, last]) => first <= slot && slot <= last)?.[2][1] ?? 0;
}

test('a note becomes a webhook on a cluster, also when the master of its user dies while it is processed', async () => {
  const { userId, upload } = await startUser();
  expect(await told(await upload())).toMatchObject({ type: 'note.processed' });

  const dying = await masterOf(userId);
  const noteId = await upload();
  await redisCli(dying, 'WAIT', '1', '5000');
  servers.nodes.find(({ port }) => port === dying)?.child.kill('SIGKILL');
  expect(await told(noteId)).toMatchObject({ type: 'note.processed' });
  await eventually('Redis is ready again', () => pingRedis(base.redis.redis).then(() => true), { timeoutMs: 30_000 });
  expect(await masterOf(userId)).not.toBe(dying);
}, 240_000);
