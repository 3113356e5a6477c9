import { CancelledFailure, Context } from '@temporalio/activity';
import type { DailyUsage } from '../accounts/daily-usage.ts';
import type { NoteFailureCode, NoteInput } from '../contracts/note.ts';
import type { NoteEventType } from '../contracts/webhook-events.ts';
import { noteMessageId } from '../contracts/workflow-ids.ts';
import type { NoteDescriber } from '../formatting/types.ts';
import { failureMessage } from '../notes/failures.ts';
import { beginRun } from '../notes/lifecycle.ts';
import type { StoredNote } from '../notes/store/codec.ts';
import type { NoteChange, NoteStore } from '../notes/store/notes.ts';
import type { PieceStore } from '../notes/store/pieces.ts';
import type { TagStore } from '../notes/store/tags.ts';
import { unlessUnavailable } from '../platform/redis/connection.ts';
import type { EmitNoteEvent } from '../webhooks/emit-note-event.ts';

export interface NoteActivityDeps {
  readonly notes: Pick<NoteStore, 'get' | 'change'>;
  readonly tags: Pick<TagStore, 'list' | 'ensure'>;
  readonly describer: NoteDescriber;
  readonly pieces: Pick<PieceStore, 'clear'>;
  readonly emitNoteEvent: EmitNoteEvent;
  readonly dailyUsage: Pick<DailyUsage, 'countNote'>;
  /** How long describing a note may take. @default 90_000 */
  readonly describePatienceMs?: number;
}

export type NoteActivities = ReturnType<typeof createNoteActivities>;

const HEARTBEAT_MS = 1_000;
/** Shorter than the step timeout of the workflow. If the model takes longer, the note is completed without it. */
const DESCRIBE_PATIENCE_MS = 90_000;

/** The light steps of `note`. Each may run twice; the second time changes nothing. */
export function createNoteActivities(deps: NoteActivityDeps) {
  const { notes, tags, describer, pieces, dailyUsage, describePatienceMs = DESCRIBE_PATIENCE_MS } = deps;

  /** The note, if this run is its latest. */
  async function current({ userId, noteId, run }: NoteInput): Promise<StoredNote | null> {
    const note = await notes.get(userId, noteId);
    return note?.run === run ? note : null;
  }

  /** Changes the note, if this run is its latest. */
  async function changeInRun({ userId, noteId, run }: NoteInput, decide: (note: StoredNote) => NoteChange) {
    await notes.change(userId, noteId, (note) => (note.run === run ? decide(note) : null));
  }

  return {
    /**
     * Marks the note as being processed by this run. Returns false when the note is gone or a later run has started.
     */
    async beginNote({ userId, noteId, run }: NoteInput): Promise<boolean> {
      const note = await notes.change(userId, noteId, (known) => {
        if (known.run > run || (known.run === run && known.status === 'processing')) return null;
        return beginRun(run);
      });
      return note?.run === run;
    },

    /** Finds title, summary and tags, and completes the note with them in one change. */
    async describeNote(input: NoteInput): Promise<void> {
      const context = Context.current();
      const { isLocal } = context.info; // a local activity cannot send heartbeats
      const heartbeat = isLocal ? undefined : setInterval(() => context.heartbeat(), HEARTBEAT_MS);
      try {
        const note = await current(input);
        if (!note) return;
        const description = await describer.describe({
          transcript: note.transcript ?? '',
          language: note.language ?? undefined,
          userTags: (await tags.list(input.userId)).map((tag) => tag.name),
          signal: AbortSignal.any([context.cancellationSignal, AbortSignal.timeout(describePatienceMs)]),
        });
        if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
        // A model takes seconds. If the user has deleted the note meanwhile, its words must not become tags.
        if (!(await current(input))) return;
        const found = await tags.ensure(
          input.userId,
          description.tags.map((tag) => tag.name),
        );
        const assigned = description.tags.flatMap(({ name, confidence }) => {
          const tag = found.get(name);
          return tag ? [{ tagId: tag.tagId, source: 'auto' as const, confidence }] : [];
        });
        await changeInRun(input, (latest) => ({
          ...(latest.edited.includes('title') ? {} : { title: description.title }),
          ...(latest.edited.includes('summary') ? {} : { summary: description.summary }),
          tags: mergeTags(latest, assigned),
          status: 'completed',
          errorMessage: null,
        }));
        // A step that runs again finds the note completed. A crash in between leaves the note out of the count.
        if (note.status === 'processing') {
          await unlessUnavailable(dailyUsage.countNote(input.userId, note.durationSeconds ?? 0));
        }
      } finally {
        clearInterval(heartbeat);
      }
    },

    /** Marks the note as failed, with a message for the user. */
    async failNote(input: NoteInput, code: NoteFailureCode): Promise<void> {
      await changeInRun(input, () => ({ status: 'failed', errorMessage: failureMessage(code) }));
    },

    /**
     * Emits to the user's webhook endpoints how this run ended, unless the note is gone or a later run has started.
     * @param round counts, from 0, how often the run restarted; each end has its own message id
     */
    async emitNoteEvent(input: NoteInput, type: NoteEventType, round = 0): Promise<void> {
      if (!(await current(input))) return;
      const { userId, noteId, run } = input;
      await deps.emitNoteEvent({ userId, noteId, type, messageId: noteMessageId(noteId, run, round) });
    },

    /** Deletes the pieces of a transcription that has ended or restarts. */
    async clearPieces({ userId, noteId, run }: NoteInput): Promise<void> {
      await pieces.clear(userId, noteId, run);
    },
  };
}

/** Keeps the tags that the user assigned and replaces those that an earlier run found. */
function mergeTags(note: StoredNote, found: NonNullable<NoteChange['tags']>): NonNullable<NoteChange['tags']> {
  const kept = note.tags.filter((tag) => tag.source === 'user');
  const known = new Set(kept.map((tag) => tag.tagId));
  const added = found.filter((tag, index) => {
    const first = found.findIndex((other) => other.tagId === tag.tagId) === index;
    return first && !known.has(tag.tagId);
  });
  return [...kept, ...added];
}
