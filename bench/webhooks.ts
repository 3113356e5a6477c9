import { type Figure, print } from './support/report.ts';
import { steady } from './support/steady-load.ts';
import { besideHung, sparse } from './support/webhook-latency.ts';
import { highestRate } from './support/webhook-rate.ts';
import { startWebhookStack, type Target } from './support/webhook-stack.ts';

const USERS = 50;
const WARM_UP = { perSecond: 30, seconds: 3 };
const WARM_UP_BARE = 100;

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
    // The first runs are slow: code is compiled, connections are opened.
    await steady(WARM_UP, targets, stack.emit, stack.receiver.report);
    await Promise.all(Array.from({ length: WARM_UP_BARE }, stack.bare.run));
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
