import type { WorkflowBundle } from '@temporalio/worker';
import { bundleWorkflows } from '../../platform/temporal/workflow-bundle.ts';

let bundle: Promise<WorkflowBundle> | undefined;

/** Sotto's workflows without `observe-note`, because only the worker process receives its reports. */
export function workflowBundle(): Promise<WorkflowBundle> {
  bundle ??= bundleWorkflows({ interceptors: ['trace'] });
  return bundle;
}
