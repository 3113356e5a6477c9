import { every, type RepeatingTask } from '../platform/every.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { NoteLifecycle } from './lifecycle.ts';
import type { NoteRecovery } from './recovery.ts';

/** The maximum delay before a note that was accepted during an outage of Temporal starts, once Temporal is back. */
const PAUSE_MS = 5_000;

/** Repairs now and every few seconds what crashes left of notes. Several processes may do this at once. */
export function startNoteReconciler(lifecycle: Pick<NoteLifecycle, 'reconcile'>, log: Log): RepeatingTask {
  return every(async () => {
    try {
      const settled = await lifecycle.reconcile();
      if (settled > 0) log.info({ settled }, 'Reconciled notes');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'Reconciliation failed; retrying');
    }
  }, PAUSE_MS);
}

const COMPARE_PAUSE_MS = 60_000;

/** Compares notes with Temporal now and every minute. Several processes may do this at once. */
export function startNoteRecovery(recovery: NoteRecovery, log: Log): RepeatingTask {
  return every(async () => {
    try {
      const recovered = await recovery.compare();
      if (recovered > 0) log.warn({ recovered }, 'Recovered notes whose end was missing in Redis');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'Cannot compare notes with Temporal; retrying in a minute');
    }
  }, COMPARE_PAUSE_MS);
}
