import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { NoteActivities } from '../activities/note.ts';
import { LOCAL_RETRY, SERVER_RETRY, withFallback } from './local-steps.ts';

/** An LLM takes seconds, and the workflow task waits for it. A signal is then handled within 8 seconds. */
const DESCRIBE_TIMEOUT = '2 minutes';
/** A restart waits until the description has stopped, because the description would complete the restarted note. */
const { WAIT_CANCELLATION_COMPLETED } = ActivityCancellationType;

/**
 * The light steps of a note. Each runs in the workflow's own task, which is one event and no round trip to the server.
 * A step that keeps failing falls back to the server, which retries it without new events.
 */
export function noteSteps(): NoteActivities {
  const options = {
    retry: LOCAL_RETRY,
    cancellationType: WAIT_CANCELLATION_COMPLETED,
  } as const;
  const local = proxyLocalActivities<NoteActivities>({ ...options, startToCloseTimeout: '10 seconds' });
  const slow = proxyLocalActivities<NoteActivities>({ ...options, startToCloseTimeout: DESCRIBE_TIMEOUT });
  const server = serverSteps();
  return {
    beginNote: withFallback(local.beginNote, server.beginNote),
    describeNote: withFallback(slow.describeNote, server.describeNote),
    failNote: withFallback(local.failNote, server.failNote),
    emitNoteEvent: withFallback(local.emitNoteEvent, server.emitNoteEvent),
    clearPieces: withFallback(local.clearPieces, server.clearPieces),
  };
}

/** Each step as a task of the server. A long outage adds no events, and the Web UI shows the reason. */
function serverSteps(): NoteActivities {
  const { describeNote } = proxyActivities<NoteActivities>({
    startToCloseTimeout: DESCRIBE_TIMEOUT,
    heartbeatTimeout: '20 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '5 minutes', maximumAttempts: 25 },
    cancellationType: WAIT_CANCELLATION_COMPLETED,
  });
  const { beginNote, failNote, emitNoteEvent, clearPieces } = proxyActivities<NoteActivities>({
    startToCloseTimeout: '30 seconds',
    retry: SERVER_RETRY,
  });
  return { beginNote, describeNote, failNote, emitNoteEvent, clearPieces };
}
