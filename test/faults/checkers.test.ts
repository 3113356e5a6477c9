import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDictationArchive } from '../../store/dictation-archive.ts';
import { createEnterpriseKeyStore } from '../../store/enterprise-keys.ts';
import { keys } from '../../store/keys.ts';
import { createNoteStore } from '../../store/notes.ts';
import { createOrganizationStore } from '../../store/organizations.ts';
import { createPieceStore } from '../../store/pieces.ts';
import { createSessionStore } from '../../store/sessions.ts';
import { createTagStore } from '../../store/tags.ts';
import { createTokenStore } from '../../store/tokens.ts';
import { createUsageStore } from '../../store/usage.ts';
import { createUserStore } from '../../store/users.ts';
import { type AttemptEntry, createWebhookAttemptStore } from '../../store/webhook-attempts.ts';
import { createWebhookEndpointStore } from '../../store/webhook-endpoints.ts';
import { createWebhookMessageStore } from '../../store/webhook-messages.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { checkRecordings } from './support/check-recordings.ts';
import { checkStore } from './support/check-store.ts';

/*
 * Whoever finds nothing must be able to find something: a Redis with a bit of everything, damaged in each way that the
 * checkers claim to see.
 */

let server: TestRedis;
let folder: string;
beforeAll(async () => {
  server = await startRedis();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-recordings-'));
});
afterEach(async () => {
  await server.redis.flushall();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => server.stop());

const AUDIO = Buffer.from('audio');

/** A bit of everything that Redis holds. */
async function makeAll() {
  const { redis } = server;
  const { userId } = await createUserStore(redis).ensure({ email: 'ada@example.org' });
  const token = await createTokenStore(redis).create(userId, { name: 'a', scopes: ['notes:read'] });
  await createSessionStore(redis).begin(userId);
  const { organizationId } = await createOrganizationStore(redis).create({ name: 'Acme' });
  const key = await createEnterpriseKeyStore(redis).create(organizationId, { label: 'a' });
  const tag = await createTagStore(redis).create(userId, { name: 'Shopping' });
  const noteIds = [await makeNote(userId, 'milk and honey'), await makeNote(userId, 'milk alone')];
  const endpoint = await makeEndpoint(userId, noteIds[0] ?? '');
  const usage = createUsageStore(redis, { retentionMs: 1_000_000 });
  await usage.saveUsage({ orgId: organizationId, transcriptionId: 'a:b {c}' } as never);
  const sink = { put: async (_: unknown, { object }: { object: string }) => store(object) };
  const archive = createDictationArchive(redis, sink, { retentionMs: 1_000_000 });
  await archive.save(
    organizationId,
    't',
    { request: {}, response: { text: '', raw_text: '' } },
    AUDIO,
    Date.now() + 1e6,
  );
  if (typeof tag === 'string') throw new Error(tag);
  const ids = { tokenId: token?.token.tokenId ?? '', keyId: key?.key.keyId ?? '', tagId: tag.tagId };
  return { userId, organizationId, noteIds, ...ids, ...endpoint };
}

async function store(object: string): Promise<void> {
  await mkdir(dirname(join(folder, object)), { recursive: true });
  await writeFile(join(folder, object), AUDIO);
}

async function makeNote(userId: string, transcript: string): Promise<string> {
  const notes = createNoteStore(server.redis);
  const noteId = crypto.randomUUID();
  const object = `notes/${userId}/${noteId}`;
  await store(object);
  const recording = { object, contentType: null, bytes: AUDIO.length };
  await notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ status: 'completed', transcript }));
  return noteId;
}

/** An endpoint with an attempt that succeeded, one that failed and waits, and one that is under way. */
async function makeEndpoint(userId: string, noteId: string) {
  const endpoints = createWebhookEndpointStore(server.redis);
  const settings = { url: 'https://example.com', description: null, eventTypes: ['note.processed'] };
  const endpointId = (await endpoints.create(userId, settings, createSigningSecret()))?.endpointId ?? '';
  const attempts = createWebhookAttemptStore(server.redis);
  for (const [messageId, nextAttemptAt] of [
    ['msg_1', null],
    ['msg_2', 5_000],
    ['msg_3', undefined],
  ] as const) {
    await createWebhookMessageStore(server.redis).admit(userId, { messageId, type: 'note.processed', noteId });
    const attemptId = `${messageId}.1`;
    await attempts.begin({ userId, endpointId, attemptId, generation: 0, concurrency: 10 });
    if (nextAttemptAt === undefined) continue;
    const failed = nextAttemptAt !== null;
    const entry: AttemptEntry = {
      ...{
        attemptId,
        at: Date.now(),
        messageId,
        eventType: 'note.processed',
        noteId,
        trigger: 'automatic',
        attempt: 1,
      },
      ...{ outcome: failed ? 'failed' : 'succeeded', status: failed ? 500 : 204, failure: failed ? 'status' : null },
      ...{ reason: null, location: null, durationMs: 1, nextAttemptAt, repeated: false },
    };
    await attempts.finish({ userId, endpointId, attemptId, generation: 0, entry });
  }
  return { endpointId };
}

type All = Awaited<ReturnType<typeof makeAll>>;
type Damage = readonly [what: string, damage: (all: All) => Promise<unknown>, problem: (all: All) => string];

const redis = () => server.redis;

const STORE_DAMAGES: readonly Damage[] = [
  ['a key that nobody knows', () => redis().set('v1:stray', 1), () => 'v1:stray: no such key is known'],
  [
    'a key that would never go',
    async ({ organizationId }) => redis().persist(keys.usage(organizationId, 'a:b {c}')),
    ({ organizationId }) => `${keys.usage(organizationId, 'a:b {c}')}: it never goes`,
  ],
  [
    'a key that would go',
    ({ userId }) => redis().expire(keys.user(userId), 1_000),
    ({ userId }) => `${keys.user(userId)}: it goes`,
  ],
  ['an address that leads to nobody', ({ userId }) => redis().unlink(keys.user(userId)), () => 'it leads to nobody'],
  [
    'an address that leads to another',
    ({ userId }) => redis().hset(keys.user(userId), 'email', 'eve@example.org'),
    ({ userId }) => `${keys.user(userId)}: its address leads to another`,
  ],
  [
    'a list that names what is not there',
    ({ userId, tokenId }) => redis().unlink(keys.token(userId, tokenId)),
    ({ userId, tokenId }) => `${keys.tokens(userId)}: ${tokenId} is not there`,
  ],
  [
    'a tag that no list has',
    ({ userId }) => redis().hdel(keys.tags(userId), 'shopping'),
    ({ userId, tagId }) => `tag ${userId} ${tagId}: no list has it`,
  ],
  [
    'a tag under a name that is not its own',
    ({ userId, tagId }) => redis().hset(keys.tag(userId, tagId), 'name', 'Work'),
    ({ userId, tagId }) => `${keys.tags(userId)}: ${tagId} has another name`,
  ],
  [
    'an enterprise key that no list has',
    ({ organizationId, keyId }) => redis().srem(keys.enterpriseKeys(organizationId), keyId),
    ({ organizationId, keyId }) => `enterpriseKey ${organizationId} ${keyId}: no list has it`,
  ],
  [
    'an organization that no list has',
    ({ organizationId }) => redis().srem(keys.organizations(), organizationId),
    ({ organizationId }) => `organization ${organizationId}: no list has it`,
  ],
  [
    'an organization that is not there',
    ({ organizationId }) => redis().unlink(keys.organization(organizationId)),
    ({ organizationId }) => `${keys.organizations()}: ${organizationId} is not there`,
  ],
  [
    'a log without its endpoint',
    async ({ userId, endpointId }) => {
      await redis().unlink(keys.webhookEndpoint(userId, endpointId));
      await redis().srem(keys.webhookEndpoints(userId), endpointId);
    },
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: its endpoint is not there`,
  ],
  [
    'an attempt that is not in the log',
    ({ userId, endpointId }) => redis().hdel(keys.webhookAttempts(userId, endpointId), 'msg_1.1'),
    ({ userId, endpointId }) =>
      `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 has another time, or is not there`,
  ],
  [
    'an attempt without a time',
    ({ userId, endpointId }) => redis().zrem(keys.webhookAttemptTimes(userId, endpointId), 'msg_1.1'),
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 has no time`,
  ],
  [
    'an attempt under another id',
    async ({ userId, endpointId }) => {
      const name = keys.webhookAttempts(userId, endpointId);
      await redis().hset(name, 'msg_1.1', ((await redis().hget(name, 'msg_1.1')) ?? '').replace('msg_1.1', 'msg_9.1'));
    },
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 is msg_9.1`,
  ],
  [
    'an attempt that has ended and is under way',
    ({ userId, endpointId }) => redis().zadd(keys.webhookInFlight(userId, endpointId), 1, 'msg_1.1'),
    ({ userId, endpointId }) => `${keys.webhookAttempts(userId, endpointId)}: msg_1.1 has ended and is under way`,
  ],
  [
    'an event that waits for nothing',
    ({ userId, endpointId }) => redis().zadd(keys.webhookPending(userId, endpointId), 7, 'msg_1'),
    ({ userId, endpointId }) => `${keys.webhookPending(userId, endpointId)}: msg_1 is due at another time`,
  ],
  [
    'an event that nobody waits for',
    ({ userId, endpointId }) => redis().unlink(keys.webhookPending(userId, endpointId)),
    ({ userId, endpointId }) => `${keys.webhookPending(userId, endpointId)}: msg_2 is missing`,
  ],
  [
    'pieces of a run that has ended',
    ({ userId, noteIds }) =>
      createPieceStore(redis()).add(userId, noteIds[0] ?? '', 1, { start: 0, end: 1, segments: [] }),
    ({ userId, noteIds }) => `${keys.pieces(userId, noteIds[0] ?? '', 1)}: its run has ended`,
  ],
  [
    'a posting that is left over',
    ({ userId }) => redis().hset(keys.postings(userId), 'honey:0', Buffer.from([0, 1])),
    ({ userId }) => `user ${userId}: postings: honey:0 differs`,
  ],
];

describe('checkStore()', () => {
  test('finds nothing in a Redis in which all is well', async () => {
    await makeAll();
    expect(await checkStore(server.redis)).toEqual([]);
  });

  test.each(STORE_DAMAGES)('reports %s', async (_what, damage, problem) => {
    const all = await makeAll();
    await damage(all);
    expect((await checkStore(server.redis)).join('\n')).toContain(problem(all));
  });
});

const RECORDING_DAMAGES: readonly Damage[] = [
  [
    'a recording that is gone',
    ({ userId, noteIds }) => rm(join(folder, `notes/${userId}/${noteIds[0]}`)),
    ({ userId, noteIds }) => `notes/${userId}/${noteIds[0]}: it has no bytes, and its note says 5`,
  ],
  [
    'a recording that is cut off',
    ({ userId, noteIds }) => truncate(join(folder, `notes/${userId}/${noteIds[0]}`), 3),
    ({ userId, noteIds }) => `notes/${userId}/${noteIds[0]}: it has 3 bytes, and its note says 5`,
  ],
  [
    'a recording without a note',
    ({ userId, noteIds }) => createNoteStore(redis()).remove(userId, noteIds[0] ?? ''),
    ({ userId, noteIds }) => `notes/${userId}/${noteIds[0]}: nothing knows of it`,
  ],
  [
    'half a recording',
    ({ userId }) => store(`notes/${userId}/n.part`),
    ({ userId }) => `notes/${userId}/n.part: nothing knows of it`,
  ],
  [
    'audio of a dictation that nobody will remove',
    () => store('dictations/o/a'),
    () => 'dictations/o/a: nothing knows of it',
  ],
];

describe('checkRecordings()', () => {
  test('finds nothing where each recording has its note, or is to go', async () => {
    const { userId } = await makeAll();
    await store(`notes/${userId}/n1`);
    await store(`notes/${userId}/n2.part`);
    await redis().zadd(keys.unsettledRecordings(), 1, `${userId}/n1`, 1, `${userId}/n2`);
    expect(await checkRecordings(server.redis, folder)).toEqual([]);
  });

  test.each(RECORDING_DAMAGES)('reports %s', async (_what, damage, problem) => {
    const all = await makeAll();
    await damage(all);
    expect(await checkRecordings(server.redis, folder)).toEqual([problem(all)]);
  });
});
