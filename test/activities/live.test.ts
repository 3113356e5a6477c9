import { expect, test } from 'bun:test';
import { CancelledFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createLiveActivities } from '../../activities/live.ts';
import type { LiveEnd } from '../../contracts/live.ts';
import type { OpenSession } from '../../dictation/live/open-sessions.ts';
import { createUsageCounts } from '../../dictation/live/usage-counts.ts';
import { createMetrics } from '../../platform/metrics/api-metrics.ts';

/** A session, and the activity that holds it. */
function holdOne() {
  const { promise: ended } = Promise.withResolvers<LiveEnd>();
  const ends: LiveEnd[] = [];
  const facts = {
    sessionId: 'sess_1',
    orgId: 'org_1',
    keyId: 'key_1',
    owner: 'organization',
    requestId: 'req_1',
  } as const;
  const session: OpenSession = {
    facts: { ...facts, callerIds: {}, receivedAt: 0, platform: 'realtime' },
    figures: createUsageCounts().figures,
    ended,
    end: (end) => void ends.push(end),
  };
  const { holdLiveSession } = createLiveActivities({
    liveSessions: new Map([['sess_1', session]]),
    usage: { saveUsage: async () => {} },
    users: { get: async () => null },
    organizations: { get: async () => null },
    metrics: createMetrics(),
    now: Date.now,
  });
  const environment = new MockActivityEnvironment();
  return { ends, environment, hold: (holdMs: number) => environment.run(holdLiveSession, 'sess_1', holdMs) };
}

/** Holds a session until its activity is cancelled for a reason. */
async function cancelFor(reason: Parameters<MockActivityEnvironment['cancel']>[0]) {
  const { ends, environment, hold } = holdOne();
  const outcome = hold(60_000).catch((error: unknown) => error);
  environment.cancel(reason);
  return { ends, outcome: await outcome };
}

test.each([
  ['CANCELLED', 'cancelled'],
  ['TIMED_OUT', 'lost'],
  ['NOT_FOUND', 'lost'],
] as const)('holdLiveSession() ends a session whose activity is cancelled for %s as %s', async (reason, end) => {
  const { ends, outcome } = await cancelFor(reason);
  expect(ends).toEqual([end]);
  expect(outcome).toBeInstanceOf(CancelledFailure);
});

test('holdLiveSession() reports a session that its worker ends by stopping', async () => {
  const { ends, outcome } = await cancelFor('WORKER_SHUTDOWN');
  expect(ends).toEqual(['stopping']);
  expect(outcome).toEqual({ end: 'stopping', audioSeconds: 0, utterances: 0 });
});

test('holdLiveSession() hands a session over that continues', async () => {
  const { ends, hold } = holdOne();
  expect(await hold(1)).toEqual({ end: null, audioSeconds: 0, utterances: 0 });
  expect(ends).toEqual([]);
});
