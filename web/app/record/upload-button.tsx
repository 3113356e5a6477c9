import { useRef } from 'preact/hooks';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { Icon } from '../ui/icon.tsx';
import { uploadRecordings } from './choose-recordings.ts';

/** Uploads files that the user chooses. */
export function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ u: { label: 'Upload a recording', group: 'Notes', run: () => input.current?.click() } });
  function choose() {
    const files = input.current?.files;
    if (files) uploadRecordings(files);
    if (input.current) input.current.value = '';
  }
  return (
    <>
      <button type="button" class="button quiet" onClick={() => input.current?.click()}>
        <Icon name="upload" /> Upload
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept="audio/*,video/mp4,video/webm,.m4a,.mp3,.wav,.flac,.ogg,.opus,.webm"
        multiple
        aria-label="Recordings to upload"
        onChange={choose}
      />
    </>
  );
}
