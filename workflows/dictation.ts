import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  isCancellation,
  proxyLocalActivities,
  setCurrentDetails,
  TemporalFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { DictationActivities } from '../activities/dictation.ts';
import {
  DICTATION_FAILURE,
  type DictationInput,
  type DictationOutcome,
  FINISH_ATTEMPTS,
  isDictationFailureCode,
} from '../contracts/dictation.ts';
import { SottoOutcome } from '../contracts/search-attributes.ts';

/**
 * One dictation: transcribe, format, finish. It runs as local activities on the queue of the API process that holds the
 * content, so that no content leaves that process.
 */
export async function dictation(input: DictationInput): Promise<{ outcome: DictationOutcome }> {
  const once = proxyLocalActivities<DictationActivities>({
    startToCloseTimeout: input.stepTimeoutMs,
    retry: { maximumAttempts: 1 },
  });
  const persistent = proxyLocalActivities<DictationActivities>({
    // Longer than all attempts take when the store gives up each after 5 seconds. The last one can then answer the
    // caller.
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '100 milliseconds', maximumAttempts: FINISH_ATTEMPTS },
  });
  const outcome = await attempt(async () => {
    if (input.source !== 'format') await once.transcribeDictation(input.contentId);
    if (input.source !== 'transcription') await once.formatDictation(input.contentId);
  });
  const final = await CancellationScope.nonCancellable(async () => {
    const finished = await attempt(() => persistent.finishDictation(input.contentId, outcome));
    return finished === 'completed' ? outcome : finished;
  });
  upsertSearchAttributes([{ key: SottoOutcome, value: final }]);
  setCurrentDetails(`Ended: ${final}`);
  if (final === 'completed') return { outcome: final };
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure(final);
  throw ApplicationFailure.create({ type: DICTATION_FAILURE, message: final, nonRetryable: true });
}

/** Runs a step and returns how it ended. A failure's message is its code. */
async function attempt(step: () => Promise<void>): Promise<DictationOutcome> {
  try {
    await step();
    return 'completed';
  } catch (error) {
    if (isCancellation(error)) return 'cancelled';
    if (!(error instanceof TemporalFailure)) throw error;
    const cause = error instanceof ActivityFailure ? error.cause : error; // a local activity's own failure is not wrapped
    const code = cause instanceof ApplicationFailure && cause.type === DICTATION_FAILURE ? cause.message : '';
    if (isDictationFailureCode(code)) return code;
    return 'internal_error';
  }
}
