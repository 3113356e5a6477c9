import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import {
  bundleWorkflowCode,
  type InjectedSinks,
  type NativeConnection,
  Worker,
  type WorkerDeploymentOptions,
  type WorkflowBundle,
} from '@temporalio/worker';
import type { Sinks } from '@temporalio/workflow';
import { sealErrors } from './seal-errors.ts';

export interface WorkerDeps {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workflowBundle?: WorkflowBundle;
  readonly activities: object;
  /** How payloads are encrypted; undefined when they are not. */
  readonly dataConverter?: DataConverter | undefined;
  /** How many workflows stay in memory; waiting ones beyond that cost nothing but a replay. */
  readonly maxCachedWorkflows?: number;
  readonly maxConcurrentActivities?: number;
  /** What workflows tell this process, such as how they ended. */
  readonly sinks?: InjectedSinks<Sinks>;
  /**
   * The version of this code, for Temporal's Worker Versioning: workflows stay with the version that they began on,
   * unless their definition says otherwise. Without one the worker takes every task of its queue.
   */
  readonly version?: string | undefined;
  /** A workflow task lasts as long as the local activities in it: a webhook's first attempt up to 20 seconds. */
  readonly maxConcurrentWorkflowTasks?: number;
}

/** What runs until it is stopped. */
export interface RunningWorker {
  /** Takes no more tasks, lets those in flight end, then resolves. */
  stop(): Promise<void>;
  /** Rejects when the worker failed for good. */
  readonly ended: Promise<void>;
  /** Resolves while it takes tasks. */
  probe(): Promise<void>;
}

/** Below the 30 s that process managers commonly allow before they kill. */
const SHUTDOWN_GRACE = '20 seconds';
const SHUTDOWN_FORCE = '25 seconds';

/** How late a long step may learn that it was cancelled. */
const MAX_HEARTBEAT_THROTTLE = '2 seconds';

/** Starts a worker on one task queue. The SDK's default cache size is read off V8's heap, so it is always set here. */
export async function createWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const worker = await Worker.create({
    connection: deps.connection,
    namespace: deps.namespace,
    taskQueue: deps.taskQueue,
    activities: deps.activities,
    interceptors: { activity: [sealErrors] },
    ...(deps.workflowBundle ? { workflowBundle: deps.workflowBundle } : {}),
    ...(deps.dataConverter ? { dataConverter: deps.dataConverter } : {}),
    ...(deps.sinks ? { sinks: deps.sinks } : {}),
    maxCachedWorkflows: deps.maxCachedWorkflows ?? 500,
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
  ended.catch(() => {}); // whoever waits for it sees it
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

/** The name of Sotto's worker deployment, of which every version is a part. */
const DEPLOYMENT = 'sotto';

function deployment(buildId: string): WorkerDeploymentOptions {
  return {
    version: { deploymentName: DEPLOYMENT, buildId },
    useWorkerVersioning: true,
    defaultVersioningBehavior: 'PINNED',
  };
}

/** Encodes failures for the codec, in workflows and outside of them. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failure-converter.ts', import.meta.url));

/**
 * Bundles `workflows/index.ts` as every worker runs it. Takes seconds: do it once in a process.
 * @param options.dataConverter as of the worker
 */
export function bundleWorkflows({ dataConverter }: Pick<WorkerDeps, 'dataConverter'> = {}): Promise<WorkflowBundle> {
  const failureConverterPath = dataConverter?.failureConverterPath;
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
    workflowInterceptorModules: [fileURLToPath(new URL('../../workflows/observe-note.ts', import.meta.url))],
    ...(failureConverterPath === undefined ? {} : { failureConverterPath }),
    logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
}
