import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { WebhookEndpoint } from '../api/types.ts';
import { changeEndpoint, deleteEndpoint, getEndpoint, rotateSecret, sendToEndpoint } from '../api/webhooks.ts';
import { say } from '../state/toasts.ts';
import { Confirm } from '../ui/dialog.tsx';
import { Editable } from '../ui/editable.tsx';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import { attempt, type Resource, useResource } from '../ui/use-resource.ts';
import { AttemptLog } from './attempt-log.tsx';
import { takeSecret } from './new-secret.ts';
import { Secret } from './secret.tsx';
import { VerificationSnippets } from './snippets.tsx';
import { EndpointState, EventTypes } from './webhooks.tsx';

/** A webhook endpoint: its settings, its secret and its deliveries. */
export function EndpointPage({ endpointId }: { endpointId: string }) {
  const resource = useResource(endpointId, () => getEndpoint(endpointId));
  const [secret, setSecret] = useState(() => takeSecret(endpointId));
  const { value, problem, reload } = resource;
  return (
    <>
      <Link href="/settings/webhooks" class="back">
        <Icon name="back" /> Webhooks
      </Link>
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      {value && (
        <>
          <EndpointHead endpoint={value} resource={resource} />
          {secret !== null && <Secret label="Signing secret" secret={secret} onDone={() => setSecret(null)} />}
          <EndpointActions endpoint={value} resource={resource} onSecret={setSecret} />
          <AttemptLog endpointId={endpointId} />
          <VerificationSnippets />
          <DeleteEndpoint endpoint={value} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly endpoint: WebhookEndpoint;
  readonly resource: Resource<WebhookEndpoint>;
}

function EndpointHead({ endpoint, resource }: PartProps) {
  const { endpoint_id: id, url, description } = endpoint;
  const save = async (change: Parameters<typeof changeEndpoint>[1]) => resource.set(await changeEndpoint(id, change));
  return (
    <header class="endpoint-head">
      <Editable
        label="description"
        value={description ?? ''}
        editable
        render={() => <h1>{description || new URL(url).host}</h1>}
        save={(text) => save({ description: text === '' ? null : text })}
      />
      <Editable
        label="URL"
        value={url}
        editable
        render={() => <p class="url">{url}</p>}
        save={(text) => save({ url: text })}
      />
      <EndpointState endpoint={endpoint} />
      <EventTypes
        chosen={endpoint.event_types}
        onChange={(types) => void attempt(() => save({ event_types: types }))}
      />
    </header>
  );
}

function EndpointActions({ endpoint, resource, onSecret }: PartProps & { onSecret: (secret: string) => void }) {
  const { endpoint_id: id, status, secrets } = endpoint;
  const expiring = secrets.find(({ expires_at }) => expires_at !== null)?.expires_at;
  async function rotate() {
    const rotated = await rotateSecret(id);
    onSecret(rotated.secret);
    resource.set(rotated);
  }
  async function enable(enabled: boolean) {
    resource.set(await changeEndpoint(id, { enabled }));
    say(enabled ? 'The endpoint is enabled' : 'The endpoint is disabled');
  }
  const send = (kind: 'ping' | 'test') =>
    attempt(() => sendToEndpoint(id, kind), kind === 'ping' ? 'Ping sent' : 'Test event sent');
  return (
    <section class="panel" aria-label="Actions">
      <div class="buttons">
        <button type="button" class="button" onClick={() => void send('ping')}>
          Send a ping
        </button>
        <button type="button" class="button quiet" onClick={() => void send('test')}>
          Send a test event
        </button>
        <button type="button" class="button quiet" onClick={() => void attempt(rotate)}>
          Rotate the secret
        </button>
        <button type="button" class="button quiet" onClick={() => void attempt(() => enable(status === 'disabled'))}>
          {status === 'disabled' ? 'Enable' : 'Disable'}
        </button>
      </div>
      {expiring && <p class="hint">Requests are also signed with the previous secret until {formatTime(expiring)}.</p>}
    </section>
  );
}

function DeleteEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  async function remove() {
    setAsking(false);
    if (await attempt(() => deleteEndpoint(endpoint.endpoint_id), 'Endpoint deleted')) navigate('/settings/webhooks');
  }
  return (
    <>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        Delete this endpoint
      </button>
      {asking && (
        <Confirm title="Delete the endpoint?" action="Delete" onConfirm={remove} onClose={() => setAsking(false)}>
          Pending deliveries are cancelled, and the log is deleted.
        </Confirm>
      )}
    </>
  );
}
