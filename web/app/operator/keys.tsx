import { useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import type { OperatorActions } from '../api/operator.ts';
import type { NewOrganizationKey, Organization, OrganizationKey } from '../api/types.ts';
import { Secret } from '../settings/secret.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Field, SubmitButton } from '../ui/field.tsx';
import { formatTime, formatWhen } from '../ui/format.ts';
import { expiryAfter, LIFETIMES } from '../ui/lifetimes.ts';
import { attempt } from '../ui/use-resource.ts';

interface KeysProps {
  readonly organization: Organization;
  readonly actions: OperatorActions;
  readonly reload: () => Promise<void>;
}

/** The enterprise keys of an organization: to create and to revoke. */
export function OrganizationKeys({ organization, actions, reload }: KeysProps) {
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<NewOrganizationKey | null>(null);
  const { organization_id: id, name, keys } = organization;
  async function show(key: NewOrganizationKey) {
    setAdding(false);
    setMade(key);
    await reload();
  }
  return (
    <>
      {made && <Secret label={`Key “${made.label}” of ${name}`} secret={made.secret} onDone={() => setMade(null)} />}
      <ul class="rows">
        {activeFirst(keys).map((key) => (
          <KeyRow
            key={key.key_id}
            organizationKey={key}
            revoke={() => attempt(() => actions.revokeKey(id, key.key_id), 'Key revoked').then(reload)}
          />
        ))}
      </ul>
      {adding ? (
        <NewKey
          create={(label, expiresAt) => actions.createKey(id, label, expiresAt).then(show)}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div class="buttons">
          <button type="button" class="button" onClick={() => setAdding(true)}>
            Create a key<span class="hidden"> for {name}</span>
          </button>
        </div>
      )}
    </>
  );
}

const activeFirst = (keys: readonly OrganizationKey[]) =>
  [...keys].sort((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null));

interface NewKeyProps {
  readonly create: (label: string, expiresAt: string | null) => Promise<void>;
  readonly onCancel: () => void;
}

function NewKey({ create, onCancel }: NewKeyProps) {
  const [label, setLabel] = useState('');
  const [days, setDays] = useState(365);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await create(label.trim(), expiryAfter(days));
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  }
  return (
    <form class="stack" onSubmit={submit}>
      <Field label="Label" hint="The system that uses it, such as “Backend”" problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            required
            maxLength={200}
            value={label}
            onInput={(event) => setLabel(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Expires after">
        {(attributes) => (
          <select {...attributes} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {LIFETIMES.map(({ days: value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="buttons">
        <SubmitButton busy={busy}>Create key</SubmitButton>
        <button type="button" class="button quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function KeyRow({ organizationKey, revoke }: { organizationKey: OrganizationKey; revoke: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  const { label, last4, created_at: createdAt, revoked_at: revokedAt, last_used_at: usedAt } = organizationKey;
  const used = usedAt === null ? 'Never used' : `Last used ${formatWhen(usedAt)}`;
  return (
    <li class="row">
      <div class="row-text">
        <p class="row-title">
          {label} <span class="hint">…{last4}</span>
        </p>
        <p class="hint">
          Since {formatTime(createdAt)} · {used}
        </p>
      </div>
      <KeyState organizationKey={organizationKey} />
      {revokedAt === null && (
        <button type="button" class="button quiet" aria-label={`Revoke ${label}`} onClick={() => setAsking(true)}>
          Revoke
        </button>
      )}
      {asking && (
        <Confirm
          title={`Revoke “${label}”?`}
          action="Revoke"
          onConfirm={() => {
            setAsking(false);
            void revoke();
          }}
          onClose={() => setAsking(false)}
        >
          The key and its client tokens stop working immediately. You cannot undo this.
        </Confirm>
      )}
    </li>
  );
}

function KeyState({ organizationKey }: { organizationKey: OrganizationKey }) {
  const { revoked_at: revoked, expires_at: expires } = organizationKey;
  if (revoked !== null) return <span class="state">Revoked {formatTime(revoked)}</span>;
  if (expires !== null && Date.parse(expires) < Date.now()) return <span class="state failed">Expired</span>;
  return <span class="state completed">{expires === null ? 'Active' : `Until ${formatTime(expires)}`}</span>;
}
