import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { RecordingExpiries } from '../../platform/recordings/expiries.ts';
import type { Recordings } from '../../platform/recordings/types.ts';
import type { NewNoteDetails, NoteLifecycle } from '../lifecycle.ts';
import type { NoteStore } from '../store/notes.ts';
import { UPLOAD_LIFETIME_MS, type Upload, type UploadStore } from './store.ts';

export interface UploadDeps {
  readonly store: UploadStore;
  readonly recordings: Recordings;
  readonly expiries: RecordingExpiries;
  readonly lifecycle: Pick<NoteLifecycle, 'storeRecording' | 'create'>;
  readonly notes: Pick<NoteStore, 'get'>;
  readonly now: () => number;
}

export type Uploads = ReturnType<typeof createUploads>;

/** The note details in a finished upload. */
export interface FinishedUpload extends NewNoteDetails {
  readonly contentType: string | undefined;
}

/** Bytes are confirmed in parts of this size. It limits the memory of one upload, and what a crash loses. */
const PART_BYTES = 4 * 1024 * 1024;
/** Parts of an expired upload are deleted by the next maintenance run. */
const PART_GRACE_MS = 60 * 60 * 1000;

/**
 * Uploads that survive broken connections and restarts. Until the last byte has arrived, their bytes are parts in the
 * recordings store. Then the parts become one recording, and the recording becomes one note.
 */
export function createUploads({ store, recordings, expiries, lifecycle, notes, now }: UploadDeps) {
  async function discard(objects: readonly string[]): Promise<void> {
    const outcomes = await Promise.allSettled(objects.map((object) => recordings.delete(object)));
    // Objects that cannot be deleted now are deleted when they expire.
    await expiries.forget(objects.filter((_, index) => outcomes[index]?.status === 'fulfilled'));
  }

  async function storePart(userId: string, upload: Upload, offset: number, bytes: Buffer): Promise<number | null> {
    const object = `uploads/${userId}-${upload.uploadId}-${randomUUID()}`;
    await expiries.expect(object, upload.createdAt + UPLOAD_LIFETIME_MS + PART_GRACE_MS);
    await recordings.put(Readable.from([bytes]), { object, contentType: null });
    const stored = await store.append(userId, upload.uploadId, { offset, object, bytes: bytes.length });
    if (stored === null) await discard([object]);
    return stored;
  }

  async function* wholeOf(userId: string, uploadId: string): AsyncGenerator<Uint8Array> {
    for (const object of await store.parts(userId, uploadId)) {
      await store.extendFinish(userId, uploadId);
      yield* recordings.read(object);
    }
  }

  async function makeNote(userId: string, { uploadId, noteId }: Upload, said: FinishedUpload): Promise<void> {
    const { contentType, ...details } = said;
    // A process may have crashed after it created the note and before it recorded that.
    if (!(await notes.get(userId, noteId))) {
      const whole = Readable.from(wholeOf(userId, uploadId));
      const recording = await lifecycle.storeRecording(userId, noteId, whole, contentType);
      await lifecycle.create(userId, noteId, recording, details);
    }
    const parts = await store.parts(userId, uploadId);
    await store.finish(userId, uploadId);
    await discard(parts);
  }

  return {
    create: (userId: string, upload: Pick<Upload, 'uploadId' | 'size' | 'metadata'>) =>
      store.create(userId, { ...upload, noteId: randomUUID() }),
    get: store.get,

    /**
     * Appends the stream's bytes. Bytes that arrived before an interruption are kept.
     * @returns the bytes stored afterwards; null when the upload is not at `offset`, or another request appends too
     * @throws the stream's error
     */
    async append(
      userId: string,
      upload: Upload,
      offset: number,
      stream: AsyncIterable<Uint8Array>,
    ): Promise<number | null> {
      let at: number | null = offset;
      let [waiting, bytes]: [Uint8Array[], number] = [[], 0];
      const flush = async () => {
        if (at === null || bytes === 0) return;
        const part = Buffer.concat(waiting);
        [waiting, bytes] = [[], 0];
        at = await storePart(userId, upload, at, part);
      };
      try {
        for await (const chunk of stream) {
          waiting.push(chunk);
          bytes += chunk.length;
          if (bytes >= PART_BYTES) await flush();
          if (at === null) return null;
        }
      } finally {
        await flush();
      }
      return at;
    },

    /**
     * Creates the note of a complete upload, once.
     * @returns its id; null while another request does so
     */
    async finish(userId: string, upload: Upload, said: FinishedUpload): Promise<string | null> {
      const { uploadId, noteId } = upload;
      if (upload.finished) return noteId;
      if (!(await store.beginFinish(userId, uploadId))) return null;
      try {
        // Another request may have finished since the upload was read.
        if (!(await store.get(userId, uploadId))?.finished) await makeNote(userId, upload, said);
        return noteId;
      } finally {
        await store.giveUpFinish(userId, uploadId);
      }
    },

    /** Deletes an upload and its bytes. */
    async remove(userId: string, uploadId: string): Promise<void> {
      const parts = await store.parts(userId, uploadId);
      await store.remove(userId, uploadId);
      await discard(parts);
    },
    /** When an unfinished upload expires, in epoch milliseconds. */
    expiresAt: ({ createdAt }: Upload): number => createdAt + UPLOAD_LIFETIME_MS,
    now,
  };
}
