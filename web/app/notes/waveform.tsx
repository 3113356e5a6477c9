const BARS = 96;
const HEIGHT = 40;

/** The loudest value of each of as many parts as there are bars. */
export function toBars(peaks: readonly number[], bars = BARS): readonly number[] {
  if (peaks.length === 0) return [];
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    return Math.max(...peaks.slice(from, to));
  });
}

/** The waveform of the recording. The part that was played has the accent colour. */
export function Waveform({ peaks, progress }: { peaks: readonly number[]; progress: number }) {
  const bars = toBars(peaks);
  const loudest = Math.max(1, ...bars);
  const path = bars
    .map((peak, bar) => {
      const half = Math.max(1, (peak / loudest) * (HEIGHT / 2 - 2));
      return `M${bar * 4 + 2} ${HEIGHT / 2 - half}v${half * 2}`;
    })
    .join('');
  return (
    <div
      class="waveform"
      data-flat={bars.length === 0}
      style={{ '--progress': `${progress * 100}%` }}
      aria-hidden="true"
    >
      {['rest', 'played'].map((part) => (
        <svg
          key={part}
          class={part}
          viewBox={`0 0 ${BARS * 4} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={bars.length === 0 ? `M0 ${HEIGHT / 2}H${BARS * 4}` : path} />
        </svg>
      ))}
    </div>
  );
}
