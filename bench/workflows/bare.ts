import { proxyLocalActivities } from '@temporalio/workflow';

const { nothing } = proxyLocalActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });

/** The least that a workflow with one local activity can cost: what the real ones are measured against. */
export async function bare(): Promise<void> {
  await nothing();
}
