import { getUsage } from '../api/account.ts';
import type { UsageDay } from '../api/types.ts';
import { type Bar, BarChart } from '../ui/bar-chart.tsx';
import { formatDuration } from '../ui/format.ts';
import { EmptyState, Loading, Problem } from '../ui/states.tsx';
import { useResource } from '../ui/use-resource.ts';

const DAYS = 30;

/** The user's usage by day. */
export function UsageSection() {
  const { value, problem, reload } = useResource('usage', () => getUsage(DAYS));
  if (problem !== null) return <Problem retry={reload}>{problem}</Problem>;
  if (value === null) return <Loading />;
  const sum = (pick: (day: UsageDay) => number) => value.items.reduce((total, day) => total + pick(day), 0);
  const total = sum(({ notes, dictations }) => notes + dictations);
  if (total === 0) return <EmptyState title="No usage in the last 30 days">Record a note, or dictate.</EmptyState>;
  return (
    <>
      <p class="lead">The last {DAYS} days.</p>
      <Figure
        title="Notes"
        facts={`${sum((day) => day.notes)} notes, ${formatDuration(sum((day) => day.note_seconds))} of speech`}
        bars={value.items.map(({ day, notes }) => ({ day, value: notes }))}
      />
      <Figure
        title="Dictations"
        facts={`${sum((day) => day.dictations)} dictations, ${formatDuration(sum((day) => day.dictation_seconds))} of speech`}
        bars={value.items.map(({ day, dictations }) => ({ day, value: dictations }))}
      />
    </>
  );
}

function Figure(props: { title: string; facts: string; bars: readonly Bar[] }) {
  return (
    <section class="panel">
      <h2>{props.title}</h2>
      <p>{props.facts}</p>
      <BarChart label={`${props.title} by day`} bars={props.bars} />
    </section>
  );
}
