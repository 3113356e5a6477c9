import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type AuditEvent, createAuditLog, REFUSED, SERVICE } from '../../accounts/audit-log.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const DAY_MS = 86_400_000;
const event = (action: string): AuditEvent => ({ action, by: 'session', actor: 'u', address: '203.0.113.7' });
const log = () => createAuditLog(server.redis, { retentionMs: DAY_MS, now: Date.now });
const actions = async (owner: string, page: { before?: string; since?: number; limit?: number } = {}) =>
  (await log().list(owner, { limit: 10, ...page })).map(({ action }) => action);

test('list() gives the entries of one owner, newest first, page by page', async () => {
  for (const action of ['a', 'b', 'c']) await log().record('one', event(action));
  await log().record('two', event('other'));
  expect(await actions('one')).toEqual(['c', 'b', 'a']);
  const [newest] = await log().list('one', { limit: 1 });
  expect(newest).toMatchObject({ ...event('c'), owner: 'one' });
  expect(await actions('one', { before: newest?.id ?? '' })).toEqual(['b', 'a']);
  expect(await actions('one', { since: (newest?.at ?? 0) + 1 })).toEqual([]);
});

test('list() before the first possible id is empty', async () => {
  await log().record('one', event('a'));
  for (const before of ['0-0', '000-00']) expect(await actions('one', { before })).toEqual([]);
});

test('record() removes what is older than the retention, and the log expires with its last entry', async () => {
  const ages = { older: DAY_MS + 60_000, younger: DAY_MS - 60_000 };
  for (const [action, ageMs] of Object.entries(ages)) {
    await server.redis.xadd(keys.audit('old'), `${Date.now() - ageMs}-0`, 'action', action, 'by', 'session');
  }
  expect(await actions('old')).toEqual(['younger']);
  await log().record('old', event('new'));
  expect(await server.redis.xlen(keys.audit('old'))).toBe(2);
  expect(await actions('old')).toEqual(['new', 'younger']);
  const expiry = await server.redis.pttl(keys.audit('old'));
  expect(expiry).toBeWithin(DAY_MS - 60_000, DAY_MS + 1);
});

test('record() keeps at most 10,000 entries of an account', async () => {
  const pipeline = server.redis.pipeline();
  for (let made = 0; made < 10_000; made += 1) pipeline.xadd(keys.audit('busy'), '*', 'action', 'x');
  await pipeline.exec();
  await log().record('busy', event('last'));
  expect(await server.redis.xlen(keys.audit('busy'))).toBe(10_000);
  expect(await actions('busy', { limit: 1 })).toEqual(['last']);
});

test('record() keeps refused credentials apart: they remove no event of the service', async () => {
  const maxEntries = { owner: 10, service: 2, refused: 3 };
  const small = createAuditLog(server.redis, { retentionMs: DAY_MS, now: Date.now, maxEntries });
  for (const action of ['account.deleted', 'operator.read']) await small.record(SERVICE, event(action));
  for (let at = 1; at <= 5; at += 1) await small.record(REFUSED, event(`refused.${at}`));
  expect(await actions(SERVICE)).toEqual(['operator.read', 'account.deleted']);
  expect(await actions(REFUSED)).toEqual(['refused.5', 'refused.4', 'refused.3']);
  expect(await server.redis.pttl(keys.refusedAudit())).toBeWithin(DAY_MS - 60_000, DAY_MS + 1);
});

test('all() gives the entries of the service, of refused credentials and of every account', async () => {
  await log().record(SERVICE, event('operator.read'));
  await log().record(REFUSED, event('operator.refused'));
  const owners = new Set<string>();
  for await (const { owner } of log().all({ limit: 2 })) owners.add(owner);
  expect([...owners].sort()).toEqual(['busy', 'old', 'one', REFUSED, SERVICE, 'two'].sort());
});
