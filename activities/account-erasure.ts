import { Context } from '@temporalio/activity';
import type { SessionStore } from '../accounts/sessions.ts';
import type { TokenStore } from '../accounts/tokens.ts';
import type { UserStore } from '../accounts/users.ts';
import type { AccountInput } from '../contracts/account.ts';
import type { ArchivedDictation } from '../dictation/archive.ts';
import type { NoteLifecycle } from '../notes/lifecycle.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import { noteRecordingObject, type UnsettledRecordings } from '../notes/store/unsettled-recordings.ts';
import type { Uploads } from '../notes/uploads/uploads.ts';
import type { RecordingExpiries } from '../platform/recordings/expiries.ts';
import type { Recordings } from '../platform/recordings/types.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { membersLike, userKeys } from '../platform/redis/user-keys.ts';
import type { WebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import type { WebhookWorkflows } from '../webhooks/workflow-client.ts';

export interface ErasureDeps {
  readonly redis: Redis;
  readonly recordings: Pick<Recordings, 'delete'>;
  readonly expiries: Pick<RecordingExpiries, 'forget'>;
  readonly unsettled: Pick<UnsettledRecordings, 'settle'>;
  readonly users: Pick<UserStore, 'get' | 'forget'>;
  readonly tokens: Pick<TokenStore, 'list' | 'revoke'>;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly notes: Pick<NoteStore, 'list'>;
  readonly lifecycle: Pick<NoteLifecycle, 'remove'>;
  readonly uploads: Pick<Uploads, 'remove'>;
  readonly endpoints: Pick<WebhookEndpointStore, 'list' | 'remove'>;
  readonly workflows: Pick<WebhookWorkflows, 'endDeliveries'>;
}

export type ErasureActivities = ReturnType<typeof createErasureActivities>;

const HEARTBEAT_MS = 1_000;
const PAGE = 100;

/** The steps of `accountDeletion`. Each may be repeated: data that is already gone is skipped. */
export function createErasureActivities(deps: ErasureDeps) {
  return {
    /** Revokes all access, so that nothing new is created. The address becomes free for a new account. */
    async closeAccount({ userId }: AccountInput): Promise<void> {
      await deps.sessions.endAll(userId);
      for (const { tokenId } of await deps.tokens.list(userId)) await deps.tokens.revoke(userId, tokenId);
      const user = await deps.users.get(userId);
      if (user) await deps.users.forget(user);
    },

    /** Removes all data of the user: webhooks, notes, uploads, dictations, and every key in Redis. */
    async eraseAccount({ userId }: AccountInput): Promise<void> {
      const heartbeat = setInterval(() => Context.current().heartbeat(), HEARTBEAT_MS);
      try {
        await eraseWebhooks(deps, userId);
        await eraseNotes(deps, userId);
        for await (const batch of userKeys(deps.redis, userId)) await eraseBehind(deps, userId, batch);
        await eraseRecordings(deps, userId);
        for await (const batch of userKeys(deps.redis, userId)) await deps.redis.unlink(...batch);
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}

async function eraseWebhooks({ endpoints, workflows }: ErasureDeps, userId: string): Promise<void> {
  for (const { endpointId, generation } of await endpoints.list(userId)) {
    await endpoints.remove(userId, endpointId);
    await workflows.endDeliveries({ userId, endpointId }, generation + 1);
  }
}

async function eraseNotes({ notes, lifecycle }: ErasureDeps, userId: string): Promise<void> {
  for (;;) {
    const { items } = await notes.list(userId, {}, { limit: PAGE });
    for (const { noteId } of items) await lifecycle.remove(userId, noteId);
    if (items.length === 0) return;
  }
}

/** Removes notes, uploads and dictation audio in the recordings store that only a Redis key still names. */
async function eraseBehind(deps: ErasureDeps, userId: string, names: readonly string[]): Promise<void> {
  const idOf = (name: string, key: (userId: string, id: string) => string) => {
    const prefix = key(userId, '');
    return name.startsWith(prefix) ? name.slice(prefix.length) : null;
  };
  for (const name of names) {
    const [deleted, upload] = [idOf(name, keys.deletedNote), idOf(name, keys.upload)];
    if (deleted) await deps.lifecycle.remove(userId, deleted);
    if (upload) await deps.uploads.remove(userId, upload);
    if (!idOf(name, keys.dictation)) continue;
    const { audio } = JSON.parse((await deps.redis.get(name)) ?? '{}') as Partial<ArchivedDictation>;
    if (audio) await deps.recordings.delete(audio);
  }
}

/** Removes recordings that are due to expire or were left by a crash. */
async function eraseRecordings(deps: ErasureDeps, userId: string): Promise<void> {
  for await (const objects of membersLike(deps.redis, keys.recordingExpiries(), `*/${userId}*`)) {
    for (const object of objects) await deps.recordings.delete(object);
    await deps.expiries.forget(objects);
  }
  for await (const members of membersLike(deps.redis, keys.unsettledRecordings(), `${userId}/*`)) {
    for (const noteId of members.map((member) => member.slice(userId.length + 1))) {
      await deps.recordings.delete(noteRecordingObject(userId, noteId));
      await deps.unsettled.settle(userId, noteId);
    }
  }
}
