import { database, type LocalRecording } from '../state/database.ts';

/** A recording is refused when less than this is free: it must never fill up in the middle. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** There is no room for another recording on this device. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** Makes room for a recording, before its first second. @throws {StorageFullError} */
export async function requireRoom(): Promise<void> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota !== undefined && usage !== undefined && quota - usage < MIN_FREE_BYTES) {
    throw new StorageFullError('This device has no room for a recording. Free some space first');
  }
  await navigator.storage?.persist?.(); // without it the browser may evict what was recorded
}

export async function beginRecording(recording: LocalRecording): Promise<void> {
  const db = await database();
  await db.put('recordings', recording);
}

/** Writes a piece through to the disk before it returns. */
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

/** Says that all pieces are there. */
export async function completeRecording(recordingId: string): Promise<void> {
  const db = await database();
  const recording = await db.get('recordings', recordingId);
  if (recording) await db.put('recordings', { ...recording, complete: true });
}

export async function listRecordings(userId: string): Promise<readonly LocalRecording[]> {
  const db = await database();
  return (await db.getAll('recordings')).filter((recording) => recording.userId === userId);
}

/** The recording's file, as far as it goes, and how long it is. */
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

/** Removes a recording: the service has it, or its owner does not want it. */
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

/** The lock that a page holds while it records; it ends with the page, however the page ends. */
export const recordingLock = (recordingId: string) => `sotto.recording.${recordingId}`;

/** Recordings of the user that no page is recording now. */
export async function idleRecordings(userId: string): Promise<readonly LocalRecording[]> {
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return (await listRecordings(userId)).filter(({ recordingId }) => !names.has(recordingLock(recordingId)));
}
