import { useState } from 'preact/hooks';
import { describeProblem, RequestError } from '../api/client.ts';
import { type Overview, readOverview } from '../api/operator.ts';
import { Field, SubmitButton } from '../ui/field.tsx';
import { FailingEndpoints } from './endpoints.tsx';
import { Organizations } from './organizations.tsx';
import { OrganizationsUsage } from './usage.tsx';

/** The page for operators. The token stays in the memory of this page. */
export function OperatorPage() {
  const [overview, setOverview] = useState<Overview | null>(null);
  return overview === null ? <Gate onOpen={setOverview} /> : <OverviewPage overview={overview} />;
}

function Gate({ onOpen }: { onOpen: (overview: Overview) => void }) {
  const [credential, setCredential] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      onOpen(await readOverview(credential.trim()));
    } catch (error) {
      const refused = error instanceof RequestError && [401, 403, 404].includes(error.status);
      setProblem(refused ? 'This token is not valid' : describeProblem(error));
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

function OverviewPage({ overview }: { overview: Overview }) {
  return (
    <main class="operator" tabIndex={-1}>
      <h1>Operations</h1>
      <Organizations organizations={overview.organizations} links={overview.links} />
      <OrganizationsUsage usage={overview.usage} organizations={overview.organizations} />
      <FailingEndpoints endpoints={overview.endpoints} links={overview.links} />
    </main>
  );
}
