import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { proxySinks, type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow';
import { isSampled, TRACE_HEADER, type TraceSinks, workflowTraceparent } from '../contracts/tracing.ts';

/**
 * Passes the trace of a workflow's start on to its activities, and reports the workflow's span at its end. It adds no
 * command and no turn of the event loop, so that histories replay with tracing on or off. The bundle needs it as its own
 * module.
 */
export function interceptors(): WorkflowInterceptors {
  let header: Payload | undefined;
  const passOn = <Input extends { readonly headers: Record<string, Payload> }>(input: Input): Input =>
    header ? { ...input, headers: { ...input.headers, [TRACE_HEADER]: header } } : input;
  return {
    inbound: [
      {
        execute(input, next) {
          const given = input.headers[TRACE_HEADER];
          if (!given) return next(input);
          const parent = defaultPayloadConverter.fromPayload<string>(given);
          const traceparent = workflowTraceparent(parent, workflowInfo().runId);
          header = defaultPayloadConverter.toPayload(traceparent);
          const result = next(input);
          if (isSampled(parent)) reportEnd(result, parent, traceparent);
          return result;
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(passOn(input)),
        scheduleLocalActivity: (input, next) => next(passOn(input)),
      },
    ],
  };
}

/** Beside the workflow, whose own promise stays as it is. */
function reportEnd(result: Promise<unknown>, parent: string, traceparent: string): void {
  const { workflowType, workflowId, runId, startTime } = workflowInfo();
  const { traces } = proxySinks<TraceSinks>();
  const report = (failed: boolean) =>
    traces.ended({ parent, traceparent, workflowType, workflowId, runId, startedAtMs: startTime.getTime(), failed });
  result.then(
    () => report(false),
    () => report(true),
  );
}
