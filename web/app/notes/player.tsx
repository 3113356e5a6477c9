import { useEffect, useState } from 'preact/hooks';
import { getPeaks } from '../api/notes.ts';
import type { Note } from '../api/types.ts';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { formatDuration } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { type Playback, SPEEDS } from './use-playback.ts';
import { Waveform } from './waveform.tsx';

const SKIP_SECONDS = 10;

/** Plays the recording: by mouse, by touch, and by keys. */
export function Player({ note, playback }: { note: Note; playback: Playback }) {
  const { playing, problem } = playback;
  const peaks = usePeaks(note);
  const faster = (by: 1 | -1) => {
    const next = SPEEDS[SPEEDS.indexOf(playback.speed) + by];
    if (next !== undefined) playback.setSpeed(next);
  };
  useShortcuts({
    ' ': { label: 'Play or pause', group: 'Player', run: playback.toggle },
    ArrowLeft: { label: `Back ${SKIP_SECONDS} seconds`, group: 'Player', run: () => playback.skip(-SKIP_SECONDS) },
    ArrowRight: { label: `Forward ${SKIP_SECONDS} seconds`, group: 'Player', run: () => playback.skip(SKIP_SECONDS) },
    '[': { label: 'Slower', group: 'Player', run: () => faster(-1) },
    ']': { label: 'Faster', group: 'Player', run: () => faster(1) },
  });
  return (
    <section class="player" aria-label="Player">
      <button type="button" class="play" aria-label={playing ? 'Pause' : 'Play'} onClick={playback.toggle}>
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <Track playback={playback} peaks={peaks} />
      <Speed playback={playback} />
      {problem && <p class="field-problem">The recording could not be played. You can still read the transcript.</p>}
    </section>
  );
}

function Track({ playback: { time, duration, seek }, peaks }: { playback: Playback; peaks: readonly number[] }) {
  const at = time.value;
  return (
    <>
      <div class="track">
        <Waveform peaks={peaks} progress={duration > 0 ? at / duration : 0} />
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${formatDuration(at)} of ${formatDuration(duration)}`}
          min={0}
          max={duration || 1}
          step={0.1}
          value={at}
          onInput={(event) => seek(Number(event.currentTarget.value))}
        />
      </div>
      <p class="clock">
        {formatDuration(at)} <span>/ {formatDuration(duration)}</span>
      </p>
    </>
  );
}

function Speed({ playback }: { playback: Playback }) {
  return (
    <select
      class="speed"
      aria-label="Speed"
      value={String(playback.speed)}
      onChange={(event) => playback.setSpeed(Number(event.currentTarget.value))}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={String(speed)}>
          {speed}×
        </option>
      ))}
    </select>
  );
}

/** The waveform of the recording; empty until the service has measured it. */
function usePeaks({ note_id: noteId, status }: Note): readonly number[] {
  const [peaks, setPeaks] = useState<readonly number[]>([]);
  useEffect(() => {
    if (status === 'processing') return;
    let current = true;
    getPeaks(noteId).then(
      (found) => current && setPeaks(found.peaks),
      () => {}, // the waveform stays flat; nothing else depends on it
    );
    return () => {
      current = false;
    };
  }, [noteId, status]);
  return peaks;
}
