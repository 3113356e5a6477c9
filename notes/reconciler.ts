import { every, type RepeatingTask } from '../platform/every.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { NoteLifecycle } from './lifecycle.ts';

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

/** Repairs one kind of difference between Redis and Temporal. */
export interface Recovery {
  /** What the log says when something was repaired. */
  readonly message: string;
  /** @returns how many were repaired */
  run(): Promise<number>;
}

/**
 * Compares Redis with Temporal now and every minute. A recovery that fails does not stop the others. Several
 * processes may do this at once.
 */
export function startRecovery(recoveries: readonly Recovery[], log: Log): RepeatingTask {
  return every(async () => {
    for (const { run, message } of recoveries) {
      try {
        const recovered = await run();
        if (recovered > 0) log.warn({ recovered }, message);
      } catch (error) {
        log.warn({ error: describeError(error) }, 'Cannot compare Redis with Temporal; retrying in a minute');
      }
    }
  }, COMPARE_PAUSE_MS);
}
