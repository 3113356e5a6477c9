import type { WorkflowDefinitionOptions } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';

/**
 * Options of a workflow that lives for days: a new version takes it over. The server refuses a versioning behavior from a
 * worker without a version, so there are none then.
 */
export function autoUpgrade(): WorkflowDefinitionOptions {
  return workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'AUTO_UPGRADE' } : {};
}
