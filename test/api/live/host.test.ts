import { expect, test } from 'bun:test';
import { Client, Connection } from '@temporalio/client';
import { createLiveHost } from '../../../api/live/host.ts';
import type { OpenSessions } from '../../../dictation/live/open-sessions.ts';
import type { LiveEvent } from '../../../dictation/live/types.ts';
import { createFormatter } from '../../../formatting/formatter.ts';
import { createLog } from '../../../platform/log.ts';
import { createMetrics } from '../../../platform/metrics/api-metrics.ts';
import type { DecodeWindow, LiveHypothesis, LiveSession, SpeechEngine } from '../../../speech/types.ts';
import { eventually } from '../../support/eventually.ts';

const FACTS = { orgId: 'org_1', keyId: 'key_1', owner: 'organization', requestId: 'req_1', receivedAt: 0 } as const;
const SETTINGS = {
  format: { encoding: 'pcm16', sampleRate: 24_000 },
  ...{ turns: null, language: 'en', dictionary: undefined, context: undefined, extraInstructions: undefined },
  ...{ formats: false, wantWords: false },
} as const;

const unreachable = new Client({ connection: Connection.lazy({ address: '127.0.0.1:1' }) });
/** Temporal as far as a session needs it: its workflow starts. */
const reachable = {
  withDeadline: (_: number, start: () => Promise<void>) => start(),
  workflow: { start: async () => undefined },
};

function createHost({
  hasLive = true,
  engine = {} as Partial<SpeechEngine>,
  clock = () => performance.now() / 1000,
  temporal = unreachable as object,
} = {}) {
  const metrics = createMetrics();
  const liveSessions: OpenSessions = new Map();
  const speech = { capabilities: () => ({ live: hasLive }), ...engine } as unknown as SpeechEngine;
  const deps = {
    metrics,
    dictation: {
      liveSessions,
      taskQueue: 'queue',
      settings: { live: { concurrency: 8, maxMs: 60_000, maxSilentMs: 60_000, lostAfterMs: 60_000 } },
    },
    platform: { temporal, log: createLog('silent') },
  } as unknown as Parameters<typeof createLiveHost>[0];
  const host = createLiveHost(deps, { speech, formatter: createFormatter({}) }, { clock });
  const events: LiveEvent[] = [];
  let count = 0;
  return {
    ...{ events, liveSessions },
    start: () => {
      const emit = (event: LiveEvent) => void events.push(event);
      return host.start({ ...FACTS, orgId: `org_${++count}`, platform: 'realtime' }, SETTINGS, emit, async () => true);
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

/** An engine that hears speech in all audio and decodes when it is told to. */
function createSlowEngine() {
  const decodes: { readonly window: DecodeWindow; finish(): void }[] = [];
  let samples = 0;
  const session: LiveSession = {
    feed: async (pcm) => {
      const before = Math.floor(samples / 768);
      samples += pcm.length / 2;
      return Array.from({ length: Math.floor(samples / 768) - before }, () => 1);
    },
    decode: (window) => {
      const { promise, resolve } = Promise.withResolvers<LiveHypothesis>();
      decodes.push({ window, finish: () => resolve({ words: [], isForeign: false }) });
      return promise;
    },
    close: () => undefined,
  };
  return { decodes, engine: { openLive: async () => session } };
}

test('a slow engine stretches the step without a backlog, and then refuses sessions with a time', async () => {
  const { decodes, engine } = createSlowEngine();
  const now = { seconds: 0 };
  const { start, events } = createHost({ engine, temporal: reachable, clock: () => now.seconds });
  const session = start();
  const second = () => {
    session.push(new Uint8Array(2 * 24_000));
    now.seconds += 1;
  };
  for (let decode = 1; decode <= 3; decode++) {
    second();
    await eventually('a decode', () => decodes.length === decode);
    const waiting = Promise.withResolvers<void>();
    for (let at = 0; at < 3; at++) second();
    setTimeout(waiting.resolve);
    await waiting.promise;
    // The audio that arrived meanwhile waits for no decode of its own.
    expect(decodes.length).toBe(decode);
    decodes.at(-1)?.finish();
    // The next one includes all of it.
    expect(decodes.at(-1)?.window.to).toBeCloseTo(4 * decode - 3, 1);
  }
  await eventually('sessions are refused', () => {
    start();
    return events.some((event) => event.type === 'ended' && event.end === 'busy' && event.retryAfterSeconds === 5);
  });
  session.end('completed');
});
