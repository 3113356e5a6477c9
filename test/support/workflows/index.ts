import { proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow';

/** Sleeps three days; proves that the servers of test/support run workflows and skip time. */
export async function threeDays(): Promise<string> {
  await sleep('72 hours', { summary: 'Wait three days' });
  return 'three days later';
}

/** Ends at once. */
export async function atOnce(name: string): Promise<string> {
  return `hello ${name}`;
}

/** Runs one step, `fail`, as a local or a regular activity, and has its outcome. */
export async function failing(how: 'local' | 'server'): Promise<void> {
  const options = { startToCloseTimeout: '10 seconds', retry: { maximumAttempts: 1 } } as const;
  const proxy = how === 'local' ? proxyLocalActivities : proxyActivities;
  await proxy<{ fail(): Promise<void> }>(options).fail();
}
