import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { NOTE_EVENT_TYPES, NOTE_EVENTS, type NoteEventType } from '../../../contracts/webhook-events.ts';
import { describeProblem } from '../api/client.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { createEndpoint, listEndpoints } from '../api/webhooks.ts';
import { Checkbox, Field, SubmitButton } from '../ui/field.tsx';
import { formatWhen } from '../ui/format.ts';
import { EmptyState, Loading, Problem } from '../ui/states.tsx';
import { useResource } from '../ui/use-resource.ts';
import { keepSecretOnce } from './new-secret.ts';

/** The user's webhook endpoints. */
export function WebhooksSection() {
  const { value, problem, reload } = useResource('endpoints', listEndpoints);
  return (
    <>
      <p class="lead">Sotto sends your systems a signed request when a note is ready.</p>
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      {value?.items.length === 0 && (
        <EmptyState title="No endpoints yet">Create one below. Sotto then sends it a ping.</EmptyState>
      )}
      <ul class="rows">
        {value?.items.map((endpoint) => (
          <li key={endpoint.endpoint_id} class="row">
            <Link href={`/settings/webhooks/${endpoint.endpoint_id}`} class="row-text row-link">
              <p class="row-title">{endpoint.description || new URL(endpoint.url).host}</p>
              <p class="hint url">{endpoint.url}</p>
            </Link>
            <EndpointState endpoint={endpoint} />
          </li>
        ))}
      </ul>
      <NewEndpoint />
    </>
  );
}

/** The state of an endpoint. */
export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, failing_since: since, disabled_reason: reason } = endpoint;
  if (status === 'disabled') return <span class="state failed">{DISABLED[reason ?? 'user']}</span>;
  if (since !== null) return <span class="state warning">Failing since {formatWhen(since)}</span>;
  return <span class="state completed">Enabled</span>;
}

const DISABLED: Readonly<Record<NonNullable<WebhookEndpoint['disabled_reason']>, string>> = {
  gone: 'Disabled: it answered 410 Gone',
  failing: 'Disabled after 72 hours of failures',
  user: 'Disabled by you',
};

function NewEndpoint() {
  const [, navigate] = useLocation();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [types, setTypes] = useState(NOTE_EVENT_TYPES);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const made = await createEndpoint({
        url: url.trim(),
        description: description.trim() || null,
        event_types: types,
      });
      keepSecretOnce(made.endpoint_id, made.secret);
      navigate(`/settings/webhooks/${made.endpoint_id}`);
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  }
  return (
    <form class="panel stack" onSubmit={submit}>
      <h2>New endpoint</h2>
      <Field label="URL" hint="A public https address" problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            type="url"
            required
            placeholder="https://example.com/webhooks"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Description" hint="Only you can see it">
        {(attributes) => (
          <input
            {...attributes}
            maxLength={500}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        )}
      </Field>
      <EventTypes chosen={types} onChange={setTypes} />
      <SubmitButton busy={busy}>Create endpoint</SubmitButton>
    </form>
  );
}

interface EventTypesProps {
  readonly chosen: readonly NoteEventType[];
  readonly onChange: (types: readonly NoteEventType[]) => void;
}

/** The events that an endpoint receives. */
export function EventTypes({ chosen, onChange }: EventTypesProps) {
  return (
    <fieldset class="choices">
      <legend>Events</legend>
      {NOTE_EVENT_TYPES.map((type) => (
        <Checkbox
          key={type}
          label={NOTE_EVENTS[type]}
          hint={type}
          checked={chosen.includes(type)}
          onChange={(on) => onChange(on ? [...chosen, type] : chosen.filter((other) => other !== type))}
        />
      ))}
    </fieldset>
  );
}
