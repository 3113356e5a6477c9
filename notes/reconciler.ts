import { inRounds, type Rounds } from '../platform/every.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { NoteLifecycle } from './lifecycle.ts';
import type { NoteRecovery } from './recovery.ts';

/** A note that was taken while Temporal was away begins so long after its return at most. */
const PAUSE_MS = 5_000;

/** Makes good, now and every few seconds, what crashes left of notes. Several processes may do so at once. */
export function startNoteReconciler(lifecycle: Pick<NoteLifecycle, 'reconcile'>, log: Log): Rounds {
  return inRounds(async () => {
    try {
      const settled = await lifecycle.reconcile();
      if (settled > 0) log.info({ settled }, 'Reconciled notes');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'Reconciliation failed; retrying');
    }
  }, PAUSE_MS);
}

const COMPARE_PAUSE_MS = 60_000;

/** Compares notes with Temporal, now and each minute. Several processes may do so at once. */
export function startNoteRecovery(recovery: NoteRecovery, log: Log): Rounds {
  return inRounds(async () => {
    try {
      const recovered = await recovery.compare();
      if (recovered > 0) log.warn({ recovered }, 'Notes recovered whose end Redis had lost');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'Notes not compared with Temporal, which is tried again in a minute');
    }
  }, COMPARE_PAUSE_MS);
}
