import { hueOf } from '../state/tags.ts';

/** A tag, in the colour of its name. */
export function TagName({ name }: { name: string }) {
  return (
    <span class="tag" style={{ '--hue': hueOf(name) }}>
      {name}
    </span>
  );
}
