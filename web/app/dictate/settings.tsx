import { useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import { getDictationPreferences, setDictationPreferences } from '../api/dictation.ts';
import type { DictationPreferences } from '../api/types.ts';
import { say } from '../state/toasts.ts';
import { Field, SubmitButton } from '../ui/field.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import { useResource } from '../ui/use-resource.ts';

/** The user's dictionary and style, which apply to all their dictations. */
export function DictationSettings() {
  const [open, setOpen] = useState(false);
  return (
    <details class="panel" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Dictionary and style</summary>
      {open && <Preferences />}
    </details>
  );
}

function Preferences() {
  const { value, problem, reload, set } = useResource('dictation', getDictationPreferences);
  if (problem !== null) return <Problem retry={reload}>{problem}</Problem>;
  return value === null ? <Loading /> : <PreferencesForm initial={value} onSaved={set} />;
}

function PreferencesForm(props: { initial: DictationPreferences; onSaved: (saved: DictationPreferences) => void }) {
  const [draft, setDraft] = useState(props.initial);
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(event: Event) {
    event.preventDefault();
    setProblem(null);
    try {
      props.onSaved(await setDictationPreferences(draft));
      say('Saved');
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  return (
    <form class="stack" onSubmit={submit}>
      <Field label="Dictionary" hint="One name or term per line; “heard = written” replaces a word" problem={problem}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={6}
            value={draft.dictionary}
            onInput={(event) => setDraft({ ...draft, dictionary: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Style" hint="Such as “Write numbers as figures. Keep it formal.”">
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            value={draft.instructions}
            onInput={(event) => setDraft({ ...draft, instructions: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Language" hint="A code such as en or de. Leave it empty to detect the language">
        {(attributes) => (
          <input
            {...attributes}
            maxLength={35}
            value={draft.language ?? ''}
            onInput={(event) => setDraft({ ...draft, language: event.currentTarget.value.trim() || null })}
          />
        )}
      </Field>
      <SubmitButton busy={false}>Save</SubmitButton>
    </form>
  );
}
