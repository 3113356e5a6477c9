import { leave, session } from '../state/session.ts';
import { formatTime } from '../ui/format.ts';
import { attempt } from '../ui/use-resource.ts';

/** Who is signed in, and where. */
export function AccountSection() {
  const current = session.value;
  if (current.kind !== 'signed-in') return null;
  return (
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
      <button type="button" class="button" onClick={() => void attempt(leave)}>
        Sign out
      </button>
      <p class="hint">Notes that were kept on this device for reading without a connection are removed from it.</p>
    </section>
  );
}
