import type { DataConverter } from '@temporalio/common';
import {
  type InjectedSinks,
  type NativeConnection,
  Worker,
  type WorkerDeploymentOptions,
  type WorkflowBundle,
} from '@temporalio/worker';
import type { Sinks } from '@temporalio/workflow';
import type { Tracing } from '../tracing/tracing.ts';
import { sealErrors } from './seal-errors.ts';
import { traceActivities, traceWorkflows } from './trace.ts';

export interface WorkerDeps {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workflowBundle?: WorkflowBundle;
  readonly activities: object;
  /** How payloads are encrypted; undefined when they are not. */
  readonly dataConverter?: DataConverter | undefined;
  /** How many workflows stay in memory. Further waiting ones are replayed when needed. */
  readonly maxCachedWorkflows?: number;
  readonly maxConcurrentActivities?: number;
  /** Receives reports from workflows, such as how they ended. */
  readonly sinks?: InjectedSinks<Sinks>;
  readonly tracing?: Tracing | undefined;
  /**
   * The version of this code for Temporal's Worker Versioning. Workflows stay with the version that they started on,
   * unless their definition states otherwise. Without a version, the worker takes every task of its queue.
   */
  readonly version?: string | undefined;
  /** A workflow task lasts as long as its local activities: up to 20 seconds for a webhook's first attempt. */
  readonly maxConcurrentWorkflowTasks?: number;
}

/** A worker that runs until it is stopped. */
export interface RunningWorker {
  /** Accepts no more tasks, waits for those in flight, then resolves. */
  stop(): Promise<void>;
  /** Rejects when the worker failed permanently. */
  readonly ended: Promise<void>;
  /** Resolves while the worker accepts tasks. */
  probe(): Promise<void>;
}

/** Less than the 30 s that process managers commonly allow before they kill a process. */
const SHUTDOWN_GRACE = '20 seconds';
const SHUTDOWN_FORCE = '25 seconds';

/** The maximum delay before a long step learns that it was cancelled. */
const MAX_HEARTBEAT_THROTTLE = '2 seconds';

/**
 * Starts a worker on one task queue. The cache size is always set, because the SDK derives its default from V8's heap.
 */
export async function createWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const worker = await Worker.create({
    connection: deps.connection,
    namespace: deps.namespace,
    taskQueue: deps.taskQueue,
    activities: deps.activities,
    interceptors: { activity: [...(deps.tracing ? [traceActivities(deps.tracing)] : []), sealErrors] },
    ...(deps.workflowBundle ? { workflowBundle: deps.workflowBundle } : {}),
    ...(deps.dataConverter ? { dataConverter: deps.dataConverter } : {}),
    sinks: { ...deps.sinks, ...traceWorkflows(deps.tracing) },
    maxCachedWorkflows: deps.maxCachedWorkflows ?? 500,
    // The SDK's name for workflows on this thread, without a limit of their time. A separate thread needs six messages a
    // workflow: a fifth to a third of the processor time of a short one. Workflows only decide; activities compute.
    debugMode: true,
    ...(deps.maxConcurrentActivities ? { maxConcurrentActivityTaskExecutions: deps.maxConcurrentActivities } : {}),
    ...(deps.maxConcurrentWorkflowTasks
      ? {
          maxConcurrentWorkflowTaskExecutions: deps.maxConcurrentWorkflowTasks,
          maxConcurrentLocalActivityExecutions: deps.maxConcurrentWorkflowTasks,
        }
      : {}),
    ...(deps.version === undefined ? {} : { workerDeploymentOptions: deployment(deps.version) }),
    maxHeartbeatThrottleInterval: MAX_HEARTBEAT_THROTTLE,
    shutdownGraceTime: SHUTDOWN_GRACE,
    shutdownForceTime: SHUTDOWN_FORCE,
  });
  const ended = worker.run();
  ended.catch(() => {}); // the caller that awaits it handles it
  return {
    ended,
    probe: async () => {
      const state = worker.getState();
      if (state !== 'RUNNING') throw new Error(`The worker takes no tasks: ${state}`);
    },
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}

/** The name of Sotto's worker deployment, which contains all versions. */
const DEPLOYMENT = 'sotto';

function deployment(buildId: string): WorkerDeploymentOptions {
  return {
    version: { deploymentName: DEPLOYMENT, buildId },
    useWorkerVersioning: true,
    defaultVersioningBehavior: 'PINNED',
  };
}
