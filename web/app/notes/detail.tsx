import { useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { describeProblem } from '../api/client.ts';
import { changeNote, type NoteChange, reprocessNote } from '../api/notes.ts';
import type { Note } from '../api/types.ts';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { announce } from '../state/events.ts';
import { say } from '../state/toasts.ts';
import { Editable } from '../ui/editable.tsx';
import { formatBytes, formatDuration, formatTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { EmptyState, Loading, Problem } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { deleteWithUndo } from './deleted.ts';
import { ExportMenu } from './export-menu.tsx';
import { titleOf } from './line.tsx';
import { Player } from './player.tsx';
import { ownUrl } from './recording-url.ts';
import { NoteTags } from './tags.tsx';
import { Transcript } from './transcript.tsx';
import { useNote } from './use-note.ts';
import { usePlayback } from './use-playback.ts';

/** One note: its text, its recording and its actions. */
export function NoteDetail({ noteId, search }: { noteId: string; search: string }) {
  const { note, problem, missing, offline, reload, show } = useNote(noteId);
  useTitle(note ? titleOf(note) : 'Notes');
  return (
    <article class="note">
      <Link href={`/${search}`} class="back">
        <Icon name="back" /> Notes
      </Link>
      {missing && <EmptyState title="Note not found">It was deleted, or it belongs to someone else.</EmptyState>}
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {!note && problem === null && !missing && <Loading label="Loading the note" />}
      {note && !missing && <NoteBody note={note} editable={!offline} show={show} search={search} />}
    </article>
  );
}

interface BodyProps {
  readonly note: Note;
  readonly editable: boolean;
  readonly show: (note: Note) => void;
  readonly search: string;
}

function NoteBody({ note, editable, show, search }: BodyProps) {
  const playback = usePlayback(note);
  const save = async (change: NoteChange) => {
    show(await changeNote(note.note_id, change));
    announce({ kind: 'note', noteId: note.note_id });
  };
  return (
    <>
      <header class="note-head">
        <Editable
          label="title"
          value={note.title ?? ''}
          shortcut="e"
          lang={languageOf(note)}
          editable={editable}
          render={() => <h2 lang={languageOf(note)}>{titleOf(note)}</h2>}
          save={(title) => save({ title: title === '' ? null : title })}
        />
        <NoteFacts note={note} />
        <NoteTags note={note} editable={editable} />
      </header>
      <NoteProgress note={note} />
      <Player note={note} playback={playback} />
      {(note.summary !== null || note.status === 'completed') && (
        <section class="summary" aria-label="Summary">
          <Editable
            label="summary"
            value={note.summary ?? ''}
            multiline
            lang={note.language ?? undefined}
            editable={editable}
            render={() =>
              note.summary ? <p lang={note.language ?? undefined}>{note.summary}</p> : <p class="hint">No summary</p>
            }
            save={(summary) => save({ summary: summary === '' ? null : summary })}
          />
        </section>
      )}
      <Transcript note={note} playback={playback} editable={editable} save={save} />
      <NoteActions note={note} editable={editable} search={search} />
    </>
  );
}

/** The language of the title, in which a screen reader pronounces it. The substitute for a title is English. */
const languageOf = ({ title, language }: Note) => (title === null ? undefined : (language ?? undefined));

function NoteFacts({ note }: { note: Note }) {
  const at = note.recorded_at ?? note.created_at;
  const facts = [
    note.duration_seconds === null ? null : formatDuration(note.duration_seconds),
    note.recording_bytes === null ? null : formatBytes(note.recording_bytes),
  ].filter(Boolean);
  return (
    <p class="facts">
      <time dateTime={at}>{formatTime(at)}</time>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function NoteProgress({ note }: { note: Note }) {
  if (note.status === 'processing') return <Loading label="Transcribing this note" />;
  if (note.status === 'failed') return <Problem>{note.error_message ?? 'This note could not be transcribed'}</Problem>;
  return null;
}

function NoteActions({ note, editable, search }: Omit<BodyProps, 'show'>) {
  const [, navigate] = useLocation();
  const download = useRef<HTMLAnchorElement>(null);
  async function processAgain() {
    try {
      await reprocessNote(note.note_id);
      announce({ kind: 'note', noteId: note.note_id });
      say('The note is being transcribed again. Your own title and summary are kept');
    } catch (error) {
      say(describeProblem(error), { kind: 'problem' });
    }
  }
  async function remove() {
    const back = () => navigate(`/notes/${note.note_id}${search}`);
    navigate(`/${search}`); // before the deletion: a page that shows a deleted note would request it again
    if (!(await deleteWithUndo(note, back))) back();
  }
  useShortcuts({ Delete: { label: 'Delete the note', group: 'Note', run: () => editable && void remove() } });
  return (
    <footer class="note-actions">
      <a ref={download} class="button quiet" href={ownUrl(note.recording_url)} download>
        <Icon name="download" /> Download
      </a>
      <ExportMenu note={note} />
      <button type="button" class="button quiet" disabled={!editable} onClick={processAgain}>
        <Icon name="refresh" /> Transcribe again
      </button>
      <button type="button" class="button quiet" disabled={!editable} onClick={remove}>
        <Icon name="trash" /> Delete
      </button>
    </footer>
  );
}
