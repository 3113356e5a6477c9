import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';

/** How long an unfinished upload is kept after its creation, and a finished one is remembered. */
export const UPLOAD_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
export const MAX_OPEN_UPLOADS = 100;
/** After this time, another process takes over from one that crashed while it created a note. */
const FINISHER_LEASE_MS = 60_000;

/** The metadata of an upload, as the client sent it. */
export type UploadMetadata = Readonly<Record<string, string | null>>;

/** A resumable upload. Times are epoch milliseconds. */
export interface Upload {
  /** Chosen by the client. */
  readonly uploadId: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes that are stored so far. */
  readonly offset: number;
  /** Empty once the note exists. */
  readonly metadata: UploadMetadata;
  readonly createdAt: number;
  /** Id of the note that the upload becomes. */
  readonly noteId: string;
  /** Whether the note exists. */
  readonly finished: boolean;
}

export type UploadStore = ReturnType<typeof createUploadStore>;

/** Stores the state of resumable uploads. Several processes may receive bytes of one upload; each byte counts once. */
export function createUploadStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}) {
  const scripts = {
    create: loadScript(redis, new URL('./lua/create-upload.lua', import.meta.url)),
    append: loadScript(redis, new URL('./lua/append-part.lua', import.meta.url)),
    finish: loadScript(redis, new URL('./lua/finish-upload.lua', import.meta.url)),
  };
  return {
    /** Creates an upload. An existing one stays unchanged. */
    async create(
      userId: string,
      upload: Pick<Upload, 'uploadId' | 'size' | 'metadata' | 'noteId'>,
    ): Promise<'created' | 'known' | 'too_many'> {
      const { uploadId, size, metadata, noteId } = upload;
      const at = now();
      const life = { id: uploadId, now: at, expires: at + UPLOAD_LIFETIME_MS, life: UPLOAD_LIFETIME_MS };
      const fields = { size, offset: 0, metadata: JSON.stringify(metadata), noteId, createdAt: at };
      const args = { ...life, most: MAX_OPEN_UPLOADS, fields: Object.entries(fields).flat() };
      const keysOf = { upload: keys.upload(userId, uploadId), open: keys.openUploads(userId) };
      return (await scripts.create(keysOf, args)) as 'created' | 'known' | 'too_many';
    },

    async get(userId: string, uploadId: string): Promise<Upload | null> {
      const found = await redis.hgetall(keys.upload(userId, uploadId));
      const { size, offset, metadata, noteId, createdAt, finished } = found;
      if (!noteId) return null;
      return {
        ...{ uploadId, noteId, size: Number(size), offset: Number(offset), createdAt: Number(createdAt) },
        metadata: JSON.parse(metadata ?? '{}') as UploadMetadata,
        finished: finished === '1',
      };
    },

    /**
     * Appends a recording's bytes to an upload.
     * @returns the bytes stored afterwards; null when the upload is not or no longer at `offset`
     */
    async append(
      userId: string,
      uploadId: string,
      part: { readonly offset: number; readonly object: string; readonly bytes: number },
    ): Promise<number | null> {
      const keysOf = { upload: keys.upload(userId, uploadId), parts: keys.uploadParts(userId, uploadId) };
      const offset = Number(await scripts.append(keysOf, part));
      return offset === -1 ? null : offset;
    },

    /** The recordings that hold its bytes, in order. */
    parts: (userId: string, uploadId: string): Promise<string[]> =>
      redis.lrange(keys.uploadParts(userId, uploadId), 0, -1),

    /** Returns whether the caller may create the note now. No other caller may until its lease ends. */
    async beginFinish(userId: string, uploadId: string): Promise<boolean> {
      const key = keys.uploadFinisher(userId, uploadId);
      return (await redis.set(key, '1', 'PX', FINISHER_LEASE_MS, 'NX')) === 'OK';
    },
    /** Extends the caller's lease by a minute. */
    async extendFinish(userId: string, uploadId: string): Promise<void> {
      await redis.pexpire(keys.uploadFinisher(userId, uploadId), FINISHER_LEASE_MS);
    },
    async giveUpFinish(userId: string, uploadId: string): Promise<void> {
      await redis.unlink(keys.uploadFinisher(userId, uploadId));
    },
    /** Records that the note was created, and keeps only the upload's id. */
    async finish(userId: string, uploadId: string): Promise<void> {
      await scripts.finish(uploadKeys(userId, uploadId), { id: uploadId, life: UPLOAD_LIFETIME_MS });
    },

    async remove(userId: string, uploadId: string): Promise<void> {
      await redis.zrem(keys.openUploads(userId), uploadId);
      const { upload, parts, finisher } = uploadKeys(userId, uploadId);
      await redis.unlink(upload, parts, finisher);
    },
  };
}

const uploadKeys = (userId: string, uploadId: string) => ({
  upload: keys.upload(userId, uploadId),
  parts: keys.uploadParts(userId, uploadId),
  open: keys.openUploads(userId),
  finisher: keys.uploadFinisher(userId, uploadId),
});
