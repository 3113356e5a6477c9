import { signal } from '@preact/signals';
import { listTags } from '../api/notes.ts';
import type { Tag } from '../api/types.ts';
import { whenUserLeaves } from './session.ts';

/** The user's tags; null until they are loaded. */
export const tags = signal<readonly Tag[] | null>(null);

whenUserLeaves(() => {
  tags.value = null;
});

/** Loads the tags again. Without a connection, the known tags stay. */
export async function loadTags(): Promise<void> {
  try {
    tags.value = (await listTags()).items;
  } catch {
    tags.value ??= [];
  }
}

/** A hue for a tag's name, the same on every device. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  return hash / 10;
}
