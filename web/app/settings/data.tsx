import { useEffect, useState } from 'preact/hooks';
import { beginExport, deleteAccount, getExport, listExports } from '../api/account.ts';
import { describeProblem } from '../api/client.ts';
import type { AccountExport } from '../api/types.ts';
import { ownUrl } from '../notes/recording-url.ts';
import { onEvents } from '../state/events.ts';
import { endLocally } from '../state/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import { FeedPanel } from './feed.tsx';
import { NoteFilesPanel } from './note-files.tsx';

/** Export of the user's data, and deletion of the account. */
export function DataSection() {
  return (
    <>
      <ExportPanel />
      <NoteFilesPanel />
      <FeedPanel />
      <DeletePanel />
    </>
  );
}

function ExportPanel() {
  const [current, setCurrent] = useState<AccountExport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // An export that was started before, here or in another browser.
    listExports().then(({ items: [latest] }) => setCurrent((now) => now ?? latest ?? null), fail);
  }, []);
  useEffect(() => {
    if (current?.status !== 'running') return;
    const { export_id: id } = current;
    const look = () => void getExport(id).then(setCurrent, fail);
    const stop = onEvents((event) => event.exportId === id && look(), look);
    look(); // the export may have ended before this page subscribed
    return stop;
  }, [current?.export_id, current?.status]);
  function fail(error: unknown) {
    setProblem(describeProblem(error));
  }
  function begin() {
    setProblem(null);
    beginExport().then(setCurrent, fail);
  }
  return (
    <section class="panel" aria-labelledby="export-title">
      <h2 id="export-title">Export your data</h2>
      <p>A ZIP file of your notes, their recordings, tags, endpoints and settings.</p>
      {problem !== null && <Problem retry={begin}>{problem}</Problem>}
      {current?.status === 'failed' && <Problem retry={begin}>The export failed</Problem>}
      {current?.status === 'running' && <Loading label="Preparing the file" />}
      {current?.status === 'completed' && current.url && (
        <p>
          <a class="button" href={ownUrl(current.url)} download>
            <Icon name="download" /> Download the file
          </a>{' '}
          {current.expires_at && <span class="hint">It is deleted {formatTime(current.expires_at)}.</span>}
        </p>
      )}
      {current?.status !== 'running' && (
        <button type="button" class={current?.url ? 'button quiet' : 'button'} onClick={begin}>
          {current?.url ? 'Export again' : 'Export my data'}
        </button>
      )}
    </section>
  );
}

function DeletePanel() {
  const [asking, setAsking] = useState(false);
  return (
    <section class="panel" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete the account</h2>
      <p>Notes, recordings, tokens and endpoints are permanently deleted.</p>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        Delete my account
      </button>
      {asking && <DeleteDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(event: Event) {
    event.preventDefault();
    try {
      await deleteAccount(email.trim());
      await endLocally();
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  return (
    <Dialog title="Delete the account?" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p>This cannot be undone. Type your e-mail address to confirm.</p>
        <Field label="E-mail" problem={problem}>
          {(attributes) => (
            <input
              {...attributes}
              type="email"
              autocomplete="off"
              required
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="buttons">
          <button type="submit" class="button danger">
            Delete everything
          </button>
          <button type="button" class="button quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
