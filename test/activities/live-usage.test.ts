import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createOrganizationStore } from '../../accounts/organizations.ts';
import { createUserStore } from '../../accounts/users.ts';
import { createLiveActivities } from '../../activities/live.ts';
import type { OpenSession, OpenSessions } from '../../dictation/live/open-sessions.ts';
import { createUsageStore } from '../../dictation/usage-store.ts';
import { createMetrics } from '../../platform/metrics/api-metrics.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

function setUp() {
  const users = createUserStore(server.redis);
  const organizations = createOrganizationStore(server.redis);
  const usage = createUsageStore(server.redis, { retentionMs: 60_000 });
  const liveSessions: OpenSessions = new Map();
  const metrics = createMetrics();
  const activities = createLiveActivities({ liveSessions, usage, users, organizations, metrics, now: Date.now });
  /** Records a session of this owner that is over. @returns its usage record */
  async function record(orgId: string, owner?: 'user') {
    const sessionId = `sess_${crypto.randomUUID()}`;
    const session: OpenSession = {
      facts: {
        ...{ orgId, keyId: 'key', sessionId, requestId: `req_${crypto.randomUUID()}`, platform: 'app' },
        ...{ callerIds: {}, receivedAt: Date.now(), ...(owner && { owner }) },
      },
      figures: () => ({
        ...{ audioSeconds: 3, audioBytes: 96_000, utterances: 1, resultBytes: 10, inferenceMs: 1, formatMs: 1 },
        ...{ engine: null, language: 'en' },
      }),
      ended: Promise.resolve('completed'),
      end: () => {},
    };
    liveSessions.set(sessionId, session);
    await activities.recordLiveSession(sessionId, 'completed');
    expect(liveSessions.size).toBe(0);
    return usage.getUsage(orgId, sessionId);
  }
  return { users, organizations, record };
}

test('recordLiveSession() writes no usage of a deleted user', async () => {
  const { users, record } = setUp();
  const user = await users.ensure({ email: 'deleted@example.org' });
  expect(await record(user.userId, 'user')).toMatchObject({ source: 'live', audioSeconds: 3 });
  await users.forget(user);
  expect(await record(user.userId, 'user')).toBeNull();
});

test('recordLiveSession() writes no usage of a deleted organization', async () => {
  const { organizations, record } = setUp();
  const { organizationId } = await organizations.create({ name: 'Deleted' });
  expect(await record(organizationId)).toMatchObject({ source: 'live', audioSeconds: 3 });
  await organizations.forget(organizationId);
  expect(await record(organizationId)).toBeNull();
});
