import { useEffect, useState } from 'preact/hooks';
import type { LocalRecording } from '../state/database.ts';
import { session } from '../state/session.ts';
import { Confirm } from '../ui/dialog.tsx';
import { formatDuration, formatWhen } from '../ui/format.ts';
import { completeRecording, idleRecordings, readRecording, removeRecording } from './store.ts';
import { uploadRecording, uploadWaiting } from './uploads.ts';

interface Found extends LocalRecording {
  readonly ms: number;
}

/** Offers interrupted recordings on this device, such as after a closed tab or an empty battery, until the user decides. */
export function UnfinishedRecordings() {
  const [found, setFound] = useState<readonly Found[]>([]);
  const userId = session.value.kind === 'signed-in' ? session.value.user.user_id : null;
  useEffect(() => {
    if (userId === null) return;
    void uploadWaiting(userId);
    void findBroken(userId).then(setFound);
  }, [userId]);
  const drop = (id: string) => setFound((now) => now.filter(({ recordingId }) => recordingId !== id));
  return (
    <>
      {found.map((recording) => (
        <Offer key={recording.recordingId} recording={recording} onDecided={() => drop(recording.recordingId)} />
      ))}
    </>
  );
}

async function findBroken(userId: string): Promise<readonly Found[]> {
  const broken = (await idleRecordings(userId)).filter(({ complete }) => !complete);
  const found = await Promise.all(
    broken.map(async (recording) => ({
      ...recording,
      ms: (await readRecording(recording.recordingId, recording.contentType)).ms,
    })),
  );
  const empty = found.filter(({ ms }) => ms === 0);
  await Promise.all(empty.map(({ recordingId }) => removeRecording(recordingId)));
  return found.filter(({ ms }) => ms > 0);
}

function Offer({ recording, onDecided }: { recording: Found; onDecided: () => void }) {
  const [asking, setAsking] = useState(false);
  const { recordingId, startedAt, ms } = recording;
  async function save() {
    onDecided();
    await completeRecording(recordingId);
    await uploadRecording(recordingId);
  }
  async function discard() {
    onDecided();
    await removeRecording(recordingId);
  }
  return (
    <section class="offer" aria-label="Unfinished recording">
      <p>
        <strong>A recording was interrupted.</strong> {formatDuration(ms / 1000)} from{' '}
        {formatWhen(new Date(startedAt).toISOString())} are safe on this device.
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={save}>
          Save as a note
        </button>
        <button type="button" class="button quiet" onClick={() => setAsking(true)}>
          Discard
        </button>
      </div>
      {asking && (
        <Confirm title="Discard the recording?" action="Discard" onConfirm={discard} onClose={() => setAsking(false)}>
          The recording exists only on this device. You cannot undo this.
        </Confirm>
      )}
    </section>
  );
}
