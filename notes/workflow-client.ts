import type { Client } from '@temporalio/client';
import { type NoteInput, reprocessNote } from '../contracts/note.ts';
import { MAIN_QUEUE, WORKFLOW_TASK_TIMEOUT_MS } from '../contracts/queues.ts';
import { SottoNote, SottoUser } from '../contracts/search-attributes.ts';
import { noteWorkflowId } from '../contracts/workflow-ids.ts';
import type { OwnedSet } from '../platform/redis/owned-set.ts';
import { ifExists, startOnce } from '../platform/temporal/workflow-calls.ts';

export type NoteWorkflows = ReturnType<typeof createNoteWorkflows>;

/** Registers each note before a run of it starts, so that recovery finds the runs that Temporal lost. */
export function trackStarts(workflows: NoteWorkflows, underWay: Pick<OwnedSet, 'begin'>): NoteWorkflows {
  return {
    ...workflows,
    start: async (note) => {
      await underWay.begin(note.userId, note.noteId);
      await workflows.start(note);
    },
  };
}

/** Starts and signals the `note` workflow by its business id. Repeated calls have no further effect. */
export function createNoteWorkflows(client: Client, { taskQueue = MAIN_QUEUE }: { taskQueue?: string } = {}) {
  const options = (note: NoteInput) => ({
    taskQueue,
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
    workflowId: noteWorkflowId(note.noteId, note.run),
    args: [note],
    requestEagerStart: true,
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
    staticSummary: `Processes note ${note.noteId}, run ${note.run}`,
    typedSearchAttributes: [
      { key: SottoUser, value: note.userId },
      { key: SottoNote, value: note.noteId },
    ],
  });

  return {
    /** Starts a run. A run that was already started stays unchanged. */
    start: (note: NoteInput): Promise<void> => startOnce(() => client.workflow.start('note', options(note))),

    /** Restarts the run that is under way. Returns false when it has ended. */
    async restart({ noteId, run }: NoteInput): Promise<boolean> {
      return ifExists(() => client.workflow.getHandle(noteWorkflowId(noteId, run)).signal(reprocessNote));
    },

    /** Cancels a run and the engine's work for it. A run that has already ended is not an error. */
    async cancel({ noteId, run }: NoteInput): Promise<void> {
      await ifExists(() => client.workflow.getHandle(noteWorkflowId(noteId, run)).cancel());
    },
  };
}
