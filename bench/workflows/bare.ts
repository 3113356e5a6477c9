import { proxyLocalActivities } from '@temporalio/workflow';

const { nothing } = proxyLocalActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });

/** A minimal workflow with one local activity, as a baseline. */
export async function bare(): Promise<void> {
  await nothing();
}
