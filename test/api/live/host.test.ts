import { expect, test } from 'bun:test';
import { Client, Connection } from '@temporalio/client';
import { createLiveHost } from '../../../api/live/host.ts';
import type { HeldSessions } from '../../../dictation/live/held.ts';
import type { LiveEvent } from '../../../dictation/live/types.ts';
import { createFormatter } from '../../../formatting/formatter.ts';
import { createLog } from '../../../platform/log.ts';
import { createMetrics } from '../../../platform/metrics/api-metrics.ts';
import type { SpeechEngine } from '../../../speech/types.ts';
import { eventually } from '../../support/eventually.ts';

const FACTS = { orgId: 'org_1', keyId: 'key_1', owner: 'organization', requestId: 'req_1', receivedAt: 0 } as const;
const SETTINGS = {
  format: { encoding: 'pcm16', sampleRate: 24_000 },
  ...{ turns: null, language: 'en', dictionary: undefined, context: undefined, extraInstructions: undefined },
  ...{ formats: false, wantWords: false },
} as const;

/** A host that cannot reach Temporal. Its engine receives no audio. */
function createHost({ hasLive = true } = {}) {
  const metrics = createMetrics();
  const liveSessions: HeldSessions = new Map();
  const speech = { capabilities: () => ({ live: hasLive }) } as unknown as SpeechEngine;
  const deps = {
    metrics,
    dictation: {
      liveSessions,
      taskQueue: 'queue',
      settings: { live: { concurrency: 8, maxMs: 60_000, maxSilentMs: 60_000 } },
    },
    platform: {
      temporal: new Client({ connection: Connection.lazy({ address: '127.0.0.1:1' }) }),
      log: createLog('silent'),
    },
  } as unknown as Parameters<typeof createLiveHost>[0];
  const host = createLiveHost(deps, { speech, formatter: createFormatter({}) });
  const events: LiveEvent[] = [];
  return {
    ...{ host, events, liveSessions },
    start: () => {
      const emit = (event: LiveEvent) => void events.push(event);
      return host.start({ ...FACTS, platform: 'realtime' }, SETTINGS, emit, async () => true);
    },
    counted: async () => (await metrics.liveSessions.get()).values.map(({ labels, value }) => [labels.outcome, value]),
  };
}

test('start() counts a session that is refused', async () => {
  const { start, events, counted } = createHost({ hasLive: false });
  start();
  expect(events).toMatchObject([{ type: 'ended', end: 'not_live' }]);
  expect(await counted()).toEqual([['not_live', 1]]);
});

test('start() counts once, and lets go of, a session whose workflow cannot be started', async () => {
  const { start, events, counted, liveSessions } = createHost();
  start();
  await eventually('the session is over', () => liveSessions.size === 0, { timeoutMs: 20_000 });
  expect(events).toMatchObject([{ type: 'ended', end: 'unavailable' }]);
  expect(await counted()).toEqual([['unavailable', 1]]);
});
