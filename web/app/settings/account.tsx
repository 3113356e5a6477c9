import { useState } from 'preact/hooks';
import { endSession, listSessions } from '../api/account.ts';
import type { Session } from '../api/types.ts';
import { leave, leaveEverywhere, session } from '../state/session.ts';
import { Confirm } from '../ui/dialog.tsx';
import { formatTime, formatWhen } from '../ui/format.ts';
import { Loading, Problem } from '../ui/states.tsx';
import { attempt, useResource } from '../ui/use-resource.ts';
import { browserName } from './browser-name.ts';

/** The account and its sessions. */
export function AccountSection() {
  const current = session.value;
  if (current.kind !== 'signed-in') return null;
  return (
    <>
      <section class="panel">
        <dl class="facts-list">
          <div>
            <dt>E-mail</dt>
            <dd>{current.user.email}</dd>
          </div>
          <div>
            <dt>Since</dt>
            <dd>{formatTime(current.user.created_at)}</dd>
          </div>
        </dl>
        <button type="button" class="button quiet" onClick={() => void attempt(leave)}>
          Sign out
        </button>
        <p class="hint">Signing out removes the notes that are saved on this device for offline use.</p>
      </section>
      <Sessions />
    </>
  );
}

function Sessions() {
  const { value, problem, reload } = useResource('sessions', listSessions);
  const [asking, setAsking] = useState(false);
  const end = (id: string) => attempt(() => endSession(id), 'Signed out').then(reload);
  return (
    <section class="stack-wide" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Signed-in browsers</h2>
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      <ul class="rows">
        {value?.items.map((one) => (
          <SessionRow key={one.session_id} session={one} end={() => void end(one.session_id)} />
        ))}
      </ul>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        Sign out everywhere
      </button>
      {asking && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={() => void attempt(leaveEverywhere)}
          onClose={() => setAsking(false)}
        >
          You have to sign in again in every browser, including this one. Personal tokens remain valid.
        </Confirm>
      )}
    </section>
  );
}

function SessionRow({ session: one, end }: { session: Session; end: () => void }) {
  const name = browserName(one.user_agent);
  return (
    <li class="row">
      <div class="row-text">
        <p class="row-title">{name}</p>
        <p class="hint">
          {one.current ? 'This browser' : `Last used ${formatWhen(one.last_used_at)}`} · Signed in{' '}
          {formatTime(one.created_at)}
        </p>
      </div>
      {!one.current && (
        <button type="button" class="button quiet" aria-label={`Sign out ${name}`} onClick={end}>
          Sign out
        </button>
      )}
    </li>
  );
}
