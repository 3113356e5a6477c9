import { ActivityCancellationType, patched, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { NoteActivities } from '../activities/note.ts';
import { LOCAL_RETRY, orElse, SERVER_RETRY } from './local-steps.ts';

/** With an LLM it takes seconds, for which the workflow's task waits: a signal is then seen within 8 seconds. */
const DESCRIBE_TIMEOUT = '2 minutes';
/** Beginning anew waits until a description has stopped: it would complete the note that is begun. */
const { WAIT_CANCELLATION_COMPLETED } = ActivityCancellationType;

/** The light steps of a note: call it once, at the beginning of the workflow. */
export function noteSteps(): NoteActivities {
  // Else the run began before the steps were local: the branch may go once the search of docs/operations.md finds none.
  return patched('local-steps') ? localSteps() : serverSteps();
}

/** Each step in the workflow's own task, which is one event and no way through the server; in trouble, over to it. */
function localSteps(): NoteActivities {
  const options = {
    retry: LOCAL_RETRY,
    cancellationType: WAIT_CANCELLATION_COMPLETED,
  } as const;
  const local = proxyLocalActivities<NoteActivities>({ ...options, startToCloseTimeout: '10 seconds' });
  const slow = proxyLocalActivities<NoteActivities>({ ...options, startToCloseTimeout: DESCRIBE_TIMEOUT });
  const server = serverSteps(WAIT_CANCELLATION_COMPLETED);
  return {
    beginNote: orElse(local.beginNote, server.beginNote),
    describeNote: orElse(slow.describeNote, server.describeNote),
    failNote: orElse(local.failNote, server.failNote),
    tellNote: orElse(local.tellNote, server.tellNote),
    clearPieces: orElse(local.clearPieces, server.clearPieces),
  };
}

/** Each step as the server's task: however long Redis is away, trying again adds no event, and the Web UI says why. */
function serverSteps(cancellationType?: ActivityCancellationType): NoteActivities {
  const { describeNote } = proxyActivities<NoteActivities>({
    startToCloseTimeout: DESCRIBE_TIMEOUT,
    heartbeatTimeout: '20 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '5 minutes', maximumAttempts: 25 },
    ...(cancellationType && { cancellationType }),
  });
  const { beginNote, failNote, tellNote, clearPieces } = proxyActivities<NoteActivities>({
    startToCloseTimeout: '30 seconds',
    retry: SERVER_RETRY,
  });
  return { beginNote, describeNote, failNote, tellNote, clearPieces };
}
