import { useState } from 'preact/hooks';
import { Checkbox } from '../ui/field.tsx';

const SETTING = 'sotto.read-aloud';

/** Lets screen readers announce each final sentence once. The user can turn this off. */
export function SpokenLog({ sentences }: { sentences: readonly string[] }) {
  const [on, setOn] = useState(() => localStorage.getItem(SETTING) !== 'off');
  function change(next: boolean) {
    setOn(next);
    localStorage.setItem(SETTING, next ? 'on' : 'off');
  }
  return (
    <>
      <div class="hidden" role="log" aria-live={on ? 'polite' : 'off'} aria-label="Recognized text">
        {sentences.map((sentence, index) => (
          <p key={index}>{sentence}</p>
        ))}
      </div>
      <div class="hidden-until-focus">
        <Checkbox label="Announce each sentence to screen readers" checked={on} onChange={change} />
      </div>
    </>
  );
}
