import { createNoteLifecycle } from '../notes/lifecycle.ts';
import { createNoteRecovery } from '../notes/recovery.ts';
import { createNoteStore } from '../notes/store/notes.ts';
import { createPieceStore } from '../notes/store/pieces.ts';
import { createTagStore } from '../notes/store/tags.ts';
import { createNoteTrash } from '../notes/store/trash.ts';
import { createUnsettledRecordings } from '../notes/store/unsettled-recordings.ts';
import { createUploadStore } from '../notes/uploads/store.ts';
import { createUploads } from '../notes/uploads/uploads.ts';
import { createNoteWorkflows, trackStarts } from '../notes/workflow-client.ts';
import { describeError } from '../platform/log.ts';
import { createRecordingExpiries } from '../platform/recordings/expiries.ts';
import { keys } from '../platform/redis/keys.ts';
import { createOwnedSet } from '../platform/redis/owned-set.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';

/** Notes with their tags, and their lifecycle across Redis, recordings and Temporal. */
export type Notes = ReturnType<typeof createNotes>;

export function createNotes({ redis, temporal, recordings, now, log }: Platform, settings: Settings['notes']) {
  const store = createNoteStore(redis, {
    now,
    quota: settings.quota,
    maxClockAheadMs: settings.maxClockAheadMs,
    onClockAhead: () => log.warn('Clock is ahead of Redis; using the time of Redis for a note'),
    onMergeFailed: (error) => log.warn({ error: describeError(error) }, 'Words of notes not merged into the index'),
  });
  const pieces = createPieceStore(redis);
  const underWay = createOwnedSet(redis, keys.notesUnderWay(), { now });
  const workflows = trackStarts(createNoteWorkflows(temporal), underWay);
  const lifecycle = createNoteLifecycle({
    notes: store,
    recordings,
    unsettled: createUnsettledRecordings(redis, { now }),
    pieces,
    trash: createNoteTrash(redis),
    workflows,
    uploadTimeoutMs: settings.uploadTimeoutMs,
    now,
    log,
  });
  const recovery = createNoteRecovery({ redis, client: temporal, notes: store, workflows, underWay, log, now });
  const uploads = createUploads({
    store: createUploadStore(redis, { now }),
    expiries: createRecordingExpiries(redis),
    ...{ recordings, lifecycle, now },
    notes: store,
  });
  return { settings, store, tags: createTagStore(redis, { now }), pieces, workflows, lifecycle, recovery, uploads };
}
