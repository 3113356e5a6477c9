import { CopyButton } from '../ui/copy-button.tsx';

/** A secret that is shown only once. */
export function Secret({ label, secret, onDone }: { label: string; secret: string; onDone: () => void }) {
  return (
    <section class="secret" aria-label={label}>
      <p>
        <strong>{label}.</strong> Copy it now: it is not shown again.
      </p>
      <code class="secret-text">{secret}</code>
      <div class="buttons">
        <CopyButton text={secret} />
        <button type="button" class="button quiet" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}
