import { isCancellation, proxySinks, type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow';
import type { NoteOutcome, NoteSinks } from '../contracts/note.ts';

/**
 * Reports how each run of `note` ended and how long it took, including waiting. The bundle needs it as its own module.
 */
export function interceptors(): WorkflowInterceptors {
  const { workflowType, startTime } = workflowInfo();
  if (workflowType !== 'note') return {};
  const { notes } = proxySinks<NoteSinks>();
  const ended = (outcome: NoteOutcome) => notes.ended(outcome, (Date.now() - startTime.getTime()) / 1000);
  return {
    inbound: [
      {
        async execute(input, next) {
          try {
            const result = (await next(input)) as { readonly outcome: NoteOutcome };
            ended(result.outcome);
            return result;
          } catch (error) {
            ended(isCancellation(error) ? 'cancelled' : 'processing_failed');
            throw error;
          }
        },
      },
    ],
  };
}
