import type { ComponentChildren } from 'preact';
import { CopyButton } from '../ui/copy-button.tsx';

interface SecretProps {
  readonly label: string;
  readonly secret: string;
  readonly onDone: () => void;
  /** How to use it. */
  readonly children?: ComponentChildren;
}

/** A secret that is shown only once. */
export function Secret({ label, secret, onDone, children }: SecretProps) {
  return (
    <section class="secret" aria-label={label}>
      <p>
        <strong>{label}.</strong> Copy it now: it is not shown again.
      </p>
      <code class="secret-text">{secret}</code>
      {children}
      <div class="buttons">
        <CopyButton text={secret} />
        <button type="button" class="button quiet" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}
