import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { scanMembers } from '../../platform/redis/scan.ts';

/** A note whose recording is being stored or deleted. */
export interface UnsettledRecording {
  readonly userId: string;
  readonly noteId: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

export type UnsettledRecordings = ReturnType<typeof createUnsettledRecordings>;

/**
 * Notes and recordings are in different stores, so a crash may leave one without the other. Each note is registered
 * here before its recording is stored or deleted, and removed once both agree. The reconciler repairs what is left.
 */
export function createUnsettledRecordings(redis: Redis, { now = Date.now }: { now?: () => number } = {}) {
  return {
    async begin(userId: string, noteId: string, since = now()): Promise<void> {
      await redis.zadd(keys.unsettledRecordings(), since, `${userId}/${noteId}`);
    },
    async settle(userId: string, noteId: string): Promise<void> {
      await redis.zrem(keys.unsettledRecordings(), `${userId}/${noteId}`);
    },
    /**
     * All that were registered up to a time, in pages and in no order. They may be settled meanwhile; one may appear
     * twice.
     * @param until epoch milliseconds
     */
    async *pages(until: number): AsyncGenerator<UnsettledRecording[]> {
      let cursor = '0';
      do {
        const [next, rows] = await redis.zscan(keys.unsettledRecordings(), cursor, 'COUNT', PAGE);
        const page = readRows(rows).filter(({ since }) => since <= until);
        if (page.length > 0) yield page;
        cursor = next;
      } while (cursor !== '0');
    },
    /** Ids of a user's notes that are registered, in batches. It reads the list of all users. */
    async *notesOf(userId: string): AsyncGenerator<string[]> {
      for await (const members of scanMembers(redis, keys.unsettledRecordings(), `${userId}/*`)) {
        yield members.map((member) => member.slice(userId.length + 1));
      }
    },
  };
}

/** Roughly how many are read and settled at once. */
const PAGE = 100;

function readRows(rows: readonly string[]): UnsettledRecording[] {
  return Array.from({ length: rows.length / 2 }, (_, row) => {
    const [userId = '', noteId = ''] = (rows[row * 2] ?? '').split('/');
    return { userId, noteId, since: Number(rows[row * 2 + 1]) };
  });
}

/** Name of a note's recording in the recordings store. */
export function noteRecordingObject(userId: string, noteId: string): string {
  return `notes/${userId}/${noteId}`;
}
