import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { MAIN_QUEUE } from '../contracts/queues.ts';

const SCHEDULE_ID = 'maintenance';

/** Creates the schedule that runs `maintenance` hourly. An existing schedule stays unchanged. */
export async function ensureMaintenanceSchedule(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: SCHEDULE_ID,
      spec: { intervals: [{ every: '1 hour' }], jitter: '5 minutes' },
      action: {
        type: 'startWorkflow',
        workflowType: 'maintenance',
        workflowId: SCHEDULE_ID,
        taskQueue: MAIN_QUEUE,
        staticSummary: 'Deletes recordings whose time has come',
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
