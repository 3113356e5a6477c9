import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { NoteActivities } from '../activities/note.ts';
import type { TranscribeNoteActivities } from '../activities/transcribe-note.ts';
import {
  isNoteFailureCode,
  NOTE_FAILURE,
  type NoteFailureCode,
  type NoteInput,
  type NoteOutcome,
  reprocessNote,
} from './note-types.ts';
import { TRANSCRIPTION_QUEUE } from './queues.ts';
import { SottoOutcome } from './search-attributes.ts';

const { transcribeNote } = proxyActivities<TranscribeNoteActivities>({
  taskQueue: TRANSCRIPTION_QUEUE,
  startToCloseTimeout: '12 hours',
  // A worker that died is noticed after this; the next goes on after the last finished piece.
  heartbeatTimeout: '15 seconds',
  // Beginning anew waits until the engine has stopped.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Trouble that passes is outwaited for about an hour and a half.
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes', maximumAttempts: 25 },
});
const { describeNote } = proxyActivities<NoteActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes', maximumAttempts: 25 },
});
/** Short steps against Redis and Temporal, which are waited for as long as it takes. */
const { beginNote, failNote, tellNote, clearPieces } = proxyActivities<NoteActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '1 minute' },
});

/** One run of a note's processing: transcribe, describe and save, tell. `reprocess` begins anew, cancelling ends. */
export async function note(input: NoteInput): Promise<{ outcome: NoteOutcome }> {
  let again = false;
  let scope = new CancellationScope();
  setHandler(reprocessNote, () => {
    again = true;
    scope.cancel();
  });
  let outcome: NoteOutcome;
  do {
    again = false;
    scope = new CancellationScope();
    outcome = await scope.run(() => process(input));
    await CancellationScope.nonCancellable(() => clearPieces(input));
  } while (again && !CancellationScope.current().consideredCancelled);
  await CancellationScope.nonCancellable(() => conclude(input, outcome));
  upsertSearchAttributes([{ key: SottoOutcome, value: outcome }]);
  setCurrentDetails(`Ended: ${outcome}`);
  if (outcome === 'cancelled' && CancellationScope.current().consideredCancelled) throw new CancelledFailure(outcome);
  if (outcome === 'processing_failed') throw ApplicationFailure.nonRetryable(outcome, NOTE_FAILURE);
  return { outcome };
}

async function process(input: NoteInput): Promise<NoteOutcome> {
  try {
    if (!(await beginNote(input))) return 'cancelled';
    setCurrentDetails('Transcribing');
    await transcribeNote(input);
    setCurrentDetails('Finding title, summary and tags');
    await describeNote(input);
    return 'completed';
  } catch (error) {
    if (isCancellation(error)) return 'cancelled';
    if (!(error instanceof ActivityFailure)) throw error;
    return failureCode(error);
  }
}

/** Writes a failure down and tells of the end; a run that was cancelled, as its note is gone, tells nobody. */
async function conclude(input: NoteInput, outcome: NoteOutcome): Promise<void> {
  if (outcome === 'cancelled') return;
  if (outcome !== 'completed') await failNote(input, outcome);
  await tellNote(input, outcome === 'completed' ? 'note.processed' : 'note.failed');
}

function failureCode({ cause }: ActivityFailure): NoteFailureCode {
  const code = cause instanceof ApplicationFailure && cause.type === NOTE_FAILURE ? cause.message : '';
  return isNoteFailureCode(code) ? code : 'processing_failed';
}
