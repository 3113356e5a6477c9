import { ApplicationFailure, CancelledFailure, cancelled, heartbeat } from '@temporalio/activity';
import type { OrganizationStore } from '../accounts/organizations.ts';
import type { UserStore } from '../accounts/users.ts';
import { LIVE_FAILURE, type LiveEnd, type LiveSessionHeld, type LiveSessionReport } from '../contracts/live.ts';
import { type OpenSession, type OpenSessions, usageOfLive } from '../dictation/live/open-sessions.ts';
import type { UsageStore } from '../dictation/usage-store.ts';
import type { Metrics } from '../platform/metrics/api-metrics.ts';

export interface LiveActivityDeps {
  readonly liveSessions: OpenSessions;
  readonly usage: Pick<UsageStore, 'saveUsage'>;
  readonly users: Pick<UserStore, 'get'>;
  readonly organizations: Pick<OrganizationStore, 'get'>;
  readonly metrics: Pick<Metrics, 'liveSessions' | 'liveAudioSeconds'>;
  readonly now: () => number;
}

export type LiveActivities = ReturnType<typeof createLiveActivities>;

/** A cancellation comes as the answer to a heartbeat. */
const HEARTBEAT_MS = 2_000;

/** The steps of a live session's workflow. They see sizes and times of the session that this process holds. */
export function createLiveActivities({ liveSessions, usage, users, organizations, metrics, now }: LiveActivityDeps) {
  function find(sessionId: string): OpenSession {
    const session = liveSessions.get(sessionId);
    if (session === undefined) throw ApplicationFailure.nonRetryable('lost', LIVE_FAILURE);
    return session;
  }

  async function ownerExists({ facts: { orgId, owner } }: OpenSession): Promise<boolean> {
    return (await (owner === 'user' ? users : organizations).get(orgId)) !== null;
  }

  return {
    /**
     * Waits until the session is over, at most for a time, and sends heartbeats meanwhile. A cancellation ends the
     * session.
     */
    async holdLiveSession(sessionId: string, holdMs: number): Promise<LiveSessionHeld> {
      const session = find(sessionId);
      heartbeat(reportOf(session));
      const timer = setInterval(() => heartbeat(reportOf(session)), HEARTBEAT_MS);
      const { promise: held, resolve } = Promise.withResolvers<null>();
      const handOver = setTimeout(() => resolve(null), holdMs);
      try {
        const end = await Promise.race([session.ended, held, cancelled()]);
        return { ...reportOf(session), end };
      } catch (error) {
        if (!(error instanceof CancelledFailure)) throw error;
        const end = endOf(error);
        session.end(end);
        if (end === 'stopping') return { ...reportOf(session), end };
        throw error;
      } finally {
        clearInterval(timer);
        clearTimeout(handOver);
      }
    },

    /** Ends a session that still runs, and records its usage unless its owner was deleted meanwhile. */
    async recordLiveSession(sessionId: string, end: LiveEnd): Promise<void> {
      const session = liveSessions.get(sessionId);
      if (session === undefined) return;
      session.end(end);
      if (await ownerExists(session)) await usage.saveUsage(usageOfLive(session, end, now()));
      if (!liveSessions.delete(sessionId)) return;
      metrics.liveSessions.inc({ outcome: end });
      metrics.liveAudioSeconds.inc(session.figures().audioSeconds);
    },
  };
}

/** The message of a cancellation is its reason: an operator, the worker that stops, or an activity that Temporal gave up. */
function endOf({ message }: CancelledFailure): LiveEnd {
  if (message === 'CANCELLED') return 'cancelled';
  return message === 'WORKER_SHUTDOWN' ? 'stopping' : 'lost';
}

function reportOf(session: OpenSession): LiveSessionReport {
  const { audioSeconds, utterances } = session.figures();
  return { audioSeconds: Math.round(audioSeconds * 10) / 10, utterances };
}
