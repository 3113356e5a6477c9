import { ApplicationFailure } from '@temporalio/common';
import type { RecordingExpiries } from '../platform/recordings/expiries.ts';
import type { Recordings } from '../platform/recordings/types.ts';

export interface MaintenanceDeps {
  readonly recordings: Pick<Recordings, 'delete'>;
  readonly expiries: Pick<RecordingExpiries, 'due' | 'forget'>;
  readonly now: () => number;
}

export type MaintenanceActivities = ReturnType<typeof createMaintenanceActivities>;

const BATCH = 100;

/** Steps that keep the retention promises that Redis cannot keep by itself. */
export function createMaintenanceActivities({ recordings, expiries, now }: MaintenanceDeps) {
  /** Deletes recordings and returns those that are gone now. */
  async function deleteAll(objects: readonly string[]): Promise<string[]> {
    const outcomes = await Promise.allSettled(objects.map((object) => recordings.delete(object)));
    return objects.filter((_, index) => outcomes[index]?.status === 'fulfilled');
  }

  return {
    /**
     * Deletes expired recordings.
     * @returns how many
     * @throws {ApplicationFailure} when some cannot be deleted; they stay due and do not block the others
     */
    async deleteExpiredRecordings(): Promise<number> {
      let deleted = 0;
      let kept = 0;
      for (;;) {
        const due = await expiries.due(now(), { skip: kept, count: BATCH });
        const gone = await deleteAll(due);
        await expiries.forget(gone);
        deleted += gone.length;
        kept += due.length - gone.length;
        if (due.length === BATCH) continue;
        if (kept === 0) return deleted;
        const message = `Cannot delete ${kept} of ${deleted + kept} recordings that have expired`;
        throw ApplicationFailure.create({ type: 'RecordingsKept', message });
      }
    },
  };
}
