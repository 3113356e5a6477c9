import { createHash } from 'node:crypto';
import { createNoteStore } from '../../../notes/store/notes.ts';
import type { Redis } from '../../../platform/redis/connection.ts';
import { keys } from '../../../platform/redis/keys.ts';
import type { AttemptEntry } from '../../../webhooks/store/attempt-entry.ts';
import { MAX_LOGGED_ATTEMPTS } from '../../../webhooks/store/attempts.ts';
import { checkIndex } from '../../support/check-index.ts';
import { type FoundKey, type KeyKind, readKeys } from './check-keys.ts';

/**
 * Reads all of Redis while no work is running, and recomputes every part that depends on another: indexes of notes,
 * lists of ids by owner, attempt logs, and waiting events.
 * @returns the differences, by key and id; empty when there are none
 */
export async function checkStore(redis: Redis): Promise<string[]> {
  const problems: string[] = [];
  const found = await readKeys(redis, problems);
  const of = (kind: KeyKind) => found.filter((key) => key.kind === kind);
  await checkUsers(redis, of, problems);
  await checkLists(redis, of, problems);
  await checkWebhooks(redis, of, problems);
  await checkNotes(redis, of, problems);
  return problems;
}

type Of = (kind: KeyKind) => FoundKey[];

async function checkUsers(redis: Redis, of: Of, problems: string[]): Promise<void> {
  const owners = new Map<string, string | null>();
  for (const { name, parts } of of('userByEmail')) owners.set(parts[0] ?? '', await redis.get(name));
  for (const {
    name,
    parts: [userId],
  } of of('user')) {
    const email = (await redis.hget(name, 'email')) ?? '';
    const hash = createHash('sha256').update(email).digest('hex');
    if (owners.get(hash) !== userId) problems.push(`${name}: its address leads to another`);
    owners.delete(hash);
  }
  for (const hash of owners.keys()) problems.push(`${keys.userByEmail(hash)}: it leads to nobody`);
}

/** Lists of ids with the keys that they list: [list, listed, how the list is read]. */
const LISTS: readonly [KeyKind, KeyKind, (redis: Redis, name: string) => Promise<string[]>][] = [
  ['tokens', 'token', (redis, name) => redis.smembers(name)],
  ['tags', 'tag', (redis, name) => redis.hvals(name)],
  ['enterpriseKeys', 'enterpriseKey', (redis, name) => redis.smembers(name)],
  ['webhookEndpoints', 'webhookEndpoint', (redis, name) => redis.smembers(name)],
];

async function checkLists(redis: Redis, of: Of, problems: string[]): Promise<void> {
  for (const [list, listed, read] of LISTS) {
    const there = new Set(of(listed).map(({ parts }) => parts.join(' ')));
    for (const {
      name,
      parts: [owner],
    } of of(list)) {
      for (const id of await read(redis, name)) {
        if (!there.delete(`${owner} ${id}`)) problems.push(`${name}: ${id} is not there`);
      }
    }
    for (const orphan of there) problems.push(`${listed} ${orphan}: no list has it`);
  }
  const organizations = new Set(of('organization').map(({ parts }) => parts[0]));
  for (const id of await redis.smembers(keys.organizations())) {
    if (!organizations.delete(id)) problems.push(`${keys.organizations()}: ${id} is not there`);
  }
  for (const id of organizations) problems.push(`organization ${id}: no list has it`);
  await checkTagNames(redis, of, problems);
}

async function checkTagNames(redis: Redis, of: Of, problems: string[]): Promise<void> {
  for (const {
    name,
    parts: [owner = ''],
  } of of('tags')) {
    for (const [folded, tagId] of Object.entries(await redis.hgetall(name))) {
      const kept = (await redis.hget(keys.tag(owner, tagId), 'name')) ?? folded;
      if (kept.normalize('NFKC').toLowerCase() !== folded) problems.push(`${name}: ${tagId} has another name`);
    }
  }
}

async function checkWebhooks(redis: Redis, of: Of, problems: string[]): Promise<void> {
  const endpoints = new Set(of('webhookEndpoint').map(({ parts }) => parts.join(' ')));
  const belonging = (['webhookAttempts', 'webhookAttemptTimes', 'webhookInFlight', 'webhookPending'] as const).flatMap(
    of,
  );
  for (const { name, parts } of belonging) {
    if (!endpoints.has(parts.join(' '))) problems.push(`${name}: its endpoint is not there`);
  }
  for (const { parts } of of('webhookEndpoint')) {
    const [userId = '', endpointId = ''] = parts;
    await checkLog(redis, userId, endpointId, problems);
  }
}

/** The attempt log of an endpoint, with its running and waiting attempts. */
async function checkLog(redis: Redis, userId: string, endpointId: string, problems: string[]): Promise<void> {
  const name = keys.webhookAttempts(userId, endpointId);
  const log = new Map<string, AttemptEntry>();
  for (const [id, json] of Object.entries(await redis.hgetall(name))) log.set(id, JSON.parse(json) as AttemptEntry);
  if (log.size > MAX_LOGGED_ATTEMPTS) problems.push(`${name}: it has ${log.size} entries`);
  for (const [id, { attemptId }] of log) if (id !== attemptId) problems.push(`${name}: ${id} is ${attemptId}`);

  const times = await scores(redis, keys.webhookAttemptTimes(userId, endpointId));
  for (const [id, time] of times) {
    if (log.get(id)?.at !== time) problems.push(`${name}: ${id} has another time, or is not there`);
  }
  for (const id of log.keys()) if (!times.has(id)) problems.push(`${name}: ${id} has no time`);

  for (const id of (await scores(redis, keys.webhookInFlight(userId, endpointId))).keys()) {
    if (log.has(id)) problems.push(`${name}: ${id} has ended and is under way`);
  }
  await checkPending(redis, userId, endpointId, [...log.values()], problems);
}

/** A waiting message has a last attempt that names the time of the next one, and vice versa. */
async function checkPending(
  redis: Redis,
  userId: string,
  endpointId: string,
  log: readonly AttemptEntry[],
  problems: string[],
): Promise<void> {
  const name = keys.webhookPending(userId, endpointId);
  const pending = await scores(redis, name);
  const automatic = log
    .filter(({ trigger }) => trigger === 'automatic')
    .sort((a, b) => (a.attempt ?? 99) - (b.attempt ?? 99));
  const last = new Map(automatic.map((entry) => [entry.messageId, entry]));
  for (const [messageId, dueAt] of pending) {
    if (last.get(messageId)?.nextAttemptAt !== dueAt) problems.push(`${name}: ${messageId} is due at another time`);
  }
  for (const [messageId, { nextAttemptAt }] of last) {
    if (nextAttemptAt !== null && !pending.has(messageId)) problems.push(`${name}: ${messageId} is missing`);
  }
}

async function checkNotes(redis: Redis, of: Of, problems: string[]): Promise<void> {
  const owners = (['note', 'notes', 'items', 'postings', 'unmerged', 'updates', 'latestUpdates'] as const).flatMap(of);
  for (const userId of new Set(owners.map(({ parts }) => parts[0] ?? ''))) {
    problems.push(...(await checkIndex(redis, userId)).map((problem) => `user ${userId}: ${problem}`));
  }
  for (const { name, parts } of of('pieces')) {
    const [userId = '', noteId = ''] = parts;
    const note = await createNoteStore(redis).get(userId, noteId);
    if (note?.status !== 'processing') problems.push(`${name}: its run has ended`);
  }
}

async function scores(redis: Redis, name: string): Promise<Map<string, number>> {
  const rows = await redis.zrange(name, 0, '-1', 'WITHSCORES');
  return new Map(Array.from({ length: rows.length / 2 }, (_, row) => [rows[row * 2] ?? '', Number(rows[row * 2 + 1])]));
}
