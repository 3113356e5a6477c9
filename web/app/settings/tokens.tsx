import { useState } from 'preact/hooks';
import { createToken, listTokens, revokeToken } from '../api/account.ts';
import { describeProblem } from '../api/client.ts';
import type { NewPersonalToken, PersonalToken, Scope } from '../api/types.ts';
import { Confirm } from '../ui/dialog.tsx';
import { Checkbox, Field, SubmitButton } from '../ui/field.tsx';
import { formatTime, formatWhen } from '../ui/format.ts';
import { expiryAfter, LIFETIMES } from '../ui/lifetimes.ts';
import { EmptyState, Loading, Problem } from '../ui/states.tsx';
import { attempt, useResource } from '../ui/use-resource.ts';
import { Secret } from './secret.tsx';

const SCOPES: readonly { readonly id: Scope; readonly label: string }[] = [
  { id: 'notes:read', label: 'Read notes' },
  { id: 'notes:write', label: 'Create and change notes' },
  { id: 'webhooks:write', label: 'Manage webhooks' },
];

const labelOf = (scope: Scope) => SCOPES.find(({ id }) => id === scope)?.label ?? scope;

/** Personal tokens: the user's programs sign in with them. */
export function TokensSection() {
  const { value, problem, reload } = useResource('tokens', listTokens);
  const [made, setMade] = useState<NewPersonalToken | null>(null);
  function show(token: NewPersonalToken) {
    setMade(token);
    void reload();
  }
  return (
    <>
      <p class="lead">
        With a token, your own programs can use your notes through the API. The <a href="/swagger">API reference</a>{' '}
        lists every request.
      </p>
      {made && (
        <Secret label={`Secret of “${made.name}”`} secret={made.secret} onDone={() => setMade(null)}>
          {made.scopes.includes('notes:read') && <FirstRequest secret={made.secret} />}
        </Secret>
      )}
      <NewToken onMade={show} />
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      {value?.items.length === 0 && <EmptyState title="No tokens yet" />}
      <ul class="rows">
        {value?.items.map((token) => (
          <TokenRow key={token.token_id} token={token} onRevoked={reload} />
        ))}
      </ul>
    </>
  );
}

/** A request that a developer can paste into a terminal. */
function FirstRequest({ secret }: { secret: string }) {
  return (
    <>
      <p class="hint">List your notes with it:</p>
      <code class="secret-command">
        curl -H "Authorization: Bearer {secret}" {location.origin}/v1/public-api/notes
      </code>
    </>
  );
}

function NewToken({ onMade }: { onMade: (token: NewPersonalToken) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['notes:read']);
  const [days, setDays] = useState(90);
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(event: Event) {
    event.preventDefault();
    setProblem(null);
    try {
      onMade(await createToken(name.trim(), scopes, expiryAfter(days)));
      setName('');
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  return (
    <form class="panel stack" onSubmit={submit}>
      <h2>New token</h2>
      <Field label="Name" hint="The program or device that uses it, such as “Laptop”" problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            required
            maxLength={100}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="choices">
        <legend>Permissions</legend>
        {SCOPES.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={scopes.includes(id)}
            onChange={(on) => setScopes(on ? [...scopes, id] : scopes.filter((scope) => scope !== id))}
          />
        ))}
      </fieldset>
      <Field label="Expires after">
        {(attributes) => (
          <select {...attributes} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {LIFETIMES.map(({ days: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <SubmitButton busy={false}>Create token</SubmitButton>
    </form>
  );
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return <>Does not expire</>;
  return Date.parse(at) <= Date.now() ? (
    <span class="state failed">Expired {formatWhen(at)}</span>
  ) : (
    <>Expires {formatTime(at)}</>
  );
}

function TokenRow({ token, onRevoked }: { token: PersonalToken; onRevoked: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  async function revoke() {
    setAsking(false);
    await attempt(() => revokeToken(token.token_id), 'Token revoked');
    await onRevoked();
  }
  const used = token.last_used_at === null ? 'Never used' : `Last used ${formatWhen(token.last_used_at)}`;
  return (
    <li class="row">
      <div class="row-text">
        <p class="row-title">{token.name}</p>
        <p class="hint">
          {token.scopes.map(labelOf).join(', ')} · Created {formatTime(token.created_at)} · {used} ·{' '}
          <Expiry at={token.expires_at} />
        </p>
      </div>
      <button type="button" class="button quiet" aria-label={`Revoke ${token.name}`} onClick={() => setAsking(true)}>
        Revoke
      </button>
      {asking && (
        <Confirm title={`Revoke “${token.name}”?`} action="Revoke" onConfirm={revoke} onClose={() => setAsking(false)}>
          Programs that use it lose access immediately.
        </Confirm>
      )}
    </li>
  );
}
