import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Note } from '../api/types.ts';

/** A recording on this device that the service has not confirmed yet. */
export interface LocalRecording {
  readonly recordingId: string;
  /** Its owner. It is not offered to anyone else. */
  readonly userId: string;
  readonly startedAt: number;
  readonly contentType: string;
  /** False during the recording, and after an interrupted one. */
  readonly complete: boolean;
}

/** A chunk of a recording. The file is all chunks in order. */
export interface RecordingChunk {
  readonly recordingId: string;
  readonly position: number;
  readonly bytes: ArrayBuffer;
  /** Milliseconds of audio up to the end of this chunk. */
  readonly untilMs: number;
}

/** A note that was opened on this device, and by whom. */
export interface KeptNote extends Note {
  readonly kept_for: string;
}

interface Schema extends DBSchema {
  recordings: { key: string; value: LocalRecording };
  chunks: { key: [recordingId: string, position: number]; value: RecordingChunk };
  notes: { key: string; value: KeptNote };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** The app's database on this device. */
export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('sotto', 1, {
    upgrade(db) {
      db.createObjectStore('recordings', { keyPath: 'recordingId' });
      db.createObjectStore('chunks', { keyPath: ['recordingId', 'position'] });
      db.createObjectStore('notes', { keyPath: 'note_id' });
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}
