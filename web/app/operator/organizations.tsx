import { useState } from 'preact/hooks';
import type { OperatorActions } from '../api/operator.ts';
import type { OperatorLinks, Organization } from '../api/types.ts';
import { EmptyState } from '../ui/states.tsx';
import { OrganizationKeys } from './keys.tsx';
import { OriginsForm } from './origins.tsx';
import { TemporalLink } from './temporal-link.tsx';

interface ListProps {
  readonly organizations: readonly Organization[];
  readonly links: OperatorLinks;
  readonly actions: OperatorActions;
  readonly reload: () => Promise<void>;
}

/** Organizations with their keys and origins. */
export function Organizations({ organizations, ...rest }: ListProps) {
  return (
    <section class="stack-wide" aria-labelledby="organizations-title">
      <h2 id="organizations-title">Organizations</h2>
      {organizations.length === 0 && (
        <EmptyState title="No organizations yet">The command “admin org create” makes one.</EmptyState>
      )}
      {organizations.map((organization) => (
        <OrganizationPanel key={organization.organization_id} organization={organization} {...rest} />
      ))}
    </section>
  );
}

function OrganizationPanel(props: Omit<ListProps, 'organizations'> & { organization: Organization }) {
  const { organization, links, actions, reload } = props;
  const { organization_id: id, name, requests_a_minute: limit, allowed_origins: origins } = organization;
  const [editing, setEditing] = useState(false);
  return (
    <article class="panel" aria-label={name}>
      <header>
        <div class="organization-head">
          <h3>{name}</h3>
          <TemporalLink links={links} attribute="SottoOrg" id={id} />
        </div>
        <p class="hint">{limit} requests a minute for each key</p>
      </header>
      {editing ? (
        <OriginsForm organization={organization} actions={actions} reload={reload} onDone={() => setEditing(false)} />
      ) : (
        <div class="row-actions">
          <p class="hint url">
            {origins.length === 0
              ? 'No allowed origins: no web page may call'
              : `Allowed origins: ${origins.join(', ')}`}
          </p>
          <button type="button" class="button quiet" onClick={() => setEditing(true)}>
            Change origins<span class="hidden"> of {name}</span>
          </button>
        </div>
      )}
      <OrganizationKeys organization={organization} actions={actions} reload={reload} />
    </article>
  );
}
