import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import { TRACE_HEADER, type TraceSinks } from '../../contracts/tracing.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** Starts each workflow within a span, and hands the span to the workflow. Names are those of Temporal's own SDKs. */
export function traceStarts(tracing: Tracing): WorkflowClientInterceptor {
  return {
    startWithDetails: (input, next) => {
      const { workflowType, headers, options } = input;
      const attributes = { temporalWorkflowID: options.workflowId };
      return tracing.within(`StartWorkflow:${workflowType}`, { kind: 'client', attributes }, async (span) => {
        const started = await next({ ...input, headers: withTrace(headers, span.traceparent) });
        span.set({ temporalRunID: started.runId });
        return started;
      });
    },
    signalWithStart: (input, next) => {
      const { workflowType, headers, options } = input;
      const attributes = { temporalWorkflowID: options.workflowId };
      return tracing.within(`SignalWithStartWorkflow:${workflowType}`, { kind: 'client', attributes }, (span) =>
        next({ ...input, headers: withTrace(headers, span.traceparent) }),
      );
    },
  };
}

function withTrace(headers: Headers, traceparent: string): Headers {
  return { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceparent) };
}

/** Runs each activity that belongs to a trace within a span. */
export function traceActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute(input, next) {
        const header = input.headers[TRACE_HEADER];
        if (!header) return next(input);
        const attributes = {
          temporalWorkflowID: info.workflowExecution?.workflowId,
          temporalRunID: info.workflowExecution?.runId,
          temporalActivityID: info.activityId,
          'sotto.attempt': info.attempt,
        };
        const parent = defaultPayloadConverter.fromPayload<string>(header);
        return tracing.within(`RunActivity:${info.activityType}`, { attributes, parent }, () => next(input));
      },
    },
  });
}

/** Adds the span of each workflow that ended. Without tracing, the workflows of other processes still report theirs. */
export function traceWorkflows(tracing: Tracing | undefined): InjectedSinks<TraceSinks> {
  return {
    traces: {
      ended: {
        fn: (_info, { workflowType, workflowId, runId, ...span }) =>
          tracing?.add({
            ...span,
            name: `RunWorkflow:${workflowType}`,
            attributes: { temporalWorkflowID: workflowId, temporalRunID: runId },
          }),
      },
    },
  };
}
