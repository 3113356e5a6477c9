import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { createOwnedSet, type OwnedSet } from '../../platform/redis/owned-set.ts';

/** Ids of notes whose recordings are being stored or deleted, by user. */
export type UnsettledRecordings = OwnedSet;

/**
 * Notes and recordings are in different stores, so a crash may leave one without the other. Each note is registered
 * here before its recording is stored or deleted, and removed once both agree. The reconciler repairs what is left.
 */
export function createUnsettledRecordings(redis: Redis, clock: { now?: () => number } = {}): UnsettledRecordings {
  return createOwnedSet(redis, keys.unsettledRecordings(), clock);
}

/** Name of a note's recording in the recordings store. */
export function noteRecordingObject(userId: string, noteId: string): string {
  return `notes/${userId}/${noteId}`;
}
