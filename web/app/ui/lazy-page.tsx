import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { EmptyState, PageLoading } from './states.tsx';

/** A page whose script is loaded when it is first opened, so that the first load stays small. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function LazyPage() {
    const [Page, setPage] = useState<ComponentType | undefined>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setPage(() => component);
        },
        () => setFailed(true),
      );
    }, []);
    if (Page) return <Page />;
    if (!failed) return <PageLoading />;
    return (
      <EmptyState title="This page could not be loaded" action={{ label: 'Reload', run: () => location.reload() }}>
        The connection was lost, or Sotto was updated.
      </EmptyState>
    );
  };
}
