import type { Organization, OrganizationUsage } from '../api/types.ts';
import { BarChart } from '../ui/bar-chart.tsx';
import { formatDuration } from '../ui/format.ts';
import { EmptyState } from '../ui/states.tsx';

interface UsageProps {
  readonly usage: readonly OrganizationUsage[];
  readonly organizations: readonly Organization[];
}

/** The dictations of each organization by day. */
export function OrganizationsUsage({ usage, organizations }: UsageProps) {
  const groups = Map.groupBy(usage, ({ organization_id: id }) => id);
  const nameOf = (id: string) => organizations.find(({ organization_id }) => organization_id === id)?.name ?? id;
  return (
    <section class="stack-wide" aria-labelledby="usage-title">
      <h2 id="usage-title">Usage by day</h2>
      {groups.size === 0 && <EmptyState title="No dictations in the last 30 days" />}
      {[...groups].map(([id, days]) => (
        <article key={id} class="panel">
          <h3>{nameOf(id)}</h3>
          <p>{describeTotal(days)}</p>
          <BarChart
            label={`Dictations of ${nameOf(id)} by day`}
            bars={days.map(({ day, dictations }) => ({ day, value: dictations }))}
          />
        </article>
      ))}
    </section>
  );
}

function describeTotal(days: readonly OrganizationUsage[]): string {
  const sum = (pick: (day: OrganizationUsage) => number) => days.reduce((total, day) => total + pick(day), 0);
  const [count, seconds, failed] = [sum((day) => day.dictations), sum((day) => day.seconds), sum((day) => day.failed)];
  return `${count} dictations, ${formatDuration(seconds)} of speech, ${failed} failed`;
}
