import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { active, enabled, enableShortcuts, sheetOpen } from './shortcuts.ts';

/** How keys are shown whose name is not what the keyboard shows. */
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
        hint="Turn them off if you speak to your computer. ? always opens this sheet."
        checked={enabled.value}
        onChange={enableShortcuts}
      />
    </Dialog>
  );
}
