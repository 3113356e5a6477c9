import { useEffect, useState } from 'preact/hooks';
import { uploadDrop } from './choose-recordings.ts';

/** Longer than the pause between two `dragover` events, which browsers send every 350 ms or more often. */
const GONE_AFTER_MS = 800;

/**
 * Uploads files that are dropped anywhere onto the page. Where nothing can be uploaded, it refuses them: otherwise the
 * browser would leave the page and open the file.
 */
export function DropZone({ accepts }: { accepts: boolean }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let gone: ReturnType<typeof setTimeout> | undefined;
    const leave = () => setOver(false);
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = accepts ? 'copy' : 'none';
      setOver(accepts);
      // `dragleave` does not say whether the files left the page: Safari sends it for each element.
      clearTimeout(gone);
      gone = setTimeout(leave, GONE_AFTER_MS);
    };
    const onDrop = (event: DragEvent) => {
      leave();
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      if (accepts) void uploadDrop(event.dataTransfer);
    };
    addEventListener('dragover', onOver);
    addEventListener('drop', onDrop);
    return () => {
      clearTimeout(gone);
      leave();
      removeEventListener('dragover', onOver);
      removeEventListener('drop', onDrop);
    };
  }, [accepts]);
  if (!over) return null;
  return (
    <div class="drop" aria-hidden="true">
      <p>Drop recordings to create notes</p>
    </div>
  );
}
