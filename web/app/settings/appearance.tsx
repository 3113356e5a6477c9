import { enabled, enableShortcuts } from '../shortcuts/shortcuts.ts';
import { chooseScheme, type Scheme, scheme } from '../state/scheme.ts';
import { Checkbox } from '../ui/field.tsx';

const SCHEMES: readonly { readonly id: Scheme; readonly label: string }[] = [
  { id: 'system', label: 'Same as the device' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

/** The colour scheme and the keyboard settings of this device. */
export function AppearanceSection() {
  return (
    <section class="panel">
      <fieldset class="choices">
        <legend>Colours</legend>
        {SCHEMES.map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name="scheme" checked={scheme.value === id} onChange={() => chooseScheme(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      <Checkbox
        label="Single-key shortcuts"
        hint="Press ? to see them. Turn them off if you use speech input."
        checked={enabled.value}
        onChange={enableShortcuts}
      />
    </section>
  );
}
