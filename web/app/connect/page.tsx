import { useEffect, useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import { decideAuthorization, readAuthorization } from '../api/connect.ts';
import type { AuthorizationRequest } from '../api/types.ts';
import { SignInPage } from '../sign-in.tsx';
import { openSession, session } from '../state/session.ts';
import { PageLoading, Problem } from '../ui/states.tsx';

/** Asks the user whether a program may read their notes. A user who is not signed in signs in first. */
export function ConsentPage() {
  const current = session.value;
  const signedOut = current.kind === 'signed-out';
  useEffect(() => {
    if (!signedOut) return;
    // The sign-in link from the e-mail opens in another tab.
    const look = () => document.visibilityState === 'visible' && void openSession();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [signedOut]);
  if (signedOut) return <SignInPage />;
  if (current.kind !== 'signed-in') return <PageLoading />;
  return <Consent query={location.search.slice(1)} email={current.user.email} />;
}

function Consent({ query, email }: { query: string; email: string }) {
  const [asked, setAsked] = useState<AuthorizationRequest | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fail = (error: unknown) => {
    setBusy(false);
    setProblem(describeProblem(error));
  };
  useEffect(() => {
    readAuthorization(query).then((found) => {
      if (found.redirect_to === null) setAsked(found);
      else location.replace(found.redirect_to);
    }, fail);
  }, [query]);
  function decide(allowed: boolean) {
    setBusy(true);
    setProblem(null);
    decideAuthorization(query, allowed).then(({ redirect_to }) => location.replace(redirect_to), fail);
  }
  if (asked === null && problem === null) return <PageLoading />;
  return (
    <main class="lone stack">
      <h1 class="wordmark">Sotto</h1>
      {problem !== null && <Problem>{problem}</Problem>}
      {asked !== null && (
        <>
          <h2>Let “{asked.client_name}” read your notes?</h2>
          <p>
            It may search and read all notes of <strong>{email}</strong>: titles, summaries and transcripts. It may not
            change or delete anything.
          </p>
          <p class="hint">
            The program chose this name itself. The response goes to <strong>{asked.redirect_host}</strong>. Allow
            access only if you started this in a program that you trust. You can revoke access in the settings.
          </p>
          <div class="buttons">
            <button type="button" class="button primary" aria-disabled={busy} onClick={() => busy || decide(true)}>
              Allow
            </button>
            <button type="button" class="button quiet" aria-disabled={busy} onClick={() => busy || decide(false)}>
              Cancel
            </button>
          </div>
        </>
      )}
    </main>
  );
}
