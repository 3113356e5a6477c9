import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { createWorker, type RunningWorker } from '../../platform/temporal/worker.ts';
import type { bare } from '../workflows/bare.ts';

/** Minimal workflows on a server: an eager start and one local activity that does nothing. */
export interface Bare {
  /** Runs one to completion. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBare(connection: NativeConnection, namespace: string): Promise<Bare> {
  const taskQueue = 'bare';
  const workflowsPath = fileURLToPath(new URL('../workflows/bare.ts', import.meta.url));
  const worker: RunningWorker = await createWorker({
    connection,
    namespace,
    taskQueue,
    workflowBundle: await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') }),
    activities: { async nothing() {} },
  });
  const client = new Client({ connection, namespace });
  return {
    run: () =>
      client.workflow.execute<typeof bare>('bare', {
        workflowId: `bare/${randomUUID()}`,
        taskQueue,
        requestEagerStart: true,
      }),
    stop: worker.stop,
  };
}
