import { useComputed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Segment } from '../api/types.ts';
import { formatDuration } from '../ui/format.ts';
import { type SpeakerNames, segmentAt, speakerName, wordAt, wordsOf } from './speakers.ts';
import type { Playback } from './use-playback.ts';

interface SegmentsProps {
  readonly segments: readonly Segment[];
  readonly names: SpeakerNames;
  readonly playback: Playback;
}

/** One tab stop: arrow keys, Home and End move between sentences, Enter plays from a sentence. */
export function Segments({ segments, names, playback }: SegmentsProps) {
  const [focused, setFocused] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const spoken = useSpoken(segments, playback);
  useFollow(list, playback.playing ? spoken : -1);
  function move(event: KeyboardEvent) {
    const target = targetOf(event.key, focused, segments.length - 1);
    if (target === undefined) return;
    event.preventDefault();
    setFocused(target);
    list.current?.querySelectorAll('button')[target]?.focus();
  }
  return (
    <ol class="segments" ref={list}>
      {segments.map((segment, index) => (
        <li key={index}>
          {segment.speaker !== null && segment.speaker !== segments[index - 1]?.speaker && (
            <p class="speaker">{speakerName(segment.speaker, names)}</p>
          )}
          <button
            type="button"
            class="segment"
            aria-current={index === spoken ? 'true' : undefined}
            tabIndex={index === focused ? 0 : -1}
            onFocus={() => setFocused(index)}
            onKeyDown={move}
            onClick={({ target }) => playback.seek(startOfWord(target) ?? segment.start ?? 0, true)}
          >
            <span class="segment-time">{formatDuration(segment.start ?? 0)}</span>
            <span class="segment-text">
              {index === spoken ? <SpokenText segment={segment} time={playback.time} /> : segment.text}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The sentence that is spoken now; -1 for none. */
function useSpoken(segments: readonly Segment[], { playing, time }: Playback): number {
  const current = useRef(segments);
  current.current = segments;
  const at = useComputed(() => segmentAt(current.current, time.value));
  const hasBegun = useComputed(() => time.value > 0);
  return playing || hasBegun.value ? at.value : -1;
}

/** The index of the sentence to which a key moves the focus; undefined for other keys. */
function targetOf(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(from + 1, last);
  if (key === 'ArrowUp') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** The text of the current sentence with its current word marked. A click on a word plays from it. */
function SpokenText({ segment, time }: { readonly segment: Segment } & Pick<Playback, 'time'>) {
  const words = wordsOf(segment);
  const current = useComputed(() => wordAt(words ?? [], time.value));
  if (words === undefined) return <>{segment.text}</>;
  return (
    <>
      {words.map(({ text, start }, index) => (
        <span key={index} class={index === current.value ? 'word spoken' : 'word'} data-start={start}>
          {text}
        </span>
      ))}
    </>
  );
}

function startOfWord(target: EventTarget | null): number | undefined {
  const start = target instanceof HTMLElement ? target.dataset['start'] : undefined;
  return start === undefined ? undefined : Number(start);
}

/** Scrolls the current sentence into view. */
function useFollow(list: { readonly current: HTMLOListElement | null }, spoken: number): void {
  useEffect(() => {
    if (spoken < 0) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.children[spoken]?.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
  }, [list, spoken]);
}
