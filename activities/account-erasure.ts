import { Context } from '@temporalio/activity';
import { type Erasure, recordingsOf } from '../accounts/erasure.ts';
import type { AccountInput } from '../contracts/account.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import { noteRecordingObject, type UnsettledRecordings } from '../notes/store/unsettled-recordings.ts';
import type { NoteWorkflows } from '../notes/workflow-client.ts';
import type { RecordingExpiries } from '../platform/recordings/expiries.ts';
import type { Recordings } from '../platform/recordings/types.ts';
import type { Redis } from '../platform/redis/connection.ts';
import type { WebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import type { WebhookWorkflows } from '../webhooks/workflow-client.ts';

export interface ErasureDeps {
  readonly redis: Redis;
  readonly erasure: Pick<Erasure, 'closeUser' | 'erase'>;
  readonly recordings: Pick<Recordings, 'delete'>;
  readonly expiries: Pick<RecordingExpiries, 'forget'>;
  readonly unsettled: Pick<UnsettledRecordings, 'settle' | 'idsOf'>;
  readonly notes: Pick<NoteStore, 'get' | 'list'>;
  readonly noteWorkflows: Pick<NoteWorkflows, 'cancel'>;
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
    closeAccount: ({ userId }: AccountInput): Promise<void> => deps.erasure.closeUser(userId),

    /** Ends the work under way for the user and removes all their data, recordings included. */
    async eraseAccount({ userId }: AccountInput): Promise<void> {
      const heartbeat = setInterval(() => Context.current().heartbeat(), HEARTBEAT_MS);
      try {
        await endWebhooks(deps, userId);
        await endNotes(deps, userId);
        await deps.erasure.erase(userId);
        await eraseRecordings(deps, userId);
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}

async function endWebhooks({ endpoints, workflows }: ErasureDeps, userId: string): Promise<void> {
  for (const { endpointId, generation } of await endpoints.list(userId)) {
    await endpoints.remove(userId, endpointId);
    await workflows.endDeliveries({ userId, endpointId }, generation + 1);
  }
}

/** Cancels the runs of notes that are being processed. */
async function endNotes({ notes, noteWorkflows }: ErasureDeps, userId: string): Promise<void> {
  let before: number | undefined;
  for (;;) {
    const { items, next } = await notes.list(userId, {}, { limit: PAGE, before });
    for (const { noteId } of items.filter(({ status }) => status === 'processing')) {
      const note = await notes.get(userId, noteId);
      if (note) await noteWorkflows.cancel({ userId, noteId, run: note.run });
    }
    if (next === null) return;
    before = next;
  }
}

/** Deletes the recordings that are due now because their owner is gone. */
async function eraseRecordings(deps: ErasureDeps, userId: string): Promise<void> {
  for await (const objects of recordingsOf(deps.redis, userId)) {
    for (const object of objects) await deps.recordings.delete(object);
    await deps.expiries.forget(objects);
  }
  for await (const noteIds of deps.unsettled.idsOf(userId)) {
    for (const noteId of noteIds) {
      await deps.recordings.delete(noteRecordingObject(userId, noteId));
      await deps.unsettled.settle(userId, noteId);
    }
  }
}
