import { useEffect, useState } from 'preact/hooks';
import { say } from '../state/toasts.ts';
import { Icon } from './icon.tsx';

/** Copies a text and confirms it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      say('The browser blocked copying. Select the text and copy it yourself', { kind: 'problem' });
    }
  }
  return (
    <button type="button" class="button quiet" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  );
}
