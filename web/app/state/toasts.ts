import { signal } from '@preact/signals';
import { whenUserLeaves } from './session.ts';

/** A short message that disappears by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'problem';
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toasts = signal<readonly Toast[]>([]);

// A message names the user's data, and its action would act for the next user.
whenUserLeaves(() => {
  toasts.value = [];
});

const SHOWN_MS = 6_000;
/** Messages with an Undo button stay longer. */
const ACTION_SHOWN_MS = 12_000;
let nextId = 1;

/** Shows a message until it has been read. */
export function say(text: string, options: Partial<Pick<Toast, 'kind' | 'action'>> = {}): void {
  const toast: Toast = { id: nextId++, text, kind: options.kind ?? 'done', ...options };
  toasts.value = [...toasts.value, toast];
  dismissAfter(toast.id, toast.action ? ACTION_SHOWN_MS : SHOWN_MS);
}

/** Waits longer while the user is on the message, who may be about to press its button. */
function dismissAfter(id: number, ms: number): void {
  setTimeout(() => {
    if (document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`)) dismissAfter(id, SHOWN_MS);
    else dismiss(id);
  }, ms);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
