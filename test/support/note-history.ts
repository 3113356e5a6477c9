import type { Client } from '@temporalio/client';
import { noteWorkflowId } from '../../contracts/workflow-ids.ts';

/** The course of a run of a note in Temporal. */
export interface NoteHistory {
  readonly events: number;
  /** The server's events, in order. */
  readonly serverSteps: readonly (string | null | undefined)[];
  /** The local activities, in order. */
  readonly localSteps: readonly { readonly step: string; readonly attempt: number; readonly failed: boolean }[];
  /** The reasons for which workflow tasks failed and were repeated. */
  readonly refusedTasks: readonly (number | null | undefined)[];
}

/** Reads it from the history. */
export async function noteHistory(client: Client, noteId: string, run = 1): Promise<NoteHistory> {
  const { events } = await client.workflow.getHandle(noteWorkflowId(noteId, run)).fetchHistory();
  const all = events ?? [];
  const text = (data: Uint8Array | null | undefined) => Buffer.from(data ?? []).toString();
  return {
    events: all.length,
    serverSteps: all.flatMap(({ activityTaskScheduledEventAttributes: step }) =>
      step ? [step.activityType?.name] : [],
    ),
    localSteps: all.flatMap(({ markerRecordedEventAttributes: marker }) => {
      if (marker?.markerName !== 'core_local_activity') return [];
      const { activity_type: step, attempt } = JSON.parse(text(marker.details?.['data']?.payloads?.[0]?.data));
      return [{ step, attempt, failed: Boolean(marker.failure) }];
    }),
    refusedTasks: all.flatMap(({ workflowTaskFailedEventAttributes: task }) => (task ? [task.cause] : [])),
  };
}
