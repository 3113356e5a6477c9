import { dismiss, type Toast, toasts } from '../state/toasts.ts';
import { Icon } from './icon.tsx';

/** Short messages that disappear by themselves. Screen readers announce them. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  const { action } = toast;
  function act() {
    dismiss(toast.id);
    action?.run();
  }
  return (
    <div class={`toast ${toast.kind}`} data-toast={toast.id}>
      <span>{toast.text}</span>
      {action && (
        <button type="button" class="toast-action" onClick={act}>
          {action.label}
        </button>
      )}
      <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
