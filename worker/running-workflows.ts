import type { Client } from '@temporalio/client';
import { Gauge, type Registry } from 'prom-client';

/** The workflows that operators monitor: running notes, events with pending deliveries, failing endpoints. */
const TYPES = ['note', 'webhookEvent', 'endpointWatch'] as const;
const FRESH_MS = 15_000;
const TIMEOUT_MS = 2_000;

/**
 * Counts running workflows according to Temporal, so that every worker process reports the same number. Queried on
 * scrape, at most every 15 seconds. Without an answer, the metric has no value.
 */
export function observeRunningWorkflows(registry: Registry, client: Client, now: () => number): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  const count = (type: string) => client.workflow.count(`WorkflowType = '${type}' AND ExecutionStatus = 'Running'`);
  new Gauge({
    name: 'sotto_workflows_running',
    help: 'Running workflows in the namespace, by type',
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
