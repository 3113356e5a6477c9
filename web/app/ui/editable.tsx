import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { Icon } from './icon.tsx';

interface EditableProps {
  /** The name of the field, such as `title`. */
  readonly label: string;
  readonly value: string;
  readonly editable: boolean;
  readonly multiline?: boolean;
  /** The language of the text, for spelling and pronunciation. */
  readonly lang?: string | undefined;
  /** A key that starts editing. */
  readonly shortcut?: string;
  readonly render: () => ComponentChildren;
  readonly save: (value: string) => Promise<void>;
}

/** A text that can be edited in place: Enter (in long texts Ctrl+Enter) saves, Escape cancels. */
export function Editable(props: EditableProps) {
  const { label, editable, shortcut, render } = props;
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const begin = () => editable && setEditing(true);
  useShortcuts(shortcut ? { [shortcut]: { label: `Edit the ${label}`, group: 'Note', run: begin } } : {});
  function end() {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  }
  if (editing) return <Editor {...props} end={end} />;
  return (
    <div class="editable">
      {render()}
      {editable && (
        <button ref={button} type="button" class="icon-button" aria-label={`Edit the ${label}`} onClick={begin}>
          <Icon name="edit" />
        </button>
      )}
    </div>
  );
}

function Editor({ label, value, multiline, lang, save, end }: EditableProps & { end: () => void }) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  async function submit(event?: Event) {
    event?.preventDefault();
    try {
      if (text.trim() !== value) await save(text.trim());
      end();
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') end();
    else if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)) void submit(event);
  }
  return (
    <form class="editor" onSubmit={submit}>
      <textarea
        ref={input}
        aria-label={`${label[0]?.toUpperCase()}${label.slice(1)}`}
        aria-invalid={problem === null ? undefined : true}
        lang={lang}
        rows={multiline ? 5 : 1}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {problem !== null && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        <button type="submit" class="button">
          Save
        </button>
        <button type="button" class="button quiet" onClick={end}>
          Cancel
        </button>
      </div>
    </form>
  );
}
