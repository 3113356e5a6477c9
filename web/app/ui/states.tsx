import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** Shown only when loading takes long enough to be noticed. */
const PATIENCE_MS = 250;

/** Something is being loaded. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="loading" role="status" data-shown={shown}>
      <span class="spinner" aria-hidden="true" />
      <span>{shown ? `${label} …` : ''}</span>
    </p>
  );
}

/** Shown while a page or the whole app is loaded. It is no `<main>` element, because it may be inside one. */
export function PageLoading() {
  return (
    <div class="lone">
      <Loading />
    </div>
  );
}

/** An empty state: explains that there is no content, and what to do next. */
export function EmptyState(props: {
  title: string;
  children?: ComponentChildren;
  action?: { readonly label: string; readonly run: () => void };
}) {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      {props.children !== undefined && <p>{props.children}</p>}
      {props.action && (
        <button type="button" class="button" onClick={props.action.run}>
          {props.action.label}
        </button>
      )}
    </div>
  );
}

/** An error, with a way to try again. */
export function Problem({ children, retry }: { children: ComponentChildren; retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <p>{children}</p>
      {retry && (
        <button type="button" class="button quiet" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
