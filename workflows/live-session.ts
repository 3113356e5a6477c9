import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  TemporalFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { LiveActivities } from '../activities/live.ts';
import { EXPECTED_ENDS, LIVE_FAILURE, type LiveSessionEnd, type LiveSessionInput } from '../contracts/live.ts';
import { SottoOutcome } from '../contracts/search-attributes.ts';

/**
 * One live session. The API process hears and answers; the workflow shows that the session lives, by the heartbeat of
 * its activity, and records how it ended. Nothing of the content gets here. A long session has several runs, and each has a
 * timeout: if the process dies, nobody else takes the tasks of its queue, and the run times out.
 */
export async function liveSession(input: LiveSessionInput): Promise<LiveSessionEnd> {
  const { sessionId, maxMs, holdMs } = input;
  const { holdLiveSession } = proxyActivities<LiveActivities>({
    startToCloseTimeout: maxMs,
    heartbeatTimeout: '20 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: 1 },
    summary: 'Listening',
  });
  const { recordLiveSession } = proxyLocalActivities<LiveActivities>({
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '100 milliseconds', maximumAttempts: 4 },
  });
  setCurrentDetails('Listening. The heartbeat of the activity tells how far it is.');
  const held = await holdLiveSession(sessionId, holdMs).catch(endOf);
  if (held.end === null && !CancellationScope.current().consideredCancelled) {
    return continueAsNew<typeof liveSession>(input);
  }
  const ended = { ...held, end: held.end ?? 'cancelled' };
  await CancellationScope.nonCancellable(() => recordLiveSession(sessionId, ended.end));
  const { end, audioSeconds, utterances } = ended;
  upsertSearchAttributes([{ key: SottoOutcome, value: end }]);
  setCurrentDetails(`Ended: ${end}, after ${audioSeconds} seconds of audio and ${utterances} utterances`);
  if (EXPECTED_ENDS.includes(end)) return ended;
  if (end === 'cancelled') throw new CancelledFailure(end);
  throw ApplicationFailure.create({ type: LIVE_FAILURE, message: end, nonRetryable: true });
}

/** What the end of the activity says when it does not report one. */
function endOf(error: unknown): LiveSessionEnd {
  if (isCancellation(error)) return { end: 'cancelled', audioSeconds: 0, utterances: 0 };
  if (error instanceof TemporalFailure) return { end: 'lost', audioSeconds: 0, utterances: 0 };
  throw error;
}
