import { Link } from 'wouter-preact';
import { formatBytes } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { cancelUpload, forget, pauseUpload, resumeUpload, type UploadLine, uploads } from './uploads.ts';

/** The list of uploads in progress. */
export function UploadTray() {
  if (uploads.value.length === 0) return null;
  return (
    <section class="tray" aria-label="Uploads">
      <ul>
        {uploads.value.map((line) => (
          <li key={line.uploadId}>
            <Line line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ line }: { line: UploadLine }) {
  const { uploadId, name, state, bytes, sentBytes, problem } = line;
  return (
    <div class="tray-line">
      <p class="tray-name">{name}</p>
      {state !== 'done' && <progress aria-label={`Upload of ${name}`} max={bytes} value={sentBytes} />}
      <p class="tray-state" role={state === 'failed' ? 'alert' : 'status'}>
        {describeState(line)}
        {problem !== null && state !== 'done' && <span> {problem}</span>}
      </p>
      <div class="tray-buttons">
        {state === 'uploading' && <Small icon="pause" label={`Pause ${name}`} run={() => pauseUpload(uploadId)} />}
        {(state === 'paused' || state === 'waiting') && (
          <Small icon="play" label={`Resume ${name}`} run={() => resumeUpload(uploadId)} />
        )}
        {state === 'failed' && <Small icon="refresh" label={`Try ${name} again`} run={() => resumeUpload(uploadId)} />}
        {state !== 'done' && !line.kept && (
          <Small icon="close" label={`Cancel ${name}`} run={() => void cancelUpload(uploadId)} />
        )}
        {state === 'done' && (
          <Link href={`/notes/${line.noteId}`} class="link-button" onClick={() => forget(uploadId)}>
            Open
          </Link>
        )}
      </div>
      {state !== 'done' && sentBytes > 0 && (
        <p class="tray-bytes">
          {formatBytes(sentBytes)} of {formatBytes(bytes)}
        </p>
      )}
    </div>
  );
}

function describeState({ state, kept }: UploadLine): string {
  switch (state) {
    case 'uploading':
      return 'Uploading.';
    case 'paused':
      return 'Paused.';
    case 'waiting':
      return kept ? 'Safe on this device.' : 'Waiting.';
    case 'failed':
      return kept ? 'Upload failed. The recording is safe on this device.' : 'Upload failed.';
    case 'done':
      return 'Saved as a note.';
  }
}

function Small({ icon, label, run }: { icon: 'pause' | 'play' | 'refresh' | 'close'; label: string; run: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={label} onClick={run}>
      <Icon name={icon} />
    </button>
  );
}
