import { type Figure, print } from './support/report.ts';
import { besideHung, sparse } from './support/webhook-latency.ts';
import { highestRate, warmUp } from './support/webhook-rate.ts';
import { startWebhookStack, type Target } from './support/webhook-stack.ts';

const USERS = 50;

/**
 * `bun run bench webhooks`: the highest rate of events, their processor time and their latency, compared with minimal
 * workflows on the same server, and beside endpoints that hang. Worker, Redis and Temporal are set up as with
 * `npm start`. An API process takes no part in an automatic event.
 */
export async function run(): Promise<readonly Figure[]> {
  const startedAt = performance.now();
  const stack = await startWebhookStack();
  try {
    const targets: Target[] = [];
    for (let user = 0; user < USERS; user += 1) targets.push(await stack.addTarget());
    await warmUp(stack, targets);
    const figures = [
      ...(await highestRate(stack, targets)),
      ...(await sparse(stack, targets)),
      ...(await besideHung(stack, targets)),
    ];
    print(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s in all`);
    return figures;
  } finally {
    await stack.stop();
  }
}
