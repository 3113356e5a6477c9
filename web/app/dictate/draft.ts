import { signal } from '@preact/signals';
import { whenUserLeaves } from '../state/session.ts';

/** The dictated text and its corrections. It stays in the memory of this page while the user visits other pages. */
export const text = signal('');
/** What was recognized, before corrections. */
export const spoken = signal<readonly string[]>([]);

export function clearDraft(): void {
  text.value = '';
  spoken.value = [];
}

whenUserLeaves(clearDraft);
