import { randomUUID } from 'node:crypto';
import type { Services } from '../../composition/services.ts';
import type { LiveEnd } from '../../contracts/live.ts';
import { liveSessionWorkflowId } from '../../contracts/workflow-ids.ts';
import type { LiveFacts } from '../../dictation/live/open-sessions.ts';
import { createPacing } from '../../dictation/live/pacing.ts';
import { type LiveDeps, startLiveDictation } from '../../dictation/live/session.ts';
import type { LiveDictation, LiveEvent, LiveFigures, LiveSettings } from '../../dictation/live/types.ts';
import { describeError } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/api-metrics.ts';
import type { liveSession } from '../../workflows/live-session.ts';
import { startOwnWorkflow } from '../own-workflow.ts';
import { createShares } from '../shares.ts';
import { measureSession } from './measure.ts';

type HostDeps = Pick<Services, 'dictation' | 'platform'> & { readonly metrics: Metrics };

/** The speech engine and the formatter of live sessions. */
export type LiveEngine = Pick<LiveDeps, 'formatter' | 'speech'>;

/** The live sessions of one API process. */
export interface LiveHost {
  /**
   * Starts a session.
   * @param emit receives the events of the session; only `ended` when the session is refused
   * @param mayContinue whether the caller's credential is still valid. False ends the session; an error does not
   */
  start(
    facts: Omit<LiveFacts, 'sessionId'>,
    settings: LiveSettings,
    emit: (event: LiveEvent) => void,
    mayContinue: () => Promise<boolean>,
  ): StartedSession;
  /** Ends all sessions, and waits until their ends are recorded. */
  close(): Promise<void>;
}

export interface StartedSession extends LiveDictation {
  readonly id: string;
  figures(): LiveFigures;
}

/** Time for the workflow to record the outcome after the session. */
const MARGIN_MS = 60_000;
/** The part of its timeout after which a run of the workflow hands over to the next. */
const HELD_SHARE = 0.6;
/** How long a stop waits for the ends to be recorded. */
const RECORD_TIMEOUT_MS = 5_000;
const RETRY_SECONDS = 5;
/** The time between two checks of a session's credential. */
const CHECK_EVERY_MS = 30_000;

interface HostOptions {
  /** Milliseconds between two checks of a session's credential. */
  readonly checkEveryMs?: number;
  /** Seconds of a monotonic clock. */
  readonly clock?: () => number;
}

export function createLiveHost(
  deps: HostDeps,
  engine: LiveEngine,
  { checkEveryMs = CHECK_EVERY_MS, clock = () => performance.now() / 1000 }: HostOptions = {},
): LiveHost {
  const { concurrency, lostAfterMs, ...limits } = deps.dictation.settings.live;
  const pacing = createPacing(clock);
  // One organization can use at most three quarters of the sessions.
  const slots = createShares(concurrency, (left) => Math.min(left, Math.ceil(concurrency * 0.75)));
  const sessions = deps.dictation.liveSessions;
  let isClosed = false;
  let openSessions = 0;

  function start(
    given: Omit<LiveFacts, 'sessionId'>,
    settings: LiveSettings,
    emit: (event: LiveEvent) => void,
    mayContinue: () => Promise<boolean>,
  ): StartedSession {
    const facts = { ...given, sessionId: `sess_${randomUUID()}` };
    const refused = refusal(facts.orgId);
    const { promise: ended, resolve } = Promise.withResolvers<LiveEnd>();
    const measure = measureSession(deps.metrics, pacing, clock);
    const watch = (event: LiveEvent) => {
      measure(event);
      if (event.type === 'ended') resolve(event.end);
      emit(event);
    };
    const session = startLiveDictation({ ...engine, pacing, limits, clock }, settings, watch);
    const started = { ...session, id: facts.sessionId, figures: session.counts.figures };
    if (refused !== undefined) {
      deps.metrics.liveSessions.inc({ outcome: refused.end });
      session.end(refused.end, refused.retryAfterSeconds);
      return started;
    }
    openSessions += 1;
    deps.metrics.liveSessionsOpen.inc();
    sessions.set(facts.sessionId, { facts, figures: session.counts.figures, ended, end: session.end });
    // The workflow deletes and counts a session. This does it for one without a workflow.
    const discard = (end: LiveEnd) => {
      if (!sessions.delete(facts.sessionId)) return;
      deps.metrics.liveSessions.inc({ outcome: end });
      deps.metrics.liveAudioSeconds.inc(session.counts.figures().audioSeconds);
    };
    const workflow = startWorkflow(facts).catch(async (error: unknown) => {
      deps.platform.log.warn({ error: describeError(error) }, 'Cannot start the workflow of a live session');
      session.end('unavailable', 1);
      discard(await ended);
    });
    const check = setInterval(async () => {
      // While Redis is unavailable, the session continues.
      if (!(await mayContinue().catch(() => true))) session.end('cancelled');
    }, checkEveryMs);
    void ended.then(async (end) => {
      clearInterval(check);
      openSessions -= 1;
      slots.release(facts.orgId, 1);
      deps.metrics.liveSessionsOpen.dec();
      if (openSessions === 0) deps.metrics.liveStepSeconds.set(0);
      await workflow;
      setTimeout(() => discard(end), MARGIN_MS).unref(); // also if Temporal never records the end
    });
    return started;
  }

  function refusal(orgId: string): { readonly end: LiveEnd; readonly retryAfterSeconds?: number } | undefined {
    if (isClosed) return { end: 'stopping' };
    if (!engine.speech.capabilities().live) return { end: 'not_live' };
    // A single session is accepted however slow the machine is.
    const busyFor = openSessions === 0 ? undefined : pacing.busyFor();
    if (busyFor !== undefined) return { end: 'busy', retryAfterSeconds: busyFor };
    return slots.take(orgId, 1) ? undefined : { end: 'busy', retryAfterSeconds: RETRY_SECONDS };
  }

  async function startWorkflow({ orgId, owner, sessionId, platform }: LiveFacts): Promise<void> {
    const maxMs = limits.maxMs + MARGIN_MS;
    await startOwnWorkflow(deps, { orgId, owner, lifetimeMs: maxMs + MARGIN_MS }, (options) =>
      deps.platform.temporal.workflow.start<typeof liveSession>('liveSession', {
        ...options,
        workflowId: liveSessionWorkflowId(orgId, sessionId),
        args: [{ sessionId, maxMs, holdMs: lostAfterMs * HELD_SHARE }],
        workflowRunTimeout: lostAfterMs,
        staticSummary: `Live session, ${platform}`,
      }),
    );
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const session of sessions.values()) session.end('stopping');
    const until = Date.now() + RECORD_TIMEOUT_MS;
    while (sessions.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  return { start, close };
}
