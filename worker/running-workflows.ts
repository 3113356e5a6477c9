import type { Client } from '@temporalio/client';
import { Gauge, type Registry } from 'prom-client';

/** What an operator asks after: notes under way, events with a delivery left to make, endpoints that fail. */
const TYPES = ['note', 'webhookEvent', 'endpointWatch'] as const;
const FRESH_MS = 15_000;
const TIMEOUT_MS = 2_000;

/**
 * Counts the workflows that run now, as Temporal knows them: the same number in every worker process. Asked when it is
 * scraped, at most every 15 seconds; without an answer there is no number.
 */
export function observeRunningWorkflows(registry: Registry, client: Client, now: () => number): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  const count = (type: string) => client.workflow.count(`WorkflowType = '${type}' AND ExecutionStatus = 'Running'`);
  new Gauge({
    name: 'sotto_workflows_running',
    help: 'Workflows that run now in all of the namespace, by type',
    labelNames: ['workflow_type'] as const,
    registers: [registry],
    async collect() {
      if (now() - askedAt < FRESH_MS) return;
      askedAt = now();
      await client
        .withDeadline(askedAt + TIMEOUT_MS, async () => {
          const counts = await Promise.all(TYPES.map(count));
          for (const [index, workflow_type] of TYPES.entries()) this.set({ workflow_type }, counts[index]?.count ?? 0);
        })
        .catch(() => this.reset());
    },
  });
}
