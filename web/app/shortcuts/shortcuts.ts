import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The action of a key on the open page. */
export interface Shortcut {
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
}

export type Shortcuts = Readonly<Record<string, Shortcut>>;

/** All active shortcuts; those of the latest page come last and take precedence. */
export const active = signal<readonly Shortcuts[]>([]);
export const sheetOpen = signal(false);

const SETTING = 'sotto.shortcuts';
/** Speech input can trigger single-key shortcuts by accident, so users can turn them off. */
export const enabled = signal(localStorage.getItem(SETTING) !== 'off');

export function enableShortcuts(on: boolean): void {
  enabled.value = on;
  localStorage.setItem(SETTING, on ? 'on' : 'off');
}

/** Registers shortcuts while the calling component is shown, from its first frame: a control that is visible has its keys. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const names = Object.keys(shortcuts).join('\n'); // a key may be a space
  useLayoutEffect(() => {
    const stable = Object.fromEntries(
      names.split('\n').map((key) => {
        const { label, group } = latest.current[key] ?? { label: '', group: '' };
        return [key, { label, group, run: () => latest.current[key]?.run() }];
      }),
    );
    active.value = [...active.value, stable];
    return () => {
      active.value = active.value.filter((one) => one !== stable);
    };
  }, [names]);
}

const TAKES_KEYS = 'input:not([type=checkbox], [type=range]), textarea, select, dialog[open], [contenteditable]';

/** Runs the action of a key, unless the focus is in an input. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  // A dialog that Escape has just closed keeps the focus for a moment.
  if (target?.closest(TAKES_KEYS)) return;
  if (event.key === ' ' && target?.closest('button, a, [role=option]')) return;
  if (target?.closest('input[type=range]') && event.key.startsWith('Arrow')) return;
  if (event.key === '?') {
    sheetOpen.value = true;
    event.preventDefault();
    return;
  }
  if (!enabled.value) return;
  const found = active.value.findLast((shortcuts) => event.key in shortcuts)?.[event.key];
  if (!found) return;
  event.preventDefault();
  found.run();
}

addEventListener('keydown', handleKey);
