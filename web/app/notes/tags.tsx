import { useId, useRef, useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import { createTag, tagNote, untagNote } from '../api/notes.ts';
import type { Note, NoteTag } from '../api/types.ts';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { announce } from '../state/events.ts';
import { hueOf, loadTags, tags } from '../state/tags.ts';
import { say } from '../state/toasts.ts';
import { Icon } from '../ui/icon.tsx';
import { MAX_TAGS_SHOWN, useMore } from './some-tags.tsx';

/** The note's tags. A name that is new creates a tag. */
export function NoteTags({ note, editable }: { note: Note; editable: boolean }) {
  const [adding, setAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { open, button, show } = useMore(note.tags.length);
  useShortcuts({ t: { label: 'Add a tag', group: 'Note', run: () => editable && setAdding(true) } });
  async function change(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      say(describeProblem(error), { kind: 'problem' });
    }
    announce({ kind: 'note', noteId: note.note_id });
  }
  async function add(name: string) {
    const known = tags.value?.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
    await change(async () => {
      const { tag_id: tagId } = known ?? (await createTag(name));
      await tagNote(note.note_id, tagId);
      if (!known) await loadTags();
      show();
    });
  }
  function close() {
    setAdding(false);
    requestAnimationFrame(() => opener.current?.focus());
  }
  return (
    <div class="note-tags">
      <ul aria-label="Tags">
        {(open ? note.tags : note.tags.slice(0, MAX_TAGS_SHOWN)).map((tag) => (
          <li key={tag.tag_id}>
            <AssignedTag
              tag={tag}
              remove={editable ? () => change(() => untagNote(note.note_id, tag.tag_id)) : undefined}
            />
          </li>
        ))}
      </ul>
      {button}
      {adding && <TagInput taken={note.tags} onAdd={add} onClose={close} />}
      {editable && !adding && (
        <button ref={opener} type="button" class="tag-add" onClick={() => setAdding(true)}>
          <Icon name="plus" /> Tag
        </button>
      )}
    </div>
  );
}

function AssignedTag({ tag, remove }: { tag: NoteTag; remove: (() => void) | undefined }) {
  return (
    <span class="tag" style={{ '--hue': hueOf(tag.name) }}>
      {tag.name}
      {tag.source === 'auto' && <span class="auto" title="Chosen by Sotto" />}
      {remove && (
        <button type="button" aria-label={`Remove the tag ${tag.name}`} onClick={remove}>
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

interface TagInputProps {
  readonly taken: readonly NoteTag[];
  readonly onAdd: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function TagInput({ taken, onAdd, onClose }: TagInputProps) {
  const [name, setName] = useState('');
  const id = useId();
  const free = (tags.value ?? []).filter((tag) => !taken.some((one) => one.tag_id === tag.tag_id));
  async function submit(event: Event) {
    event.preventDefault();
    if (name.trim() === '') return onClose();
    await onAdd(name.trim());
    setName('');
  }
  return (
    <form class="tag-form" onSubmit={submit}>
      <input
        ref={(input) => input?.focus()}
        aria-label="Name of the tag"
        placeholder="Tag"
        maxLength={64}
        list={id}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        onBlur={() => name.trim() === '' && onClose()}
      />
      <datalist id={id}>
        {free.map((tag) => (
          <option key={tag.tag_id} value={tag.name} />
        ))}
      </datalist>
    </form>
  );
}
