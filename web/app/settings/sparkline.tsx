import type { WebhookAttempt } from '../api/types.ts';

const HEIGHT = 24;

/** The duration of the latest attempts, oldest first. Failed ones have another colour. */
export function Sparkline({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  const timed = attempts.filter(({ duration_ms }) => duration_ms !== null).toReversed();
  if (timed.length < 2) return null;
  const longest = Math.max(1, ...timed.map(({ duration_ms }) => duration_ms ?? 0));
  const label = `Durations of the last ${timed.length} attempts, at most ${longest} ms`;
  return (
    <svg class="sparkline" viewBox={`0 0 ${timed.length * 6} ${HEIGHT}`} role="img" aria-label={label}>
      {timed.map(({ attempt_id: id, duration_ms: ms, outcome }, index) => {
        const height = Math.max(2, ((ms ?? 0) / longest) * HEIGHT);
        return <rect key={id} class={outcome} x={index * 6} y={HEIGHT - height} width={4} height={height} />;
      })}
    </svg>
  );
}
