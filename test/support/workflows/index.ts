import { sleep } from '@temporalio/workflow';

/** Sleeps three days; proves that the servers of test/support run workflows and skip time. */
export async function threeDays(): Promise<string> {
  await sleep('72 hours', { summary: 'Wait three days' });
  return 'three days later';
}

/** Ends at once. */
export async function atOnce(name: string): Promise<string> {
  return `hello ${name}`;
}
