import { proxyActivities, setWorkflowOptions } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities/maintenance.ts';

/** The hourly round of a schedule: what is kept for a time only goes when its time has come. */
export async function maintenance(): Promise<{ deletedRecordings: number }> {
  const { deleteExpiredRecordings } = proxyActivities<MaintenanceActivities>({
    startToCloseTimeout: '10 minutes',
    retry: { maximumAttempts: 5 },
  });
  return { deletedRecordings: await deleteExpiredRecordings() };
}

// The next round runs on the current version, whichever made the schedule.
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, maintenance);
