import { useState } from 'preact/hooks';
import { createTag, deleteTag, renameTag } from '../api/notes.ts';
import type { Tag } from '../api/types.ts';
import { TagName } from '../notes/tag-name.tsx';
import { loadTags, tags } from '../state/tags.ts';
import { Confirm } from '../ui/dialog.tsx';
import { Editable } from '../ui/editable.tsx';
import { Field, SubmitButton } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { EmptyState, Loading } from '../ui/states.tsx';
import { attempt } from '../ui/use-resource.ts';

/** The user's tags. */
export function TagsSection() {
  const all = tags.value;
  return (
    <>
      <NewTag />
      {all === null && <Loading />}
      {all?.length === 0 && (
        <EmptyState title="No tags yet">
          Use tags to organize notes. Sotto also suggests your tags for new notes.
        </EmptyState>
      )}
      <ul class="rows">
        {all?.map((tag) => (
          <TagRow key={tag.tag_id} tag={tag} />
        ))}
      </ul>
    </>
  );
}

function NewTag() {
  const [name, setName] = useState('');
  async function submit(event: Event) {
    event.preventDefault();
    if (await attempt(() => createTag(name.trim()))) setName('');
    await loadTags();
  }
  return (
    <form class="inline-form" onSubmit={submit}>
      <Field label="New tag">
        {(attributes) => (
          <input
            {...attributes}
            required
            maxLength={64}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <SubmitButton busy={false}>Add</SubmitButton>
    </form>
  );
}

function TagRow({ tag }: { tag: Tag }) {
  const [asking, setAsking] = useState(false);
  async function save(name: string) {
    await renameTag(tag.tag_id, name);
    await loadTags();
  }
  async function remove() {
    setAsking(false);
    await attempt(() => deleteTag(tag.tag_id));
    await loadTags();
  }
  return (
    <li class="row">
      <Editable
        label={`tag ${tag.name}`}
        value={tag.name}
        editable
        render={() => <TagName name={tag.name} />}
        save={save}
      />
      <button
        type="button"
        class="icon-button"
        aria-label={`Delete the tag ${tag.name}`}
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </button>
      {asking && (
        <Confirm title={`Delete “${tag.name}”?`} action="Delete" onConfirm={remove} onClose={() => setAsking(false)}>
          The tag is removed from every note. The notes are not deleted.
        </Confirm>
      )}
    </li>
  );
}
