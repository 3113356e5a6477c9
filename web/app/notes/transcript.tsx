import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoteChange } from '../api/notes.ts';
import type { Note, Segment } from '../api/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Editable } from '../ui/editable.tsx';
import { formatDuration } from '../ui/format.ts';
import type { Playback } from './use-playback.ts';

interface TranscriptProps {
  readonly note: Note;
  readonly playback: Playback;
  readonly editable: boolean;
  readonly save: (change: NoteChange) => Promise<void>;
}

/** What was said. Where times are known, each sentence leads to its place in the recording. */
export function Transcript({ note, playback, editable, save }: TranscriptProps) {
  if (note.transcript === null) return null;
  const timed = note.transcript_segments?.filter(({ start, text }) => start !== null && text) ?? [];
  return (
    <section class="transcript" aria-labelledby="transcript-title">
      <header>
        <h3 id="transcript-title">Transcript</h3>
        <CopyButton text={note.transcript} />
      </header>
      <Editable
        label="transcript"
        value={note.transcript}
        multiline
        editable={editable}
        render={() =>
          timed.length === 0 ? (
            <p class="prose">{note.transcript}</p>
          ) : (
            <Segments segments={timed} playback={playback} />
          )
        }
        save={(transcript) => save({ transcript: transcript === '' ? null : transcript })}
      />
    </section>
  );
}

/** One stop for Tab; arrows move among the sentences, Enter plays from one. */
function Segments({ segments, playback }: { segments: readonly Segment[]; playback: Playback }) {
  const [focused, setFocused] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const spoken = playback.time > 0 || playback.playing ? segmentAt(segments, playback.time) : -1;
  useFollow(list, playback.playing ? spoken : -1);
  function move(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = Math.min(Math.max(0, focused + by), segments.length - 1);
    if (by === 0 || next === focused) return;
    event.preventDefault();
    setFocused(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  }
  return (
    <ol class="segments" ref={list}>
      {segments.map((segment, index) => (
        <li key={`${segment.start} ${segment.text}`}>
          {segment.speaker !== null && segment.speaker !== segments[index - 1]?.speaker && (
            <p class="speaker">{speakerName(segment.speaker)}</p>
          )}
          <button
            type="button"
            class="segment"
            aria-current={index === spoken ? 'true' : undefined}
            tabIndex={index === focused ? 0 : -1}
            onFocus={() => setFocused(index)}
            onKeyDown={move}
            onClick={() => playback.seek(segment.start ?? 0, true)}
          >
            <span class="segment-time">{formatDuration(segment.start ?? 0)}</span>
            <span>{segment.text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** `speaker_0` as `Speaker 1`; any other label as it is. */
export function speakerName(label: string): string {
  const [, number] = /^speaker_(\d+)$/.exec(label) ?? [];
  return number === undefined ? label : `Speaker ${Number(number) + 1}`;
}

/** The last sentence that has begun; -1 before the first. */
export function segmentAt(segments: readonly Segment[], time: number): number {
  return segments.findLastIndex(({ start }) => start !== null && start <= time + 0.05);
}

/** Keeps the sentence that is spoken in view. */
function useFollow(list: { readonly current: HTMLOListElement | null }, spoken: number): void {
  useEffect(() => {
    if (spoken < 0) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.children[spoken]?.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
  }, [list, spoken]);
}
