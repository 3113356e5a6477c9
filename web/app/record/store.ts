import { database, type LocalRecording } from '../state/database.ts';

/** The free space that a recording needs to start, so that storage does not fill up during the recording. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** About half an hour of speech. */
const PROBE_BYTES = 16 * 1024 * 1024;
const PROBE = 'probe';

/** This device does not have enough storage for another recording. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** Checks the free space before a recording and asks the browser to keep it. @throws {StorageFullError} */
export async function requireRoom(): Promise<void> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  const isFull = quota !== undefined && usage !== undefined && quota - usage < MIN_FREE_BYTES;
  if (isFull || !(await canStore(PROBE_BYTES))) {
    throw new StorageFullError('This device does not have enough free space for a recording. Free up space first');
  }
  await navigator.storage?.persist?.(); // without it, the browser may delete recordings
}

/** Writes and deletes test data, because Chromium's estimate is always 10 GiB more than the space in use. */
async function canStore(bytes: number): Promise<boolean> {
  const db = await database();
  try {
    await db.put('chunks', { recordingId: PROBE, position: 0, bytes: new ArrayBuffer(bytes), untilMs: 0 });
    await db.delete('chunks', [PROBE, 0]);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  }
}

export async function beginRecording(recording: LocalRecording): Promise<void> {
  const db = await database();
  await db.put('recordings', recording);
}

/** Writes a chunk to disk before it returns. */
export async function appendChunk(
  recordingId: string,
  position: number,
  bytes: ArrayBuffer,
  untilMs: number,
): Promise<void> {
  const db = await database();
  const transaction = db.transaction('chunks', 'readwrite', { durability: 'strict' });
  await transaction.store.put({ recordingId, position, bytes, untilMs });
  await transaction.done;
}

/** Marks a recording as complete. */
export async function completeRecording(recordingId: string): Promise<void> {
  const db = await database();
  const recording = await db.get('recordings', recordingId);
  if (recording) await db.put('recordings', { ...recording, complete: true });
}

export async function listRecordings(userId: string): Promise<readonly LocalRecording[]> {
  const db = await database();
  return (await db.getAll('recordings')).filter((recording) => recording.userId === userId);
}

/** The recorded file so far, and its duration. */
export async function readRecording(recordingId: string, contentType: string): Promise<{ file: Blob; ms: number }> {
  const db = await database();
  const chunks = await db.getAll('chunks', piecesOf(recordingId));
  return {
    file: new Blob(
      chunks.map(({ bytes }) => bytes),
      { type: contentType },
    ),
    ms: chunks.at(-1)?.untilMs ?? 0,
  };
}

/** Removes a recording that was uploaded or that the user discarded. */
export async function removeRecording(recordingId: string): Promise<void> {
  const db = await database();
  const transaction = db.transaction(['recordings', 'chunks'], 'readwrite');
  await Promise.all([
    transaction.objectStore('recordings').delete(recordingId),
    transaction.objectStore('chunks').delete(piecesOf(recordingId)),
    transaction.done,
  ]);
}

function piecesOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId, 0], [recordingId, Number.MAX_SAFE_INTEGER]);
}

/** The lock that a page holds while it records. The browser releases it when the page ends for any reason. */
export const recordingLock = (recordingId: string) => `sotto.recording.${recordingId}`;

/** The user's recordings that are not in progress on any page. */
export async function idleRecordings(userId: string): Promise<readonly LocalRecording[]> {
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return (await listRecordings(userId)).filter(({ recordingId }) => !names.has(recordingLock(recordingId)));
}
