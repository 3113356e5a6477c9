import { CancelledFailure, Context } from '@temporalio/activity';
import type { NoteInput } from '../contracts/note.ts';
import { stepFailure } from '../notes/failures.ts';
import type { StoredNote } from '../notes/store/codec.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import type { PieceStore } from '../notes/store/pieces.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { StoreCheck } from '../platform/recordings/store-check.ts';
import { RecordingMissingError, type Recordings } from '../platform/recordings/types.ts';
import { withWorkingCopy } from '../platform/recordings/working-copy.ts';
import type { SpeechEngine } from '../speech/types.ts';

export interface TranscribeNoteDeps {
  readonly notes: Pick<NoteStore, 'get' | 'change'>;
  readonly recordings: Pick<Recordings, 'download'>;
  readonly confirmStore: StoreCheck['confirmStore'];
  readonly speech: Pick<SpeechEngine, 'transcribe'>;
  readonly pieces: PieceStore;
  readonly maxSeconds: number;
  /** Holds a copy of the recording during transcription. */
  readonly workFolder: string;
  readonly log: Log;
}

/** Well below the heartbeat timeout of the workflow. */
const HEARTBEAT_MS = 1_000;
const STORE_TIMEOUT_MS = 5_000;

export type TranscribeNoteActivities = ReturnType<typeof createTranscribeNoteActivities>;

/** The heavy step of `note`, on its own queue. */
export function createTranscribeNoteActivities(deps: TranscribeNoteDeps) {
  const { notes, log } = deps;
  return {
    /**
     * Transcribes a note's recording. A retry continues after the last piece that an earlier attempt finished.
     * Cancellation also stops the engine.
     */
    async transcribeNote(input: NoteInput): Promise<void> {
      const context = Context.current();
      const heartbeat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
      try {
        const note = await notes.get(input.userId, input.noteId);
        if (note) await transcribe(deps, input, note, context.cancellationSignal);
      } catch (error) {
        if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
        const cause = await causeOf(deps, error);
        const failure = stepFailure(cause);
        log.warn({ noteId: input.noteId, code: failure.message, error: describeError(cause) }, 'Transcription failed');
        throw failure;
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}

/** A recording is missing only if this process looks where the others store them. Otherwise another attempt may find it. */
async function causeOf({ confirmStore }: TranscribeNoteDeps, error: unknown): Promise<unknown> {
  if (!(error instanceof RecordingMissingError)) return error;
  return confirmStore(AbortSignal.timeout(STORE_TIMEOUT_MS)).then(
    () => error,
    (elsewhere: unknown) => elsewhere,
  );
}

async function transcribe(deps: TranscribeNoteDeps, input: NoteInput, note: StoredNote, signal: AbortSignal) {
  const { userId, noteId, run } = input;
  const copy = { object: note.recording.object, folder: deps.workFolder, signal };
  const transcript = await withWorkingCopy(deps.recordings, copy, async (path) =>
    deps.speech.transcribe({
      audio: { path },
      language: note.language ?? undefined,
      vocabulary: note.tags.map((tag) => tag.name),
      maxSeconds: deps.maxSeconds,
      separateChannels: true,
      wantWords: true,
      finished: await deps.pieces.list(userId, noteId, run),
      onPiece: (piece) => deps.pieces.add(userId, noteId, run, piece),
      signal,
    }),
  );
  await deps.notes.change(userId, noteId, (current) => {
    if (current.run !== run) return null; // a later run has started
    return {
      transcript: transcript.text,
      segments: transcript.segments.length > 0 ? transcript.segments : null,
      language: current.language ?? transcript.language,
      durationSeconds: transcript.durationSeconds,
      peaks: Buffer.from(transcript.peaks).toString('base64'),
    };
  });
}
