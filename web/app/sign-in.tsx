import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { askForLink, useLink as confirmLink } from './api/account.ts';
import { describeProblem } from './api/client.ts';
import { openSession } from './state/session.ts';
import { Field, SubmitButton } from './ui/field.tsx';
import { PageLoading, Problem } from './ui/states.tsx';

/** Sign-in by e-mail. A link with a secret after the `#`, as the first start prints, signs in immediately. */
export function SignInPage() {
  const [, navigate] = useLocation();
  const [secret] = useState(() => (location.pathname === '/sign-in' ? location.hash.slice(1) : ''));
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (secret === '') return;
    history.replaceState(null, '', '/sign-in'); // keeps the secret out of the history
    void confirm(secret)
      .then(() => navigate('/', { replace: true }))
      .catch((error) => setProblem(describeProblem(error)));
  }, [secret, navigate]);
  if (secret !== '' && problem === null) return <PageLoading />;
  return (
    <main class="lone sign-in">
      <h1 class="wordmark">Sotto</h1>
      <p class="lead">Say it quietly. Find it later.</p>
      {problem !== null && <Problem>{problem}</Problem>}
      <AskForLink />
    </main>
  );
}

async function confirm(secret: string): Promise<void> {
  await confirmLink(secret);
  await openSession();
}

function AskForLink() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await askForLink(email.trim());
      setSentTo(email.trim());
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setBusy(false);
    }
  }
  if (sentTo !== null) return <LinkSent email={sentTo} again={() => setSentTo(null)} />;
  return (
    <form onSubmit={submit} class="stack">
      <Field label="E-mail" problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            type="email"
            name="email"
            autocomplete="email"
            required
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <SubmitButton busy={busy}>Send me a sign-in link</SubmitButton>
      <p class="hint">No password. The link works once, for 15 minutes.</p>
    </form>
  );
}

/** The page signs in by itself when the link is opened in the same browser, because all its pages share one session. */
function LinkSent({ email, again }: { email: string; again: () => void }) {
  return (
    <div class="stack">
      <p role="status">
        A link is on its way to <strong>{email}</strong>. Open it on the device where you want to use Sotto.
      </p>
      <p class="hint">It works once, for 15 minutes. If no e-mail arrives, look in the spam folder.</p>
      <button type="button" class="button quiet" onClick={again}>
        Send another link
      </button>
    </div>
  );
}
