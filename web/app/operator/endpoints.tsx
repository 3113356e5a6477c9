import type { FailingEndpoint, OperatorLinks } from '../api/types.ts';
import { formatTime } from '../ui/format.ts';
import { EmptyState } from '../ui/states.tsx';
import { TemporalLink } from './temporal-link.tsx';

/** Webhook endpoints of all users that fail or were disabled because of failures. */
export function FailingEndpoints({
  endpoints,
  links,
}: {
  endpoints: readonly FailingEndpoint[];
  links: OperatorLinks;
}) {
  return (
    <section class="stack-wide" aria-labelledby="endpoints-title">
      <h2 id="endpoints-title">Failing endpoints</h2>
      {endpoints.length === 0 && <EmptyState title="No failing endpoints" />}
      <ul class="rows">
        {endpoints.map(({ endpoint_id: id, host, failing_since: since, status }) => (
          <li key={id} class="row">
            <div class="row-text">
              <p class="row-title url">{host}</p>
              <p class="hint">
                {since === null ? '' : `Failing since ${formatTime(since)} `}
                <TemporalLink links={links} attribute="SottoEndpoint" id={id} />
              </p>
            </div>
            <span class={`state ${status === 'disabled' ? 'failed' : 'warning'}`}>
              {status === 'disabled' ? 'Disabled' : 'Failing'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
