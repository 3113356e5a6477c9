import { useState } from 'preact/hooks';
import { urlForUser } from '../api/client.ts';
import { FILE_FORMATS } from '../notes/file-formats.ts';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';

/** All notes as files, for a vault or another program. */
export function NoteFilesPanel() {
  const [format, setFormat] = useState('md');
  return (
    <section class="panel" aria-labelledby="files-title">
      <h2 id="files-title">Your notes as files</h2>
      <p>A ZIP file with one file for each note. Markdown has properties that Obsidian reads.</p>
      <Field label="Format">
        {(attributes) => (
          <select {...attributes} value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {FILE_FORMATS.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <a class="button" href={urlForUser(`/v1/app/export.zip?format=${format}`)} download>
        <Icon name="download" /> Download notes
      </a>
    </section>
  );
}
