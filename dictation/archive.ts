import { Readable } from 'node:stream';
import { createRecordingExpiries, UNCLAIMED_AUDIO_MS } from '../platform/recordings/expiries.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import type { ArrivingAudio } from '../speech/arriving.ts';

/** What is stored for a caller who sent `store=true`. */
export interface ArchivedDictation {
  readonly request: Readonly<Record<string, string | number | boolean | null>>;
  readonly response: { readonly text: string; readonly raw_text: string };
  /** Name of the audio in the recordings store; null when there is none. */
  readonly audio: string | null;
}

/** The part of the recordings store that the archive uses. */
interface AudioSink {
  put(stream: Readable, target: { readonly object: string; readonly contentType: string | null }): Promise<unknown>;
}

export type DictationArchive = ReturnType<typeof createDictationArchive>;

/**
 * Stores complete dictations at the caller's request. Audio is stored first, so that a record never names missing
 * audio.
 */
export function createDictationArchive(redis: Redis, recordings: AudioSink, options: { retentionMs: number }) {
  const expiries = createRecordingExpiries(redis);
  return {
    /** Stores it and replaces one with the same id. */
    async save(
      orgId: string,
      transcriptionId: string,
      dictation: Omit<ArchivedDictation, 'audio'>,
      audio: ArrivingAudio | undefined,
      expiresAt: number,
    ): Promise<void> {
      const object = audio ? `dictations/${orgId}/${crypto.randomUUID()}` : null;
      if (audio && object) {
        await expiries.expect(object, Date.now() + UNCLAIMED_AUDIO_MS);
        // Lent, because an attempt that timed out may still store the bytes when a later one has succeeded.
        await audio.lend(0, audio.byteLength, async (parts) => {
          await recordings.put(Readable.from(parts), { object, contentType: null });
        });
        await expiries.expect(object, expiresAt);
      }
      const record: ArchivedDictation = { ...dictation, audio: object };
      const key = keys.dictation(orgId, transcriptionId);
      const replaced = await redis.set(key, JSON.stringify(record), 'PX', options.retentionMs, 'GET');
      // No record names this audio any more, so nobody could request its removal.
      const orphan = replaced === null ? null : (JSON.parse(replaced) as ArchivedDictation).audio;
      if (orphan !== null) await expiries.expect(orphan, Date.now());
    },
    get: (orgId: string, transcriptionId: string) => readArchivedDictation(redis, orgId, transcriptionId),
  };
}

/** A stored dictation; null when it was not stored or has expired. */
export async function readArchivedDictation(
  redis: Redis,
  orgId: string,
  transcriptionId: string,
): Promise<ArchivedDictation | null> {
  const found = await redis.get(keys.dictation(orgId, transcriptionId));
  return found === null ? null : (JSON.parse(found) as ArchivedDictation);
}

/** Removes a stored dictation. Its audio is deleted by the next maintenance run. Returns false when there is none. */
export async function removeArchivedDictation(
  redis: Redis,
  orgId: string,
  transcriptionId: string,
  nowMs: number,
): Promise<boolean> {
  const kept = await readArchivedDictation(redis, orgId, transcriptionId);
  // Before the record is removed, because audio without a record would stay until it expires.
  if (kept?.audio) await createRecordingExpiries(redis).expect(kept.audio, nowMs);
  return (await redis.del(keys.dictation(orgId, transcriptionId))) === 1;
}
