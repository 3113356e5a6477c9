import type { Sinks } from '@temporalio/workflow';

/** The header of workflows and activities that carries a W3C `traceparent`. */
export const TRACE_HEADER = 'traceparent';

/** A run of a workflow that ended. */
export interface WorkflowTrace {
  /** The `traceparent` that the workflow was started with. */
  readonly parent: string;
  /** The workflow's own, which its activities carry. */
  readonly traceparent: string;
  readonly workflowType: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly startedAtMs: number;
  readonly failed: boolean;
}

/** Receives the spans of workflows. */
export interface TraceSinks extends Sinks {
  readonly traces: { ended(trace: WorkflowTrace): void };
}

/**
 * The `traceparent` of a workflow: the trace of its parent, and a span id made of the run's id. Replays and all workers
 * of a run therefore name the same span without drawing a random number.
 */
export function workflowTraceparent(parent: string, runId: string): string {
  const [version, traceId, , flags] = parent.split('-');
  return [version, traceId, runId.replaceAll('-', '').slice(-16), flags].join('-');
}

/** Whether the trace is recorded. https://www.w3.org/TR/trace-context/#sampled-flag */
export function isSampled(traceparent: string): boolean {
  return (Number.parseInt(traceparent.slice(-2), 16) & 1) === 1;
}
