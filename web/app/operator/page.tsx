import { useState } from 'preact/hooks';
import { describeProblem, RequestError } from '../api/client.ts';
import { type OperatorActions, type Overview, operatorActions, readOverview } from '../api/operator.ts';
import { say } from '../state/toasts.ts';
import { Field, SubmitButton } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTitle } from '../ui/use-title.ts';
import { FailingEndpoints } from './endpoints.tsx';
import { Organizations } from './organizations.tsx';
import { OrganizationsUsage } from './usage.tsx';

/** An operator's token, and what it opens. */
interface Opened {
  readonly credential: string;
  readonly overview: Overview;
}

/** Whether the service does not accept the token. */
const isRefusal = (error: unknown) => error instanceof RequestError && [401, 403, 404].includes(error.status);

/** The page for operators. The token stays in the memory of this page. */
export function OperatorPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useTitle('Operations');
  if (opened === null) return <Gate onOpen={setOpened} />;
  const { credential, overview } = opened;
  async function reload() {
    try {
      setOpened({ credential, overview: await readOverview(credential) });
    } catch (error) {
      if (isRefusal(error)) return setOpened(null);
      say(`The page shows an older state. ${describeProblem(error)}`, {
        kind: 'problem',
        action: { label: 'Reload', run: () => void reload() },
      });
    }
  }
  return <OverviewPage overview={overview} actions={operatorActions(credential)} reload={reload} />;
}

function Gate({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const [credential, setCredential] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const token = credential.trim();
      onOpen({ credential: token, overview: await readOverview(token) });
    } catch (error) {
      setProblem(isRefusal(error) ? 'This token is not valid' : describeProblem(error));
      setBusy(false);
    }
  }
  return (
    <main class="lone sign-in">
      <h1 class="wordmark">Sotto</h1>
      <p class="lead">For operators</p>
      <form class="stack" onSubmit={submit}>
        <Field label="Operator token" problem={problem}>
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autocomplete="off"
              required
              value={credential}
              onInput={(event) => setCredential(event.currentTarget.value)}
            />
          )}
        </Field>
        <SubmitButton busy={busy}>Open</SubmitButton>
      </form>
    </main>
  );
}

interface OverviewProps {
  readonly overview: Overview;
  readonly actions: OperatorActions;
  /** Never rejects: it shows a problem itself. */
  readonly reload: () => Promise<void>;
}

function OverviewPage({ overview: { organizations, usage, endpoints, links }, actions, reload }: OverviewProps) {
  return (
    <main class="operator" tabIndex={-1}>
      <header class="list-head">
        <h1>Operations</h1>
        <button type="button" class="button quiet" onClick={() => void reload()}>
          <Icon name="refresh" /> Reload
        </button>
      </header>
      <Organizations organizations={organizations} links={links} actions={actions} reload={reload} />
      <OrganizationsUsage usage={usage} organizations={organizations} />
      <FailingEndpoints endpoints={endpoints} links={links} />
    </main>
  );
}
