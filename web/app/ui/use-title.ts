import { useEffect } from 'preact/hooks';

/** Names the page in the browser's tab and history. Screen readers read it first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Sotto`;
  }, [title]);
}
