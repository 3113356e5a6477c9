import { useEffect, useRef, useState } from 'preact/hooks';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { Icon } from '../ui/icon.tsx';
import { uploadFiles } from './uploads.ts';

/** Uploads files that the user chooses or drops onto the page. */
export function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const dropping = useDrop();
  useShortcuts({ u: { label: 'Upload a recording', group: 'Notes', run: () => input.current?.click() } });
  function choose() {
    const files = input.current?.files;
    if (files) uploadFiles(files);
    if (input.current) input.current.value = '';
  }
  return (
    <>
      <button type="button" class="button quiet" onClick={() => input.current?.click()}>
        <Icon name="upload" /> Upload
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        accept="audio/*,video/mp4,video/webm,.m4a,.mp3,.wav,.flac,.ogg,.opus,.webm"
        multiple
        tabIndex={-1}
        aria-label="Recordings to upload"
        onChange={choose}
      />
      {dropping && (
        <div class="drop" aria-hidden="true">
          <p>Drop recordings to create notes</p>
        </div>
      )}
    </>
  );
}

/** Uploads files that are dropped onto the page. @returns whether files are being dragged over it */
function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      uploadFiles(event.dataTransfer?.files ?? []);
    };
    addEventListener('dragover', onOver);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);
  return over;
}
