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
} from '../contracts/note.ts';
import { TRANSCRIPTION_QUEUE } from '../contracts/queues.ts';
import { SottoOutcome } from '../contracts/search-attributes.ts';
import { noteSteps } from './note-steps.ts';

const { transcribeNote } = proxyActivities<TranscribeNoteActivities>({
  taskQueue: TRANSCRIPTION_QUEUE,
  startToCloseTimeout: '12 hours',
  // A dead worker is detected after this time. The next one continues after the last finished piece.
  heartbeatTimeout: '15 seconds',
  // A restart waits until the engine has stopped.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Retries outlast temporary failures of up to about an hour and a half.
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes', maximumAttempts: 25 },
});

/**
 * One run of a note's processing: transcribe, describe, save, emit the event. `reprocess` restarts it; cancellation
 * ends it.
 */
export async function note(input: NoteInput): Promise<{ outcome: NoteOutcome }> {
  const steps = noteSteps();
  let again = false;
  let scope = new CancellationScope();
  setHandler(reprocessNote, () => {
    again = true;
    scope.cancel();
  });
  let outcome: NoteOutcome;
  let round = 0;
  do {
    again = false;
    scope = new CancellationScope();
    outcome = await scope.run(() => process(steps, input));
    await CancellationScope.nonCancellable(async () => {
      await steps.clearPieces(input);
      if (!again) await conclude(steps, input, outcome, round);
    });
    round += 1;
  } while (again && !CancellationScope.current().consideredCancelled);
  upsertSearchAttributes([{ key: SottoOutcome, value: outcome }]);
  setCurrentDetails(`Ended: ${outcome}`);
  if (outcome === 'cancelled' && CancellationScope.current().consideredCancelled) throw new CancelledFailure(outcome);
  if (outcome === 'processing_failed') throw ApplicationFailure.nonRetryable(outcome, NOTE_FAILURE);
  return { outcome };
}

async function process(steps: NoteActivities, input: NoteInput): Promise<NoteOutcome> {
  try {
    setCurrentDetails('Beginning');
    if (!(await steps.beginNote(input))) return 'cancelled';
    setCurrentDetails('Transcribing');
    await transcribeNote(input);
    setCurrentDetails('Finding title, summary and tags');
    await steps.describeNote(input);
    return 'completed';
  } catch (error) {
    if (isCancellation(error)) return 'cancelled';
    if (!(error instanceof ActivityFailure)) throw error;
    return failureCode(error);
  }
}

/** Records a failure and emits the final event. A run that was cancelled because its note was deleted emits nothing. */
async function conclude(steps: NoteActivities, input: NoteInput, outcome: NoteOutcome, round: number): Promise<void> {
  if (outcome === 'cancelled') return;
  setCurrentDetails('Telling the webhook endpoints');
  if (outcome !== 'completed') await steps.failNote(input, outcome);
  await steps.emitNoteEvent(input, outcome === 'completed' ? 'note.processed' : 'note.failed', round);
}

function failureCode({ cause }: ActivityFailure): NoteFailureCode {
  const code = cause instanceof ApplicationFailure && cause.type === NOTE_FAILURE ? cause.message : '';
  return isNoteFailureCode(code) ? code : 'processing_failed';
}
