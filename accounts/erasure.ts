import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { scanKeys, scanMembers } from '../platform/redis/scan.ts';
import type { FeedStore } from './feeds.ts';
import type { OAuthGrantStore } from './oauth-grants.ts';
import type { OrganizationStore } from './organizations.ts';
import type { SessionStore } from './sessions.ts';
import type { TokenStore } from './tokens.ts';
import type { UserStore } from './users.ts';

export interface ErasureDeps {
  readonly redis: Redis;
  readonly users: Pick<UserStore, 'get' | 'forget'>;
  readonly tokens: Pick<TokenStore, 'list' | 'revoke'>;
  readonly oauthGrants: Pick<OAuthGrantStore, 'list' | 'revoke'>;
  readonly feeds: Pick<FeedStore, 'revoke'>;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly organizations: Pick<OrganizationStore, 'forget'>;
  /** Registers the recording of a note for deletion: at once with 0 as `since`, later with the current time. */
  readonly unsettled: { begin(userId: string, noteId: string, since?: number): Promise<void> };
  readonly now: () => number;
}

export type Erasure = ReturnType<typeof createErasure>;

/** Keys that are written while Redis is scanned are found by another scan. */
const MAX_SCANS = 3;

/** Deletes users and organizations with all their data. Each step may be repeated. */
export function createErasure(deps: ErasureDeps) {
  const { redis, users, tokens, oauthGrants, feeds, sessions, organizations } = deps;
  return {
    /** Revokes all access of a user, so that nothing new is created. The address becomes free for a new account. */
    async closeUser(userId: string): Promise<void> {
      await sessions.endAll(userId);
      for (const { tokenId } of await tokens.list(userId)) await tokens.revoke(userId, tokenId);
      for (const { grantId } of await oauthGrants.list(userId)) await oauthGrants.revoke(userId, grantId);
      await feeds.revoke(userId);
      const user = await users.get(userId);
      if (user) await users.forget(user);
    },

    /** Removes an organization's record, so that its keys are rejected. Returns false when there is none. */
    closeOrganization: (organizationId: string): Promise<boolean> => organizations.forget(organizationId),

    /**
     * Removes every key of a user or an organization. Their recordings become due: workers delete those of notes within
     * seconds, and the others with the next maintenance run.
     */
    async erase(ownerId: string): Promise<void> {
      for (let scan = 0; scan < MAX_SCANS; scan += 1) {
        let found = 0;
        for await (const names of scanKeys(redis, `v1:{${ownerId}}:*`)) {
          found += names.length;
          await eraseKeys(deps, ownerId, names);
        }
        if (found === 0) break;
      }
      await expireRecordings(deps, ownerId);
    },
  };
}

/** Removes keys of one owner. Each recording is registered for deletion while its note can still name it. */
async function eraseKeys({ redis, unsettled }: ErasureDeps, ownerId: string, names: readonly string[]): Promise<void> {
  const notes = keys.note(ownerId, '');
  const noteIds = names.filter((name) => name.startsWith(notes)).map((name) => name.slice(notes.length));
  await Promise.all(noteIds.map((noteId) => unsettled.begin(ownerId, noteId)));
  await eraseRequests(redis, ownerId, names);
  await redis.unlink(...names);
  // Not earlier, because the reconciler keeps the recordings of notes that exist.
  await Promise.all(noteIds.map((noteId) => unsettled.begin(ownerId, noteId, 0)));
}

/**
 * Removes the records that are found by the request ids of the owner's dictations and feedback. It
 * precedes the removal of those, because nothing else has these ids.
 */
async function eraseRequests(redis: Redis, ownerId: string, names: readonly string[]): Promise<void> {
  const prefixes = [keys.usage(ownerId, ''), keys.feedback(ownerId, '')];
  const records = names.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  if (records.length === 0) return;
  const requestIds = (await redis.mget(...records)).flatMap((found) => requestIdOf(found) ?? []);
  // One by one, because the keys are in different slots of a cluster.
  await Promise.all(requestIds.map((requestId) => redis.unlink(keys.request(requestId))));
}

/** Null for a record that expired, or that has no request id. */
function requestIdOf(record: string | null): string | null {
  const { requestId } = JSON.parse(record ?? '{}') as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : null;
}

/** Lets every temporary recording of the owner expire now: dictations, feedback, parts of uploads, exports. */
async function expireRecordings({ redis, now }: ErasureDeps, ownerId: string): Promise<void> {
  for await (const objects of recordingsOf(redis, ownerId)) {
    await redis.zadd(keys.recordingExpiries(), ...objects.flatMap((object) => [now(), object]));
  }
}

/** Yields the temporary recordings of a user or an organization, in batches. It reads the list of all of them. */
export function recordingsOf(redis: Redis, ownerId: string): AsyncGenerator<string[]> {
  return scanMembers(redis, keys.recordingExpiries(), `*/${ownerId}[-/]*`);
}
