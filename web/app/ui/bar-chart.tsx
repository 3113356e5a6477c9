import { formatDay } from './format.ts';

const HEIGHT = 96;
const STEP = 12;

/** A value of one day in UTC, such as `2026-11-22`. */
export interface Bar {
  readonly day: string;
  readonly value: number;
}

/** A bar chart over days. Its accessible label names the subject, the largest value, and the first and last day. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const [first = '', last = ''] = [bars[0], bars.at(-1)].map((bar) => bar && formatDay(bar.day));
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}, at most ${most}, from ${first} to ${last}`}
      >
        {bars.map(({ day, value }, index) => {
          const height = Math.max(1, (value / Math.max(1, most)) * HEIGHT);
          return (
            <rect
              key={day}
              class={value === 0 ? 'none' : ''}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 3}
              height={height}
            >
              <title>{`${formatDay(day)}: ${value}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{first}</span>
        <span>At most {most} a day</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
}
