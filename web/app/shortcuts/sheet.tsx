import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { active, enabled, enableShortcuts, sheetOpen } from './shortcuts.ts';

/** The labels of keys whose name differs from the label on the keyboard. */
const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
};

/** The sheet of all keyboard shortcuts of this page, opened by `?`. */
export function ShortcutSheet() {
  if (!sheetOpen.value) return null;
  const all = Object.entries(Object.assign({}, ...active.value) as (typeof active.value)[number]);
  const groups = Map.groupBy(all, ([, { group }]) => group);
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => (sheetOpen.value = false)}>
      {[...groups].map(([group, keys]) => (
        <section key={group} class="shortcut-group">
          <h3>{group}</h3>
          <dl>
            {keys.map(([key, { label }]) => (
              <div key={key}>
                <dt>
                  <kbd>{NAMES[key] ?? key}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        label="Single-key shortcuts"
        hint="Turn them off if you use speech input. ? always opens this sheet."
        checked={enabled.value}
        onChange={enableShortcuts}
      />
    </Dialog>
  );
}
