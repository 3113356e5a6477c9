import { proxyActivities, setWorkflowOptions } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities/maintenance.ts';
import { autoUpgrade } from './versioning.ts';

/** The hourly scheduled workflow: deletes what has expired. */
export async function maintenance(): Promise<{ deletedRecordings: number }> {
  const { deleteExpiredRecordings } = proxyActivities<MaintenanceActivities>({
    startToCloseTimeout: '10 minutes',
    retry: { maximumAttempts: 5 },
  });
  return { deletedRecordings: await deleteExpiredRecordings() };
}

// The next run uses the current version, whichever version created the schedule.
setWorkflowOptions(autoUpgrade, maintenance);
