const HEIGHT = 96;
const STEP = 12;

/** A bar chart over days. Its accessible label names the subject, the largest value, and the first and last day. */
export function BarChart({ label, bars }: { label: string; bars: readonly { label: string; value: number }[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const description = `${label}, at most ${most}, from ${bars[0]?.label ?? ''} to ${bars.at(-1)?.label ?? ''}`;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={description}
      >
        {bars.map(({ label: day, value }, index) => {
          const height = Math.max(1, (value / most) * HEIGHT);
          return (
            <rect
              key={day}
              class={value === 0 ? 'none' : ''}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 3}
              height={height}
            >
              <title>{`${day}: ${value}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </figcaption>
    </figure>
  );
}
