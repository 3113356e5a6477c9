import { useRef, useState } from 'preact/hooks';
import type { NoteChange } from '../api/notes.ts';
import type { Note } from '../api/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { Segments } from './segments.tsx';
import { SegmentsEditor } from './segments-editor.tsx';
import type { Playback } from './use-playback.ts';

interface TranscriptProps {
  readonly note: Note;
  readonly playback: Playback;
  readonly editable: boolean;
  readonly save: (change: NoteChange) => Promise<void>;
}

/** The transcript. Where times are known, each sentence links to its place in the recording. */
export function Transcript(props: TranscriptProps) {
  const { note } = props;
  if (note.transcript === null) return null;
  return (
    <section class="transcript" aria-labelledby="transcript-title">
      {isTimed(note) ? <TimedTranscript {...props} /> : <PlainTranscript {...props} />}
    </section>
  );
}

function isTimed({ transcript_segments: segments }: Note): boolean {
  return segments?.some(({ start, text }) => start !== null && text) ?? false;
}

function TimedTranscript({ note, playback, editable, save }: TranscriptProps) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const segments = note.transcript_segments ?? [];
  function end() {
    setEditing(false);
    requestAnimationFrame(() => opener.current?.focus());
  }
  return (
    <>
      <header>
        <h3 id="transcript-title">Transcript</h3>
        {editable && !editing && (
          <button ref={opener} type="button" class="button quiet" onClick={() => setEditing(true)}>
            <Icon name="edit" /> Edit
          </button>
        )}
        <CopyButton text={note.transcript ?? ''} />
      </header>
      {editing ? (
        <SegmentsEditor note={note} segments={segments} save={save} end={end} />
      ) : (
        <div lang={note.language ?? undefined}>
          <Segments segments={segments} names={note.speaker_names} playback={playback} />
        </div>
      )}
    </>
  );
}

function PlainTranscript({ note, editable, save }: TranscriptProps) {
  return (
    <>
      <header>
        <h3 id="transcript-title">Transcript</h3>
        <CopyButton text={note.transcript ?? ''} />
      </header>
      <Editable
        label="transcript"
        value={note.transcript ?? ''}
        multiline
        lang={note.language ?? undefined}
        editable={editable}
        render={() => (
          <p class="prose" lang={note.language ?? undefined}>
            {note.transcript}
          </p>
        )}
        save={(transcript) => save({ transcript: transcript === '' ? null : transcript })}
      />
    </>
  );
}
