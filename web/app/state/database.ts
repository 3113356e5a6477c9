import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Note } from '../api/types.ts';

/** A recording on this device that the service has not confirmed yet. */
export interface LocalRecording {
  readonly recordingId: string;
  /** Whose it is: nobody else is offered it. */
  readonly userId: string;
  readonly startedAt: number;
  readonly contentType: string;
  /** False while it is being recorded, and after a recording that was broken off. */
  readonly complete: boolean;
}

/** A piece of a recording's file; the file is its pieces in order. */
export interface RecordingChunk {
  readonly recordingId: string;
  readonly position: number;
  readonly bytes: ArrayBuffer;
  /** Milliseconds of sound up to the end of this piece. */
  readonly untilMs: number;
}

interface Schema extends DBSchema {
  recordings: { key: string; value: LocalRecording };
  chunks: { key: [recordingId: string, position: number]; value: RecordingChunk };
  notes: { key: string; value: Note };
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
