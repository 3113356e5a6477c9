import { useState } from 'preact/hooks';

/** The number of tags that are shown before a click. */
export const MAX_TAGS_SHOWN = 8;

/** Shows more or fewer tags. */
export function useMore(total: number) {
  const [open, setOpen] = useState(false);
  const hidden = Math.max(0, total - MAX_TAGS_SHOWN);
  const button = hidden > 0 && (
    <button type="button" class="tag-more" aria-expanded={open} onClick={() => setOpen(!open)}>
      {open ? 'Fewer tags' : `${hidden} more`}
    </button>
  );
  return { open, button, show: () => setOpen(true) };
}
