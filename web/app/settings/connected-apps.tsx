import { useState } from 'preact/hooks';
import { listConnectedApps, revokeConnectedApp } from '../api/connect.ts';
import type { ConnectedApp } from '../api/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { formatTime, formatWhen } from '../ui/format.ts';
import { EmptyState, Loading, Problem } from '../ui/states.tsx';
import { attempt, useResource } from '../ui/use-resource.ts';

/** Programs that may read the user's notes, and instructions to connect one. */
export function ConnectedAppsSection() {
  const { value, problem, reload } = useResource('connected-apps', listConnectedApps);
  const address = `${location.origin}/mcp`;
  return (
    <>
      <section class="panel" aria-labelledby="mcp-title">
        <h2 id="mcp-title">Connect an assistant</h2>
        <p>Assistants with MCP support can search and read your notes at this URL. They cannot change anything.</p>
        <code class="secret-text">{address}</code>
        <div class="buttons">
          <CopyButton text={address} />
        </div>
      </section>
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      {value?.items.length === 0 && <EmptyState title="No connected apps yet" />}
      <ul class="rows">
        {value?.items.map((app) => (
          <AppRow key={app.grant_id} app={app} onRevoked={reload} />
        ))}
      </ul>
    </>
  );
}

function AppRow({ app, onRevoked }: { app: ConnectedApp; onRevoked: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  async function revoke() {
    setAsking(false);
    await attempt(() => revokeConnectedApp(app.grant_id), 'Disconnected');
    await onRevoked();
  }
  return (
    <li class="row">
      <div class="row-text">
        <p class="row-title">{app.client_name}</p>
        <p class="hint">
          {app.redirect_host} · Connected {formatTime(app.created_at)} · Last used {formatWhen(app.last_used_at)}
        </p>
      </div>
      <button
        type="button"
        class="button quiet"
        aria-label={`Disconnect ${app.client_name}`}
        onClick={() => setAsking(true)}
      >
        Disconnect
      </button>
      {asking && (
        <Confirm
          title={`Disconnect “${app.client_name}”?`}
          action="Disconnect"
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          It loses access immediately.
        </Confirm>
      )}
    </li>
  );
}
