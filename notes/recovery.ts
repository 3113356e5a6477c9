import type { Client } from '@temporalio/client';
import { SottoUser } from '../contracts/search-attributes.ts';
import { noteWorkflowId, parseNoteWorkflowId } from '../contracts/workflow-ids.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import type { OwnedMember, OwnedSet } from '../platform/redis/owned-set.ts';
import { workflowStatus } from '../platform/temporal/workflow-status.ts';
import { failureMessage } from './failures.ts';
import { beginRun } from './lifecycle.ts';
import type { NoteStore } from './store/notes.ts';
import type { NoteWorkflows } from './workflow-client.ts';

export interface NoteRecoveryDeps {
  readonly redis: Redis;
  readonly client: Client;
  readonly notes: Pick<NoteStore, 'get' | 'change'>;
  /** Registers in `underWay` what it starts. */
  readonly workflows: Pick<NoteWorkflows, 'start'>;
  /** Notes whose processing was started and not seen to end. */
  readonly underWay: OwnedSet;
  readonly log: Log;
  readonly now: () => number;
}

/** The latest run of a note that has ended, according to Temporal. */
interface EndedRun {
  readonly userId: string;
  readonly noteId: string;
  readonly run: number;
  /** The run was ended from outside and did not record its outcome. */
  readonly isBroken: boolean;
}

/** The overlap of two comparisons: Temporal lists an end with a delay, and a failover loses the last seconds. */
const OVERLAP_MS = 60_000;
/** How far back the first comparison looks. */
const FIRST_MS = 60 * 60 * 1000;
/** A start takes less than this. */
const GRACE_MS = 60_000;
/** A note that is still processed is looked at again after this time. */
const RECHECK_MS = 10 * 60_000;

/**
 * Compares the notes in Redis with the runs that ended in Temporal. After Redis was restored from a backup or lost its
 * last writes, a note may show as processing forever. Redis itself stores the time of the last comparison, so a
 * restored Redis is compared from the time of its backup on.
 */
export function createNoteRecovery({ redis, client, notes, workflows, underWay, log, now }: NoteRecoveryDeps) {
  async function endedRuns(fromMs: number): Promise<EndedRun[]> {
    const from = new Date(fromMs).toISOString();
    const query = `WorkflowType = 'note' AND ExecutionStatus != 'Running' AND CloseTime >= '${from}'`;
    const latest = new Map<string, EndedRun>();
    for await (const { workflowId, status, typedSearchAttributes } of client.workflow.list({ query })) {
      const id = parseNoteWorkflowId(workflowId);
      const userId = typedSearchAttributes.get(SottoUser);
      if (!id || userId === undefined || (latest.get(id.noteId)?.run ?? 0) > id.run) continue;
      latest.set(id.noteId, { ...id, userId, isBroken: status.name === 'TERMINATED' || status.name === 'TIMED_OUT' });
    }
    return [...latest.values()];
  }

  /**
   * Processes the note again from its recording. If its run was ended from outside, the note fails. Returns true when
   * the note was stuck.
   */
  async function recover({ userId, noteId, run, isBroken }: EndedRun): Promise<boolean> {
    const note = await notes.get(userId, noteId);
    if (note?.status !== 'processing' || note.run > run) return false;
    if (!isBroken) await workflows.start({ userId, noteId, run: run + 1 });
    const next = isBroken
      ? ({ status: 'failed', errorMessage: failureMessage('processing_failed') } as const)
      : beginRun(run + 1);
    await notes.change(userId, noteId, (known) => (known.status === 'processing' && known.run <= run ? next : null));
    return true;
  }

  /** Starts the run of a note again that Temporal does not know. Returns true when it did. */
  async function restartIfLost({ ownerId: userId, id: noteId }: OwnedMember): Promise<boolean> {
    const note = await notes.get(userId, noteId);
    if (note?.status !== 'processing') {
      await underWay.settle(userId, noteId);
      return false;
    }
    if ((await workflowStatus(client, noteWorkflowId(noteId, note.run))) !== undefined) {
      await underWay.begin(userId, noteId, now() + RECHECK_MS);
      return false;
    }
    await workflows.start({ userId, noteId, run: note.run });
    return true;
  }

  /** Runs a repair. A damaged note, which cannot be read, is logged and does not stop the repair of the others. */
  async function unlessDamaged(noteId: string, repair: () => Promise<boolean>): Promise<boolean> {
    try {
      return await repair();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      log.warn({ noteId, error: describeError(error) }, 'Cannot read a damaged note');
      return false;
    }
  }

  return {
    /**
     * Restarts the notes that are `processing` although Temporal does not know their run, as after it lost its data.
     * @returns how many
     * @throws {Error} when Redis or Temporal is unavailable; the next call starts over
     */
    async restartLost(): Promise<number> {
      let restarted = 0;
      for await (const page of underWay.pages(now() - GRACE_MS)) {
        for (const member of page) {
          if (await unlessDamaged(member.id, () => restartIfLost(member))) restarted += 1;
        }
      }
      return restarted;
    },

    /**
     * Compares the runs that ended since the last comparison.
     * @returns how many notes were recovered
     * @throws {Error} when Redis or Temporal is unavailable; the next comparison starts at the same time
     */
    async compare(): Promise<number> {
      const startedAt = now();
      const last = await redis.get(keys.notesComparedUntil());
      let recovered = 0;
      for (const run of await endedRuns((last === null ? startedAt - FIRST_MS : Number(last)) - OVERLAP_MS)) {
        if (await unlessDamaged(run.noteId, () => recover(run))) recovered += 1;
      }
      await redis.set(keys.notesComparedUntil(), startedAt);
      return recovered;
    },
  };
}
