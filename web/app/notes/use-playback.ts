import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Note } from '../api/types.ts';
import { ownUrl } from './recording-url.ts';

export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const SPEED_SETTING = 'sotto.speed';

/** The playback of a recording. Times are in seconds. */
export interface Playback {
  readonly playing: boolean;
  /** Changes with every frame. It is a signal, so that only its readers are rendered again, not the whole transcript. */
  readonly time: ReadonlySignal<number>;
  readonly duration: number;
  readonly speed: number;
  readonly problem: boolean;
  toggle(): void;
  /** Goes to a time; `play` also starts it. */
  seek(time: number, play?: boolean): void;
  skip(by: number): void;
  setSpeed(speed: number): void;
}

/** Plays the note's recording in a hidden audio element. */
export function usePlayback(note: Note): Playback {
  const audio = useMemo(() => new Audio(), []);
  const [playing, setPlaying] = useState(false);
  const time = useSignal(0);
  const [length, setLength] = useState(0);
  const [problem, setProblem] = useState(false);
  const [speed, setSpeed] = useState(() => Number(localStorage.getItem(SPEED_SETTING) ?? 1) || 1);
  const url = useRef(note.recording_url);
  url.current = note.recording_url;

  const readTime = () => {
    time.value = audio.currentTime;
  };

  useEffect(() => {
    audio.preload = 'none';
    const follow: Readonly<Record<string, () => void>> = {
      play: () => setPlaying(true),
      pause: () => setPlaying(false),
      timeupdate: readTime,
      seeked: readTime,
      durationchange: () => Number.isFinite(audio.duration) && setLength(audio.duration),
      error: () => audio.src !== '' && setProblem(true),
    };
    for (const [name, listener] of Object.entries(follow)) audio.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(follow)) audio.removeEventListener(name, listener);
      audio.pause();
      audio.removeAttribute('src');
    };
  }, [audio]);
  useFrames(playing, readTime);

  /** Sets the URL at the first use, because a signed URL expires after one hour. */
  function ready(): void {
    if (audio.src === '' || problem) {
      setProblem(false);
      audio.src = ownUrl(url.current);
    }
    audio.playbackRate = speed;
  }
  const start = () => void audio.play().catch(() => setPlaying(false));
  const duration = length || note.duration_seconds || 0;
  function seek(to: number, play = false): void {
    ready();
    const target = Math.min(Math.max(0, to), duration || to);
    audio.currentTime = target;
    time.value = target;
    if (play) start();
  }
  return {
    ...{ playing, time, duration, speed, problem, seek },
    toggle: () => {
      if (playing) return audio.pause();
      ready();
      start();
    },
    skip: (by) => seek(audio.currentTime + by),
    setSpeed: (next) => {
      setSpeed(next);
      audio.playbackRate = next;
      localStorage.setItem(SPEED_SETTING, String(next));
    },
  };
}

/** `timeupdate` comes four times a second: too coarse to mark the current sentence. */
function useFrames(running: boolean, onFrame: () => void): void {
  const latest = useRef(onFrame);
  latest.current = onFrame;
  useEffect(() => {
    if (!running) return;
    let frame = requestAnimationFrame(function step() {
      latest.current();
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [running]);
}
