import { useEffect } from 'preact/hooks';
import { Redirect, Route, Switch, useLocation } from 'wouter-preact';
import { startServiceWorker } from './install.ts';
import { Layout } from './layout.tsx';
import { NotesPage } from './notes/page.tsx';
import { DropZone } from './record/drop-zone.tsx';
import { SignInPage } from './sign-in.tsx';
import { openEvents } from './state/events.ts';
import { recordingNow } from './state/recording.ts';
import { openSession, session } from './state/session.ts';
import { loadTags } from './state/tags.ts';
import { lazyPage } from './ui/lazy-page.tsx';
import { EmptyState, PageLoading } from './ui/states.tsx';
import { Toasts } from './ui/toasts.tsx';

const RecordPage = lazyPage(() => import('./record/page.tsx').then((module) => module.RecordPage));
const DictatePage = lazyPage(() => import('./dictate/page.tsx').then((module) => module.DictatePage));
const SettingsPage = lazyPage(() => import('./settings/page.tsx').then((module) => module.SettingsPage));
const ConsentPage = lazyPage(() => import('./connect/page.tsx').then((module) => module.ConsentPage));
const OperatorPage = lazyPage(() => import('./operator/page.tsx').then((module) => module.OperatorPage));

/** Both paths are one page, so that the list stays while notes are opened. */
const NOTES_PATHS = /^\/(?:notes\/(?<note_id>[^/]+))?$/;

const PAGES_WITHOUT_UPLOADS: readonly string[] = ['/operator', '/oauth/authorize'];

/** The whole app. What it shows depends on the session. */
export function App() {
  const [path] = useLocation();
  useEffect(() => {
    void openSession();
    startServiceWorker();
  }, []);
  return (
    <>
      {path === '/operator' ? <OperatorPage /> : <UserPages />}
      <DropZone accepts={session.value.kind === 'signed-in' && !PAGES_WITHOUT_UPLOADS.includes(path)} />
      <Toasts />
    </>
  );
}

function UserPages() {
  const { kind } = session.value;
  const [path] = useLocation();
  const userId = session.value.kind === 'signed-in' ? session.value.user.user_id : null;
  useEffect(() => {
    if (userId === null) return;
    void loadTags();
    return openEvents(userId);
  }, [userId]);
  if (kind === 'loading') return <PageLoading />;
  if (kind === 'unreachable') return <Unreachable problem={session.value.problem} />;
  if (path === '/oauth/authorize') return <ConsentPage />;
  if (kind === 'signed-out' && recordingNow.value) return <ExpiredRecording />;
  if (kind === 'signed-out' || path === '/sign-in') return <SignInPage />;
  return (
    <Layout key={userId}>
      <Switch>
        <Route path={NOTES_PATHS}>
          <NotesPage />
        </Route>
        <Route path="/record">
          <RecordPage />
        </Route>
        <Route path="/dictate">
          <DictatePage />
        </Route>
        <Route path="/settings">
          <SettingsPage />
        </Route>
        <Route path="/settings/:section">
          <SettingsPage />
        </Route>
        <Route path="/settings/webhooks/:endpoint_id">
          <SettingsPage />
        </Route>
        <Route>
          <Redirect to="/" replace />
        </Route>
      </Switch>
    </Layout>
  );
}

/** The page after the session expired during a recording, which continues. */
function ExpiredRecording() {
  return (
    <main>
      <p class="notice" role="alert">
        You were signed out. The recording continues on this device. Finish it, then sign in again to save it as a note.
      </p>
      <RecordPage />
    </main>
  );
}

function Unreachable({ problem }: { problem: string }) {
  return (
    <main class="lone">
      <EmptyState title="Sotto cannot be reached" action={{ label: 'Try again', run: () => void openSession() }}>
        {problem}
      </EmptyState>
    </main>
  );
}
