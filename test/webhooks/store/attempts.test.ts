import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keys } from '../../../platform/redis/keys.ts';
import type { AttemptEntry } from '../../../webhooks/store/attempt-entry.ts';
import {
  createWebhookAttemptStore,
  MAX_LOGGED_ATTEMPTS,
  type WebhookAttemptStore,
} from '../../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore, type WebhookEndpointStore } from '../../../webhooks/store/endpoints.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);
let redis: TestRedis;
let clock = START;
let attempts: WebhookAttemptStore;
let endpoints: WebhookEndpointStore;

beforeAll(async () => {
  redis = await startRedis();
  const now = () => clock;
  attempts = createWebhookAttemptStore(redis.redis, { now });
  endpoints = createWebhookEndpointStore(redis.redis, { now });
});
afterAll(() => redis.stop());

const URL_BEFORE = 'https://example.com/';

async function startEndpoint() {
  const userId = crypto.randomUUID();
  const settings = { url: URL_BEFORE, description: null, eventTypes: ['note.processed'] } as const;
  const made = await endpoints.create(userId, settings, `whsec_${Buffer.alloc(32).toString('base64')}`);
  const endpointId = made?.endpointId ?? '';
  const key = (attemptId: string) => ({ userId, endpointId, attemptId });
  return {
    ...{ userId, endpointId },
    begin: (attemptId: string, concurrency = 10, generation: number | null = 0) =>
      attempts.begin({ ...key(attemptId), generation, concurrency }),
    finish: (attemptId: string, fields: Partial<AttemptEntry> = {}, generation: number | null = 0) =>
      attempts.finish({ ...key(attemptId), generation, url: URL_BEFORE, entry: entry(attemptId, fields) }),
    log: async () => (await attempts.list(userId, endpointId, { filter: {}, after: null, limit: 2_000 })).entries,
    state: () => endpoints.get(userId, endpointId),
    decide: (decisionId: string) =>
      attempts.decide({ userId, endpointId }, { decisionId, warnAfterMs: DAY, disableAfterMs: 3 * DAY }),
  };
}

function entry(attemptId: string, fields: Partial<AttemptEntry> = {}): AttemptEntry {
  return {
    ...{ attemptId, at: clock, messageId: `msg_${attemptId}`, eventType: 'note.processed', noteId: 'note-1' },
    ...{ trigger: 'automatic', outcome: 'failed', attempt: 1, status: 500, failure: 'status', reason: null },
    ...{ location: null, durationMs: 1, nextAttemptAt: null, repeated: false },
    ...fields,
  };
}

const SUCCESS = { outcome: 'succeeded', status: 200, failure: null } as const;

describe('begin()', () => {
  test('runs as many attempts as allowed, from any process, and more after some have ended', async () => {
    const one = await startEndpoint();
    const begun = await Promise.all(Array.from({ length: 8 }, (_, index) => one.begin(`a${index}`, 3)));
    expect(begun.map(({ kind }) => kind).sort()).toEqual([...Array(5).fill('busy'), ...Array(3).fill('go')]);
    await one.finish('a0', SUCCESS);
    expect((await one.begin('b', 3)).kind).toBe('go');
    expect((await one.begin('c', 3)).kind).toBe('busy');
  });

  test('counts an attempt of a dead process for one minute only, and recognizes it again', async () => {
    const one = await startEndpoint();
    await one.begin('a', 1);
    expect(await one.begin('a', 1)).toMatchObject({ kind: 'go', repeated: true });
    clock += 59_000;
    expect((await one.begin('b', 1)).kind).toBe('busy');
    clock += 2_000;
    expect(await one.begin('b', 1)).toMatchObject({ kind: 'go', repeated: false });
    expect(await one.begin('a', 5)).toMatchObject({ kind: 'go', repeated: true });
  });

  test('forgets an attempt that was released', async () => {
    const one = await startEndpoint();
    await one.begin('a', 1);
    await attempts.release({ userId: one.userId, endpointId: one.endpointId, attemptId: 'a' });
    expect(await one.begin('a', 1)).toMatchObject({ kind: 'go', repeated: false });
  });

  test('returns the recorded result instead of starting again', async () => {
    const one = await startEndpoint();
    await one.begin('a');
    const effects = await one.finish('a');
    expect(effects).toEqual({ watch: true, recovered: false, disabledGeneration: null });
    expect(await one.begin('a')).toMatchObject({
      kind: 'recorded',
      entry: { attemptId: 'a', status: 500 },
      effects: { watch: true },
    });
  });

  test('refuses a disabled endpoint, another generation and a deleted one', async () => {
    const one = await startEndpoint();
    await endpoints.disable(one.userId, one.endpointId);
    expect((await one.begin('a')).kind).toBe('disabled');
    expect((await one.begin('m', 10, null)).kind).toBe('disabled');
    await endpoints.enable(one.userId, one.endpointId);
    expect((await one.begin('a')).kind).toBe('disabled');
    expect((await one.begin('b', 10, 1)).kind).toBe('go');
    expect((await one.begin('m', 10, null)).kind).toBe('go');
    await endpoints.remove(one.userId, one.endpointId);
    expect((await one.begin('c', 10, 1)).kind).toBe('deleted');
  });
});

describe('finish()', () => {
  test('records the same attempt once, however often it is called', async () => {
    const one = await startEndpoint();
    await Promise.all([one.finish('a'), one.finish('a', SUCCESS), one.finish('a')]);
    expect(await one.log()).toHaveLength(1);
  });

  test('of many failures at once calls for one watch, and again after an hour', async () => {
    const one = await startEndpoint();
    const effects = await Promise.all(Array.from({ length: 10 }, (_, index) => one.finish(`a${index}`)));
    expect(effects.filter((effect) => effect?.watch)).toHaveLength(1);
    expect((await one.state())?.failingSince).toBe(clock);
    const since = clock;
    clock += HOUR;
    expect((await one.finish('b'))?.watch).toBe(false);
    clock += 1;
    expect((await one.finish('c'))?.watch).toBe(true);
    expect((await one.state())?.failingSince).toBe(since);
  });

  test('of a success ends the streak, manual or not; a manual failure begins none', async () => {
    for (const generation of [0, null]) {
      const one = await startEndpoint();
      await one.finish('m', { trigger: 'ping' }, null);
      expect((await one.state())?.failingSince).toBeNull();
      await one.finish('a');
      expect(await one.finish('b', SUCCESS, generation)).toEqual({
        watch: false,
        recovered: true,
        disabledGeneration: null,
      });
      expect((await one.state())?.failingSince).toBeNull();
    }
  });

  test('of a late failure or success of an earlier generation changes nothing', async () => {
    const one = await startEndpoint();
    await endpoints.disable(one.userId, one.endpointId);
    await endpoints.enable(one.userId, one.endpointId);
    expect(await one.finish('late')).toMatchObject({ watch: false });
    expect((await one.state())?.failingSince).toBeNull();
    await one.finish('a', {}, 1);
    expect(await one.finish('later', SUCCESS)).toMatchObject({ recovered: false });
    expect((await one.state())?.failingSince).toBe(clock);
  });

  test('of a 410 disables once, whatever else ends at the same time', async () => {
    const one = await startEndpoint();
    const gone = { status: 410, failure: 'gone' } as const;
    const effects = await Promise.all(['a', 'b', 'c'].map((id) => one.finish(id, gone)));
    expect(effects.filter((effect) => effect?.disabledGeneration === 1)).toHaveLength(1);
    expect(await one.state()).toMatchObject({ status: 'disabled', disabledReason: 'gone', generation: 1 });
  });

  test('of an attempt at a URL that was replaced meanwhile is logged, and neither disables nor starts or ends a streak', async () => {
    const one = await startEndpoint();
    await one.finish('a');
    const change = (url: string) => endpoints.update(one.userId, one.endpointId, { url });
    expect(await change('https://example.com/new')).toMatchObject({ failingSince: null });
    expect(await one.finish('b')).toMatchObject({ watch: false });
    expect(await one.finish('c', { status: 410, failure: 'gone' })).toMatchObject({ disabledGeneration: null });
    expect(await one.state()).toMatchObject({ status: 'enabled', failingSince: null });
    expect((await one.log()).map(({ attemptId }) => attemptId).sort()).toEqual(['a', 'b', 'c']);
    await change(URL_BEFORE);
    await one.finish('d');
    await change(URL_BEFORE);
    await endpoints.update(one.userId, one.endpointId, { description: 'The same URL' });
    expect((await one.state())?.failingSince).toBe(clock);
  });

  test('of a deleted endpoint stores nothing', async () => {
    const one = await startEndpoint();
    await one.begin('a');
    await endpoints.remove(one.userId, one.endpointId);
    expect(await one.finish('a')).toBeNull();
    expect(await redis.redis.keys(`*${one.endpointId}*`)).toEqual([]);
  });
});

describe('the attempt log', () => {
  test(`keeps the newest ${MAX_LOGGED_ATTEMPTS} lines`, async () => {
    const one = await startEndpoint();
    for (let index = 0; index < MAX_LOGGED_ATTEMPTS + 5; index += 1) {
      clock += 1;
      await one.finish(`a${index}`);
    }
    const log = await one.log();
    expect(log).toHaveLength(MAX_LOGGED_ATTEMPTS);
    expect([log[0]?.attemptId, log.at(-1)?.attemptId]).toEqual([`a${MAX_LOGGED_ATTEMPTS + 4}`, 'a5']);
    expect(await redis.redis.hlen(keys.webhookAttempts(one.userId, one.endpointId))).toBe(MAX_LOGGED_ATTEMPTS);
  });

  test('shows and keeps 30 days, and expires as a whole', async () => {
    const one = await startEndpoint();
    await one.finish('old');
    clock += 30 * DAY;
    expect((await one.log()).map(({ attemptId }) => attemptId)).toEqual(['old']);
    clock += 1;
    expect(await one.log()).toEqual([]);
    await one.finish('new');
    const stored = keys.webhookAttempts(one.userId, one.endpointId);
    expect(await redis.redis.hkeys(stored)).toEqual(['new']);
    expect(await redis.redis.pttl(stored)).toBeGreaterThan(30 * DAY - 60_000);
  });

  test('pages over lines of one moment without losing any', async () => {
    const one = await startEndpoint();
    await Promise.all(Array.from({ length: 7 }, (_, index) => one.finish(`a${index}`)));
    const seen: string[] = [];
    let after: { at: number; attemptId: string } | null = null;
    for (let page = 0; page < 4; page += 1) {
      const { entries, more } = await attempts.list(one.userId, one.endpointId, { filter: {}, after, limit: 2 });
      seen.push(...entries.map(({ attemptId }) => attemptId));
      after = entries.at(-1) ?? null;
      expect(more).toBe(page < 3);
    }
    expect(seen).toEqual(['a6', 'a5', 'a4', 'a3', 'a2', 'a1', 'a0']);
  });
});

describe('decide()', () => {
  test('lets exactly one of many callers warn, and one disable; a repeated call gets the same result', async () => {
    const one = await startEndpoint();
    expect(await one.decide('early')).toEqual({ kind: 'none' });
    await one.finish('a');
    const since = clock;
    expect(await one.decide('early')).toEqual({ kind: 'wait', dueAt: since + DAY });
    const decideAll = () => Promise.all(Array.from({ length: 10 }, (_, index) => one.decide(`d${index}`)));
    clock = since + DAY - 1;
    expect((await decideAll()).every(({ kind }) => kind === 'wait')).toBe(true);
    clock = since + DAY;
    expect((await decideAll()).filter(({ kind }) => kind === 'warn')).toHaveLength(1);
    expect((await decideAll()).filter(({ kind }) => kind === 'warn')).toHaveLength(1);
    expect(await one.decide('other')).toEqual({ kind: 'wait', dueAt: since + 3 * DAY });
    clock = since + 3 * DAY;
    const told = await decideAll();
    const disabling = { kind: 'disable', failingSince: since, generation: 1 } as const;
    expect(told.filter(({ kind }) => kind !== 'none')).toEqual([disabling]);
    const index = told.findIndex(({ kind }) => kind === 'disable');
    expect(await one.decide(`d${index}`)).toEqual(disabling);
    expect(await one.decide('other')).toEqual({ kind: 'none' });
  });
});
