import type { Recordings } from '../recordings/types.ts';
import type { RecordingExpiries } from '../store/recording-expiries.ts';

export interface MaintenanceDeps {
  readonly recordings: Pick<Recordings, 'delete'>;
  readonly expiries: Pick<RecordingExpiries, 'due' | 'forget'>;
  readonly now: () => number;
}

export type MaintenanceActivities = ReturnType<typeof createMaintenanceActivities>;

const BATCH = 100;

/** What keeps retention promises that Redis cannot keep by itself. */
export function createMaintenanceActivities({ recordings, expiries, now }: MaintenanceDeps) {
  return {
    /** Deletes recordings whose time has come. @returns how many */
    async deleteExpiredRecordings(): Promise<number> {
      let deleted = 0;
      for (;;) {
        const objects = await expiries.due(now(), BATCH);
        await Promise.all(objects.map((object) => recordings.delete(object)));
        await expiries.forget(objects);
        deleted += objects.length;
        if (objects.length < BATCH) return deleted;
      }
    },
  };
}
