import { useEffect, useRef, useState } from 'preact/hooks';
import type { Segment } from '../api/types.ts';
import { formatDuration } from '../ui/format.ts';
import { type SpeakerNames, segmentAt, speakerName } from './speakers.ts';
import type { Playback } from './use-playback.ts';

interface SegmentsProps {
  readonly segments: readonly Segment[];
  readonly names: SpeakerNames;
  readonly playback: Playback;
}

/** One tab stop: arrow keys move between sentences, Enter plays from a sentence. */
export function Segments({ segments, names, playback }: SegmentsProps) {
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
      {segments.map(({ speaker, start, text }, index) => (
        <li key={`${start} ${text}`}>
          {speaker !== null && speaker !== segments[index - 1]?.speaker && (
            <p class="speaker">{speakerName(speaker, names)}</p>
          )}
          <button
            type="button"
            class="segment"
            aria-current={index === spoken ? 'true' : undefined}
            tabIndex={index === focused ? 0 : -1}
            onFocus={() => setFocused(index)}
            onKeyDown={move}
            onClick={() => playback.seek(start ?? 0, true)}
          >
            <span class="segment-time">{formatDuration(start ?? 0)}</span>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the current sentence into view. */
function useFollow(list: { readonly current: HTMLOListElement | null }, spoken: number): void {
  useEffect(() => {
    if (spoken < 0) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.children[spoken]?.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
  }, [list, spoken]);
}
