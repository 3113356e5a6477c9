import { useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import type { OperatorActions } from '../api/operator.ts';
import type { Organization } from '../api/types.ts';
import { say } from '../state/toasts.ts';
import { Field, SubmitButton } from '../ui/field.tsx';

interface OriginsProps {
  readonly organization: Organization;
  readonly actions: OperatorActions;
  readonly reload: () => Promise<void>;
  readonly onDone: () => void;
}

/** Changes the origins from which web pages may call with the organization's credentials. */
export function OriginsForm({ organization, actions, reload, onDone }: OriginsProps) {
  const [text, setText] = useState(organization.allowed_origins.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await actions.setOrigins(organization.organization_id, text.split(/\s+/).filter(Boolean));
      await reload();
      say('Origins saved');
      onDone();
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  }
  return (
    <form class="stack" onSubmit={submit}>
      <Field label="Allowed origins" hint="One per line, such as https://app.example.com" problem={problem}>
        {(attributes) => (
          <textarea {...attributes} rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        )}
      </Field>
      <div class="buttons">
        <SubmitButton busy={busy}>Save origins</SubmitButton>
        <button type="button" class="button quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
