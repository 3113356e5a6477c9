import { effect, signal } from '@preact/signals';

export type Scheme = 'system' | 'light' | 'dark';

const SETTING = 'sotto.scheme';
const stored = localStorage.getItem(SETTING);

/** The colour scheme that the user chose on this device. */
export const scheme = signal<Scheme>(stored === 'light' || stored === 'dark' ? stored : 'system');

export function chooseScheme(next: Scheme): void {
  scheme.value = next;
  localStorage.setItem(SETTING, next);
}

effect(() => {
  if (scheme.value === 'system') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = scheme.value;
});
