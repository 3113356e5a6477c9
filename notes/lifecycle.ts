import { Readable } from 'node:stream';
import { describeError, type Log } from '../platform/log.ts';
import { recordingType } from '../platform/recordings/file-name.ts';
import type { Recordings } from '../platform/recordings/types.ts';
import { storeUnavailable } from '../platform/redis/connection.ts';
import type { OwnedMember } from '../platform/redis/owned-set.ts';
import { temporalUnavailable } from '../platform/temporal/unavailable.ts';
import { MEDIA_TYPE_BYTES, mediaTypeOf } from '../speech/decode/media-type.ts';
import type { StoredNote } from './store/codec.ts';
import type { NewNote, NoteStore } from './store/notes.ts';
import type { PieceStore } from './store/pieces.ts';
import { type NoteTrash, RESTORE_WINDOW_MS } from './store/trash.ts';
import { noteRecordingObject, type UnsettledRecordings } from './store/unsettled-recordings.ts';
import type { NoteWorkflows } from './workflow-client.ts';

export interface NoteLifecycleDeps {
  readonly notes: NoteStore;
  readonly recordings: Recordings;
  readonly unsettled: UnsettledRecordings;
  readonly pieces: Pick<PieceStore, 'clear'>;
  readonly trash: NoteTrash;
  readonly workflows: NoteWorkflows;
  /** How long an upload may take. */
  readonly uploadTimeoutMs: number;
  readonly now: () => number;
  readonly log: Log;
}

export type NoteLifecycle = ReturnType<typeof createNoteLifecycle>;

/** What the user supplies with an upload besides the audio. */
export type NewNoteDetails = Pick<NewNote, 'title' | 'language' | 'recordedAt'>;

/**
 * Creates and deletes a note across its three stores: recordings, Redis and Temporal. After a crash in between,
 * `reconcile` makes them consistent.
 */
export function createNoteLifecycle(deps: NoteLifecycleDeps) {
  const { notes, recordings, unsettled, pieces, trash, workflows, uploadTimeoutMs, now, log } = deps;
  async function discard(userId: string, noteId: string): Promise<void> {
    await recordings.delete(noteRecordingObject(userId, noteId));
    await unsettled.settle(userId, noteId);
  }

  /** @returns whether nothing is left to do */
  async function settleOne({ ownerId: userId, id: noteId, since }: OwnedMember): Promise<boolean> {
    const note = await notes.get(userId, noteId);
    if (!note) {
      if (now() - since < uploadTimeoutMs + GRACE_MS) return false;
      await discard(userId, noteId);
      return true;
    }
    if (note.status === 'processing') await workflows.start({ userId, noteId, run: note.run });
    await unsettled.settle(userId, noteId);
    return true;
  }

  async function reprocess(userId: string, noteId: string): Promise<StoredNote | null> {
    const note = await notes.get(userId, noteId);
    if (!note) return null;
    const current = { userId, noteId, run: note.run };
    if (note.status === 'processing' && (await workflows.restart(current))) return note;
    // Starts before recording it: the run itself marks the note, so a crash never leaves a note marked without a run.
    await workflows.start({ ...current, run: note.run + 1 });
    return notes.change(userId, noteId, ({ run }) => (run > note.run ? null : beginRun(note.run + 1)));
  }

  return {
    /** Stores the recording for a new note. It is deleted again unless {@link create} follows. */
    async storeRecording(userId: string, noteId: string, stream: Readable, contentType: string | undefined) {
      const object = noteRecordingObject(userId, noteId);
      await unsettled.begin(userId, noteId);
      const [type, whole] = await typed(stream, contentType);
      const { bytes } = await recordings.put(whole, { object, contentType: type });
      return { object, contentType: type, bytes };
    },

    /** Deletes the recording of an upload that was rejected or interrupted. */
    async abandon(userId: string, noteId: string): Promise<void> {
      try {
        // A reply of Redis may have been lost. In that case the note exists.
        if (!(await notes.get(userId, noteId))) await discard(userId, noteId);
      } catch {
        log.warn({ noteId }, 'Recording of an abandoned upload not deleted; the reconciler will delete it');
      }
    },

    /**
     * Creates the note of a stored recording and starts its processing. If the start fails, the reconciler starts it.
     */
    async create(
      userId: string,
      noteId: string,
      recording: NewNote['recording'],
      details: NewNoteDetails,
    ): Promise<StoredNote> {
      const note = await notes.create({ ...details, noteId, userId, recording });
      try {
        await workflows.start({ userId, noteId, run: note.run });
        await unsettled.settle(userId, noteId);
      } catch (error) {
        log.warn(
          { noteId, error: describeError(error) },
          'Processing of a note not started; the reconciler will start it',
        );
      }
      return note;
    },

    /**
     * Processes a note again from its recording. Processing that is under way restarts.
     * @returns null when there is no such note
     */
    reprocess,

    /**
     * Removes a note: text, index entries, recording and the running workflow.
     * @param restorable keeps text and recording for {@link RESTORE_WINDOW_MS}; only {@link restore} can access them.
     * Removing such a note again without this option deletes it permanently.
     * @returns false when there was none
     */
    async remove(userId: string, noteId: string, { restorable = false } = {}): Promise<boolean> {
      const note = await notes.get(userId, noteId);
      if (!note) {
        if (restorable || !(await trash.forget(userId, noteId))) return false;
        await discard(userId, noteId);
        return true;
      }
      // A restorable recording is due when it can no longer be restored.
      await unsettled.begin(userId, noteId, restorable ? now() + RESTORE_WINDOW_MS - uploadTimeoutMs : now());
      // Before the note, because only the note names its run. After a crash in between, the pieces would stay until
      // they expire. A running workflow clears what it adds later when it ends.
      await pieces.clear(userId, noteId, note.run);
      const removed = await notes.remove(userId, noteId);
      if (removed) await pieces.clear(userId, noteId, removed.run);
      if (removed?.status === 'processing') await workflows.cancel({ userId, noteId, run: removed.run });
      if (!restorable) await discard(userId, noteId);
      else if (removed) await trash.keep(removed);
      return removed !== null;
    },

    /**
     * Reverses a restorable removal: the note returns to its place. Processing that the removal cancelled restarts.
     * @returns null when there is no such note, or when it is too late
     */
    async restore(userId: string, noteId: string): Promise<StoredNote | null> {
      const kept = await trash.find(userId, noteId);
      if (kept && (await notes.restore(kept))) {
        await unsettled.settle(userId, noteId);
        await trash.forget(userId, noteId);
        if (kept.status === 'processing') return reprocess(userId, noteId);
      }
      return notes.get(userId, noteId);
    },

    /**
     * Repairs what a crash left: starts the processing of notes whose workflow was never started, and deletes
     * recordings whose note was never created or is gone. One failure does not block the others.
     * @returns how many were repaired
     * @throws {Error} when Redis or Temporal is unavailable; the next round starts over
     */
    async reconcile(): Promise<number> {
      let settled = 0;
      // Younger ones may belong to a request that is still running.
      for await (const page of unsettled.pages(now() - GRACE_MS)) {
        const outcomes = await Promise.allSettled(page.map(settleOne));
        settled += outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
        const errors = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
        );
        const outage = errors.find((error) => storeUnavailable(error) || temporalUnavailable(error));
        if (outage !== undefined) throw outage;
        const [first] = errors;
        if (first !== undefined) {
          const line = { failures: errors.length, error: describeError(first) };
          log.warn(line, 'Cannot reconcile some notes; retrying in the next run');
        }
      }
      return settled;
    },
  };
}

/** A recording's type and its bytes. A type that was not declared is detected from the first bytes. */
async function typed(stream: Readable, contentType: string | undefined): Promise<[string | null, Readable]> {
  const declared = recordingType(contentType);
  if (declared !== null) return [declared, stream];
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  const rest = { [Symbol.asyncIterator]: () => chunks };
  const whole = async function* () {
    if (first.done) return;
    yield first.value;
    yield* rest;
  };
  return [first.done ? null : mediaTypeOf(first.value.subarray(0, MEDIA_TYPE_BYTES)), Readable.from(whole())];
}

/** The fields of a note while a run processes it. */
export function beginRun(run: number) {
  return { status: 'processing', run, errorMessage: null } as const;
}

/** Longer than a request continues after its upload: each call to Redis or Temporal ends within 5 seconds. */
const GRACE_MS = 20_000;
