import type { OperatorLinks, Organization, OrganizationKey } from '../api/operator.ts';
import { formatTime, formatWhen } from '../ui/format.ts';
import { EmptyState } from '../ui/states.tsx';
import { TemporalLink } from './temporal-link.tsx';

/** Organizations with their keys and origins. */
export function Organizations(props: { organizations: readonly Organization[]; links: OperatorLinks }) {
  return (
    <section class="stack-wide" aria-labelledby="organizations-title">
      <h2 id="organizations-title">Organizations</h2>
      {props.organizations.length === 0 && <EmptyState title="No organizations yet" />}
      {props.organizations.map((organization) => (
        <article key={organization.organization_id} class="panel">
          <header>
            <div class="organization-head">
              <h3>{organization.name}</h3>
              <TemporalLink links={props.links} attribute="SottoOrg" id={organization.organization_id} />
            </div>
            <p class="hint">{organization.requests_a_minute} requests a minute for each key</p>
            <p class="hint url">
              {organization.allowed_origins.length === 0
                ? 'No allowed origins'
                : `Allowed origins: ${organization.allowed_origins.join(', ')}`}
            </p>
          </header>
          <ul class="rows">
            {organization.keys.map((key) => (
              <li key={key.key_id} class="row">
                <div>
                  <p class="row-title">
                    {key.label} <span class="hint">…{key.last4}</span>
                  </p>
                  <p class="hint">
                    {key.last_used_at === null ? 'Never used' : `Last used ${formatWhen(key.last_used_at)}`}
                  </p>
                </div>
                <KeyState organizationKey={key} />
              </li>
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

function KeyState({
  organizationKey: { revoked_at: revoked, expires_at: expires },
}: {
  organizationKey: OrganizationKey;
}) {
  if (revoked !== null) return <span class="state failed">Revoked {formatTime(revoked)}</span>;
  if (expires !== null && Date.parse(expires) < Date.now()) return <span class="state failed">Expired</span>;
  return <span class="state completed">{expires === null ? 'Active' : `Until ${formatTime(expires)}`}</span>;
}
