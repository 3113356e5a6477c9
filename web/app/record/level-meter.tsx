import { useEffect, useRef } from 'preact/hooks';
import { createMeter } from './microphone.ts';

const BARS = 64;
const HEIGHT = 64;
const STEP_MS = 60;

/** Shows the level of the last seconds, so that users see that the microphone works. */
export function LevelMeter({ stream, paused }: { stream: MediaStream | null; paused: boolean }) {
  const path = useRef<SVGPathElement>(null);
  const silent = useRef(paused);
  silent.current = paused;
  useEffect(() => {
    const levels = Array.from({ length: BARS }, () => 0);
    draw(path.current, levels);
    if (!stream) return;
    const meter = createMeter(stream);
    const timer = setInterval(() => {
      levels.shift();
      levels.push(silent.current ? 0 : meter.level());
      draw(path.current, levels);
    }, STEP_MS);
    return () => {
      clearInterval(timer);
      meter.close();
    };
  }, [stream]);
  return (
    <svg class="level" viewBox={`0 0 ${BARS * 4} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path ref={path} />
    </svg>
  );
}

function draw(path: SVGPathElement | null, levels: readonly number[]): void {
  const lines = levels.map((level, bar) => {
    const half = Math.max(1, level * (HEIGHT / 2 - 2));
    return `M${bar * 4 + 2} ${HEIGHT / 2 - half}v${half * 2}`;
  });
  path?.setAttribute('d', lines.join(''));
}
