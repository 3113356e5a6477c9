import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { createOrganizationStore } from '../../../accounts/organizations.ts';
import { createUserStore } from '../../../accounts/users.ts';
import { createNoteStore, type NoteStore } from '../../../notes/store/notes.ts';
import { createTagStore } from '../../../notes/store/tags.ts';
import { masterNodes, pingRedis, type Redis, storeUnavailable } from '../../../platform/redis/connection.ts';
import { openUserEvents } from '../../../platform/redis/user-events.ts';
import { eventually } from '../../support/eventually.ts';
import { redisCli, startRedisCluster, startRedisSentinel, type TestRedisServers } from '../../support/redis-cluster.ts';

/** Writes notes until it is stopped. Returns the ids that Redis accepted. Callers may repeat every refused write. */
async function writeNotes(notes: NoteStore, until: () => boolean): Promise<{ userId: string; noteId: string }[]> {
  const taken: { userId: string; noteId: string }[] = [];
  while (!until()) {
    const [userId, noteId] = [randomUUID(), randomUUID()];
    const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 1 };
    try {
      await notes.create({ noteId, userId, title: 'Kept words', language: null, recordedAt: null, recording });
      taken.push({ userId, noteId });
    } catch (error) {
      if (!storeUnavailable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return taken;
}

async function expectAll(notes: NoteStore, taken: readonly { userId: string; noteId: string }[]): Promise<void> {
  for (const { userId, noteId } of taken) {
    expect((await notes.get(userId, noteId))?.title).toBe('Kept words');
    expect((await notes.list(userId, { query: 'kept' }, { limit: 1 })).items).toHaveLength(1);
  }
}

/** Kills the master at `port` while notes are written, after the latest writes were replicated. */
async function surviveDeath(servers: TestRedisServers, redis: Redis, port: number): Promise<void> {
  const notes = createNoteStore(redis);
  const before = await writeNotes(notes, countdown(50));
  await Promise.all(masterNodes(redis).map((node) => node.wait(1, 5_000)));
  servers.nodes.find((node) => node.port === port)?.child.kill('SIGKILL');
  await eventually('readiness says that Redis is unavailable', () =>
    pingRedis(redis).then(
      () => false,
      () => true,
    ),
  );
  let isBack = false;
  const writing = writeNotes(notes, () => isBack);
  await eventually('Redis is ready again', () => pingRedis(redis).then(() => true), { timeoutMs: 30_000 });
  isBack = true;
  await writing;
  const after = await writeNotes(notes, countdown(50));
  await expectAll(notes, [...before, ...after]);
}

/** Returns true once it was called more than `count` times. */
function countdown(count: number): () => boolean {
  let left = count;
  return () => {
    left -= 1;
    return left < 0;
  };
}

describe('a cluster of three masters', () => {
  let servers: TestRedisServers;
  let redis: Redis;
  beforeAll(async () => {
    servers = await startRedisCluster();
    redis = await servers.connect();
  }, 60_000);
  afterAll(() => servers.stop());

  test('keeps users, organizations, notes and tags on all of its nodes', async () => {
    const users = createUserStore(redis);
    const [notes, tags] = [createNoteStore(redis), createTagStore(redis)];
    for (let index = 0; index < 30; index += 1) {
      const { userId } = await users.ensure({ email: `${randomUUID()}@example.org` });
      expect(await tags.create(userId, { name: 'work' })).toMatchObject({ name: 'work' });
    }
    await createOrganizationStore(redis).create({ name: 'Acme', allowedOrigins: ['https://acme.example'] });
    await expectAll(notes, await writeNotes(notes, countdown(60)));
    const sizes = await Promise.all(masterNodes(redis).map((node) => node.dbsize()));
    expect(sizes.every((size) => size > 0)).toBe(true);
  });

  test('delivers events of users from any node', async () => {
    const heard: string[] = [];
    const source = openUserEvents(
      redis,
      (userId) => heard.push(userId),
      () => {},
    );
    const userIds = Array.from({ length: 5 }, () => randomUUID());
    for (const userId of userIds) await source.listen(userId);
    for (const userId of userIds) await redis.publish(`v1:user-events:${userId}`, '{}');
    await eventually('all events have come', () => heard.length >= userIds.length);
    expect(heard.toSorted()).toEqual(userIds.toSorted());
    source.close();
  });

  test('loses nothing while slots move from one master to another', async () => {
    const notes = createNoteStore(redis);
    let isDone = false;
    const writing = writeNotes(notes, () => isDone);
    const [from, to] = masterNodes(redis);
    const [fromId, toId] = [await from?.cluster('MYID'), await to?.cluster('MYID')];
    const port = servers.nodes[0]?.port ?? 0;
    const slots = ['--cluster-from', String(fromId), '--cluster-to', String(toId), '--cluster-slots', '1000'];
    await redisCli(port, '--cluster', 'reshard', `127.0.0.1:${port}`, ...slots, '--cluster-yes');
    isDone = true;
    const taken = await writing;
    expect(taken.length).toBeGreaterThan(0);
    await expectAll(notes, taken);
  }, 60_000);

  test('loses nothing that was replicated when a master dies, and its replica takes over', async () => {
    await surviveDeath(servers, redis, masterNodes(redis)[0]?.options.port ?? 0);
  }, 60_000);
});

describe('sentinels', () => {
  let servers: TestRedisServers;
  let redis: Redis;
  beforeAll(async () => {
    servers = await startRedisSentinel();
    redis = await servers.connect();
  }, 60_000);
  afterAll(() => servers.stop());

  test('lead to the new master when the old one dies, and lose nothing that was replicated', async () => {
    await surviveDeath(servers, redis, servers.nodes[0]?.port ?? 0);
    expect((await redisCli(servers.nodes[1]?.port ?? 0, 'ROLE')).split('\n')[0]).toBe('master');
  }, 60_000);
});
