import type { Client } from '@temporalio/client';
import { createNoteLifecycle } from '../notes/lifecycle.ts';
import { createNoteStore } from '../notes/store/notes.ts';
import { createPieceStore } from '../notes/store/pieces.ts';
import { createTagStore } from '../notes/store/tags.ts';
import { createUnsettledRecordings } from '../notes/store/unsettled-recordings.ts';
import { createNoteWorkflows } from '../notes/workflow-client.ts';
import type { Log } from '../platform/log.ts';
import type { Recordings } from '../platform/recordings/types.ts';
import type { Redis } from '../platform/redis/connection.ts';

/** What API and worker both need of notes. */
export function createNoteParts(options: {
  readonly redis: Redis;
  readonly client: Client;
  readonly recordings: Recordings;
  readonly uploadTimeoutMs: number;
  readonly now: () => number;
  readonly log: Log;
}) {
  const { redis, client, recordings, now } = options;
  const notes = createNoteStore(redis, { now });
  const tags = createTagStore(redis, { now });
  const unsettled = createUnsettledRecordings(redis, { now });
  const lifecycle = createNoteLifecycle({
    ...options,
    notes,
    recordings,
    unsettled,
    pieces: createPieceStore(redis),
    workflows: createNoteWorkflows(client),
  });
  return { notes, tags, lifecycle };
}
