import { CancelledFailure, Context } from '@temporalio/activity';
import type { NoteDescriber } from '../formatting/types.ts';
import type { StoredNote } from '../store/note-codec.ts';
import type { NoteChange, NoteStore } from '../store/notes.ts';
import type { PieceStore } from '../store/pieces.ts';
import type { TagStore } from '../store/tags.ts';
import { noteMessageId } from '../workflows/ids.ts';
import type { NoteFailureCode, NoteInput } from '../workflows/note-types.ts';
import type { EmitNoteEvent } from './note-events.ts';
import { failureMessage } from './note-failures.ts';
import { beginRun } from './note-lifecycle.ts';

export interface NoteActivityDeps {
  readonly notes: Pick<NoteStore, 'get' | 'change'>;
  readonly tags: Pick<TagStore, 'list' | 'ensure'>;
  readonly describer: NoteDescriber;
  readonly pieces: Pick<PieceStore, 'clear'>;
  readonly emitNoteEvent: EmitNoteEvent;
}

export type NoteActivities = ReturnType<typeof createNoteActivities>;

const HEARTBEAT_MS = 1_000;

/** The light steps of `note`. Each may run twice: the second time changes nothing. */
export function createNoteActivities(deps: NoteActivityDeps) {
  const { notes, tags, describer, pieces } = deps;

  /** Changes the note as long as this run is its latest. Whether the note is there and this run is. */
  async function changeInRun({ userId, noteId, run }: NoteInput, decide: (note: StoredNote) => NoteChange | null) {
    let current = false;
    await notes.change(userId, noteId, (note) => {
      current = note.run === run;
      return current ? decide(note) : null;
    });
    return current;
  }

  return {
    /** Marks the note as being processed by this run. False when the note is gone or a later run has begun. */
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
      const heartbeat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
      try {
        const note = await notes.get(input.userId, input.noteId);
        if (!note || note.run !== input.run) return;
        const description = await describer.describe({
          transcript: note.transcript ?? '',
          language: note.language ?? undefined,
          userTags: (await tags.list(input.userId)).map((tag) => tag.name),
          signal: context.cancellationSignal,
        });
        if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
        const found = await tags.ensure(
          input.userId,
          description.tags.map((tag) => tag.name),
        );
        const assigned = description.tags.flatMap(({ name, confidence }) => {
          const tag = found.get(name);
          return tag ? [{ tagId: tag.tagId, source: 'auto' as const, confidence }] : [];
        });
        await changeInRun(input, (current) => ({
          ...(current.edited.includes('title') ? {} : { title: description.title }),
          ...(current.edited.includes('summary') ? {} : { summary: description.summary }),
          tags: mergeTags(current, assigned),
          status: 'completed',
          errorMessage: null,
        }));
      } finally {
        clearInterval(heartbeat);
      }
    },

    /** Marks the note as failed, with words for the user. */
    async failNote(input: NoteInput, code: NoteFailureCode): Promise<void> {
      await changeInRun(input, () => ({ status: 'failed', errorMessage: failureMessage(code) }));
    },

    /** Tells the user's webhook endpoints how this run ended, unless the note is gone or a later run has begun. */
    async tellNote(input: NoteInput, type: 'note.processed' | 'note.failed'): Promise<void> {
      const { userId, noteId, run } = input;
      const note = await notes.get(userId, noteId);
      if (note?.run !== run) return;
      await deps.emitNoteEvent({ userId, noteId, type, messageId: noteMessageId(noteId, run) });
    },

    /** Forgets the pieces of a transcription that has ended, or begins anew. */
    async clearPieces({ userId, noteId, run }: NoteInput): Promise<void> {
      await pieces.clear(userId, noteId, run);
    },
  };
}

/** Tags that the user put on the note stay; those that an earlier run found make way. */
function mergeTags(note: StoredNote, found: NonNullable<NoteChange['tags']>): NonNullable<NoteChange['tags']> {
  const kept = note.tags.filter((tag) => tag.source === 'user');
  const known = new Set(kept.map((tag) => tag.tagId));
  const added = found.filter((tag, index) => {
    const first = found.findIndex((other) => other.tagId === tag.tagId) === index;
    return first && !known.has(tag.tagId);
  });
  return [...kept, ...added];
}
