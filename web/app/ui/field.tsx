import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

/** Attributes that connect an input with its label, hint and error. */
export interface FieldAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly problem?: string | null;
  readonly children: (attributes: FieldAttributes) => VNode;
}

/** A labelled input. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': problem ? true : undefined })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Submits a form. The keyboard can still reach it while it is busy. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ComponentChildren }) {
  return (
    <button type="submit" class="button primary" aria-disabled={busy} data-busy={busy}>
      {children}
    </button>
  );
}

/** A checkbox with its label and hint. */
export function Checkbox(props: { label: string; hint?: string; checked: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <div class="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={props.checked}
        aria-describedby={props.hint ? `${id}-hint` : undefined}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label for={id}>{props.label}</label>
      {props.hint && (
        <p class="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  );
}
