import { useEffect, useRef, useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import type { NoteChange } from '../api/notes.ts';
import type { Note, Segment } from '../api/types.ts';
import { Field, SubmitButton } from '../ui/field.tsx';
import { formatDuration } from '../ui/format.ts';
import { Problem } from '../ui/states.tsx';
import { speakerName, speakersOf } from './speakers.ts';

interface EditorProps {
  readonly note: Note;
  readonly segments: readonly Segment[];
  readonly save: (change: NoteChange) => Promise<void>;
  readonly end: () => void;
}

/** Edits the text of the sentences and the names of their speakers. Times do not change. Escape cancels. */
export function SegmentsEditor({ note, segments, save, end }: EditorProps) {
  const [texts, setTexts] = useState(() => segments.map(({ text }) => text ?? ''));
  const [names, setNames] = useState(note.speaker_names);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const speakers = speakersOf(segments);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  async function submit(event: Event) {
    event.preventDefault();
    try {
      await save({
        transcript_segments: segments.map(({ word_times: _, ...segment }, index) => ({
          ...segment,
          text: texts[index] ?? '',
        })),
        ...(speakers.length > 0 ? { speaker_names: withoutEmpty(names) } : {}),
      });
      end();
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  return (
    <form ref={form} class="editor" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && end()}>
      {speakers.map((speaker) => (
        <Field key={speaker} label={`Name of ${speakerName(speaker, {})}`}>
          {(attributes) => (
            <input
              {...attributes}
              maxLength={100}
              value={names[speaker] ?? ''}
              onInput={(event) => setNames({ ...names, [speaker]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
      {segments.map(({ start, speaker }, index) => (
        <Field key={index} label={labelOf(start, speaker && speakerName(speaker, names))}>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={2}
              lang={note.language ?? undefined}
              required
              value={texts[index] ?? ''}
              onInput={(event) => setTexts(texts.with(index, event.currentTarget.value))}
            />
          )}
        </Field>
      ))}
      {problem !== null && <Problem>{problem}</Problem>}
      <div class="buttons">
        <SubmitButton busy={false}>Save</SubmitButton>
        <button type="button" class="button quiet" onClick={end}>
          Cancel
        </button>
      </div>
    </form>
  );
}

const labelOf = (start: number | null, speaker: string | null) =>
  [formatDuration(start ?? 0), speaker].filter(Boolean).join(', ');

function withoutEmpty(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name.trim() !== ''));
}
