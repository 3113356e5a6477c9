import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { exportObject } from '../../accounts/exports.ts';
import { createDictationArchive } from '../../dictation/archive.ts';
import { createUsageStore, type UsageRecord } from '../../dictation/usage-store.ts';
import { createNoteStore } from '../../notes/store/notes.ts';
import { createRecordingExpiries } from '../../platform/recordings/expiries.ts';
import { keys } from '../../platform/redis/keys.ts';
import { arrived } from '../support/arrived.ts';
import { startAdmin, type TestAdmin } from './setup.ts';

let operator: TestAdmin;
beforeAll(async () => {
  operator = await startAdmin();
});
afterAll(() => operator.stop());

const namesOf = (id: string) => operator.server.redis.keys(`*${id}*`);

test('user list shows all users, oldest first', async () => {
  const made = [
    await operator.row('user', 'create', 'b@example.org'),
    await operator.row('user', 'create', 'a@example.org'),
  ];
  const listed = await operator.rows('user', 'list');
  expect(listed).toHaveLength(2);
  expect(listed).toEqual(expect.arrayContaining(made));
});

test('user delete removes all data of a user, leaves recordings to the reconciler, and changes no other user', async () => {
  const { redis } = operator.server;
  const [{ user_id: userId }, { user_id: other }] = [
    await operator.row('user', 'create', 'gone@example.org'),
    await operator.row('user', 'create', 'stays@example.org'),
  ];
  const [notes, expiries] = [createNoteStore(redis), createRecordingExpiries(redis)];
  const noteIds: string[] = [];
  for (const owner of [userId, other]) {
    const noteId = randomUUID();
    noteIds.push(noteId);
    const recording = { object: `notes/${owner}/${noteId}`, contentType: null, bytes: 1 };
    await notes.create({ noteId, userId: owner, title: 'Words', language: null, recordedAt: null, recording });
  }
  const temporary = [`uploads/${userId}-part`, `dictations/${userId}/own`, exportObject(userId, 'zip')];
  const farOff = operator.deps.now() + 86_400_000;
  for (const object of [...temporary, `uploads/${other}-part`]) await expiries.expect(object, farOff);
  const { secret } = await operator.row('token', 'create', 'gone@example.org', '--name', 'laptop');
  const settings = { url: 'https://hook.example/', description: null, eventTypes: ['note.processed'] as const };
  await operator.endpoints.create(userId, settings, 'whsec_cHJpdmF0ZQ==');
  const before = await namesOf(other);

  expect(await operator.row('user', 'delete', 'gone@example.org')).toMatchObject({ user_id: userId });
  expect(await namesOf(userId)).toEqual([]);
  expect(await operator.deps.tokens.verify(secret)).toBeNull();
  await expect(operator.admin('user', 'show', 'gone@example.org')).rejects.toThrow('Cannot find user');
  expect(await redis.zrange(keys.unsettledRecordings(), 0, '-1')).toEqual([`${userId}/${noteIds[0]}`]);
  expect(await expiries.due(operator.deps.now(), { skip: 0, count: 10 })).toEqual(temporary.toSorted());
  expect((await namesOf(other)).toSorted()).toEqual(before.toSorted());
  expect((await operator.row('user', 'create', 'gone@example.org')).user_id).not.toBe(userId);
});

test('org delete removes an organization with its keys and stored dictations, and schedules its audio for deletion', async () => {
  const { redis } = operator.server;
  const { organization_id: id } = await operator.row('org', 'create', 'Acme', '--origin', 'https://acme.example');
  const { secret } = await operator.row('key', 'create', id, '--label', 'server');
  await operator.deps.feedback.save({
    ...{ orgId: id, keyId: 'key', feedbackId: randomUUID(), transcriptionId: 'a', sentiment: 'like', text: 'words' },
    audio: { object: `feedback/${id}/x`, contentType: null, bytes: 1 },
  } as Parameters<typeof operator.deps.feedback.save>[0]);
  const archive = createDictationArchive(redis, { put: async () => {} }, { retentionMs: 86_400_000 });
  const texts = { request: {}, response: { text: 'a', raw_text: 'a' } };
  await archive.save(id, 'kept', texts, arrived(new Uint8Array(1)), operator.deps.now() + 86_400_000);
  const { audio } = (await archive.get(id, 'kept')) ?? {};

  await operator.row('org', 'delete', id);
  expect(await namesOf(id)).toEqual([]);
  expect(await operator.deps.enterpriseKeys.findBySecret(secret)).toBeNull();
  expect(await operator.deps.organizations.anyAllowsOrigin('https://acme.example')).toBe(false);
  expect(await operator.rows('org', 'list')).toEqual([]);
  const due = await redis.zrangebyscore(keys.recordingExpiries(), '-inf', operator.deps.now());
  expect(due.filter((object) => object.includes(id)).toSorted()).toEqual([String(audio), `feedback/${id}/x`]);
  await expect(operator.admin('org', 'delete', id)).rejects.toThrow(`Cannot find organization '${id}'`);
});

/** The keys of all texts in Redis that contain an id. */
async function textsWith(id: string) {
  const { redis } = operator.server;
  const found: string[] = [];
  for (const name of await redis.keys('*')) {
    if ((await redis.type(name)) === 'string' && (await redis.get(name))?.includes(id)) found.push(name);
  }
  return found;
}

/** Records a dictation and a feedback of an owner, as the API does. */
async function addRequests(orgId: string) {
  const usage = createUsageStore(operator.server.redis, { retentionMs: 86_400_000 });
  const [dictated, rated, feedbackId] = [randomUUID(), randomUUID(), randomUUID()];
  const ids = { orgId, keyId: 'key', transcriptionId: 'a', receivedAt: operator.deps.now() };
  await usage.saveUsage({ ...ids, requestId: dictated, audioSeconds: 1, outcome: 'completed' } as UsageRecord);
  await usage.saveRequest(rated, { ...ids, feedbackId });
  const given = { ...ids, feedbackId, requestId: rated, sentiment: 'like', text: null, audio: null } as const;
  await operator.deps.feedback.save(given);
  return [dictated, rated].map(keys.request);
}

test('user delete and org delete remove what request ids lead to, and nothing of others', async () => {
  const { user_id: userId } = await operator.row('user', 'create', 'requests@example.org');
  const { organization_id: orgId } = await operator.row('org', 'create', 'Requests');
  const stays = randomUUID();
  for (const owner of [userId, orgId]) {
    const requests = await addRequests(owner);
    expect(await textsWith(owner)).toEqual(expect.arrayContaining(requests));
  }
  await addRequests(stays);
  const others = await textsWith(stays);
  await operator.row('user', 'delete', 'requests@example.org');
  await operator.row('org', 'delete', orgId);
  expect(await textsWith(userId)).toEqual([]);
  expect(await textsWith(orgId)).toEqual([]);
  expect((await textsWith(stays)).toSorted()).toEqual(others.toSorted());
});

test('endpoint list, disable, enable and delete work on the endpoints of one user', async () => {
  const { user_id: userId } = await operator.row('user', 'create', 'hooks@example.org');
  await operator.row('user', 'create', 'nobody@example.org');
  const settings = { url: 'https://hook.example/', description: null, eventTypes: ['note.processed'] as const };
  const made = await operator.endpoints.create(userId, settings, 'whsec_cHJpdmF0ZQ==');
  const id = made?.endpointId ?? '';
  const status = async () => (await operator.rows('endpoint', 'list', 'hooks@example.org'))[0];
  expect(await status()).toMatchObject({ endpoint_id: id, status: 'enabled', url: 'https://hook.example/' });
  expect(await operator.admin('endpoint', 'list', 'hooks@example.org')).not.toContain('whsec_');
  await operator.row('endpoint', 'disable', 'hooks@example.org', id);
  expect(await status()).toMatchObject({ status: 'disabled', disabled_reason: 'user' });
  await operator.row('endpoint', 'enable', 'hooks@example.org', id);
  expect(await status()).toMatchObject({ status: 'enabled', disabled_reason: null });
  await expect(operator.admin('endpoint', 'delete', 'nobody@example.org', id)).rejects.toThrow(
    `Cannot find endpoint '${id}' of nobody@example.org`,
  );
  await operator.row('endpoint', 'delete', 'hooks@example.org', id);
  expect(await operator.rows('endpoint', 'list', 'hooks@example.org')).toEqual([]);
});
