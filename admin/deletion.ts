import { createOrganizationStore } from '../accounts/organizations.ts';
import { createUserStore, type User } from '../accounts/users.ts';
import { removeArchivedDictation } from '../dictation/archive.ts';
import type { FeedbackStore } from '../dictation/feedback-store.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { removeOwnedKeys, scanKeys } from '../platform/redis/owned-keys.ts';

/** Deletes accounts with all their data. */
export interface Deletion {
  /** Removes a user. The reconciler of the workers deletes their recordings. */
  user(user: User): Promise<void>;
  /**
   * Removes an organization. Its stored audio is deleted by the next maintenance run. Returns false when there is none.
   */
  organization(organizationId: string): Promise<boolean>;
}

export function createDeletion(
  redis: Redis,
  { feedback, now }: { readonly feedback: FeedbackStore; readonly now: () => number },
): Deletion {
  const users = createUserStore(redis);
  const organizations = createOrganizationStore(redis);
  const idsAfter = async function* (prefix: string) {
    for await (const name of scanKeys(redis, `${prefix}*`)) yield name.slice(prefix.length);
  };

  return {
    user: async (user) => {
      const { userId } = user;
      // Address and credentials first, so that nobody can add anything from then on.
      await users.forget(user);
      // Before the notes, because a recording whose note is gone would stay forever.
      for await (const noteId of idsAfter(keys.note(userId, ''))) {
        await redis.zadd(keys.unsettledRecordings(), 0, `${userId}/${noteId}`);
      }
      await removeOwnedKeys(redis, userId);
    },
    organization: async (organizationId) => {
      if (!(await organizations.forget(organizationId))) return false;
      for await (const id of idsAfter(keys.dictation(organizationId, ''))) {
        await removeArchivedDictation(redis, organizationId, id, now());
      }
      for await (const id of idsAfter(keys.feedback(organizationId, ''))) await feedback.remove(organizationId, id);
      await removeOwnedKeys(redis, organizationId);
      return true;
    },
  };
}
