import type { Client } from '@temporalio/client';
import type { Recordings } from '../recordings/types.ts';
import type { Log } from '../runtime/log.ts';
import type { Redis } from '../store/connection.ts';
import { createNoteStore } from '../store/notes.ts';
import { createPieceStore } from '../store/pieces.ts';
import { createTagStore } from '../store/tags.ts';
import { createUnsettledRecordings } from '../store/unsettled-recordings.ts';
import { createNoteLifecycle } from './note-lifecycle.ts';
import { createNoteWorkflows } from './note-workflows.ts';

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
