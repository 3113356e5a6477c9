import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { dictationQueue } from '../contracts/queues.ts';
import { createDictationArchive } from '../dictation/archive.ts';
import type { DictationContents } from '../dictation/content.ts';
import { createFeedbackStore } from '../dictation/feedback-store.ts';
import type { OpenSessions } from '../dictation/live/open-sessions.ts';
import { createPreferenceStore } from '../dictation/preferences.ts';
import { createUsageStore } from '../dictation/usage-store.ts';
import type { Log } from '../platform/log.ts';
import { type Recordings, RecordingsUnavailableError } from '../platform/recordings/types.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';

/** The dictations of this process, and the stores that all processes share. */
export type Dictation = ReturnType<typeof createDictation>;

export function createDictation({ redis, recordings, now, log }: Platform, settings: Settings['dictation']) {
  const { usageRetentionMs, storeRetentionMs } = settings;
  const usage = createUsageStore(redis, { retentionMs: usageRetentionMs });
  const contents: DictationContents = new Map();
  const liveSessions: OpenSessions = new Map();
  return {
    settings,
    contents,
    liveSessions,
    preferences: createPreferenceStore(redis),
    /** This process's own queue, because the content of a dictation exists only in its memory. */
    taskQueue: dictationQueue(`${hostname()}-${randomUUID().slice(0, 8)}`),
    usage,
    feedback: createFeedbackStore(redis, { usage, usageRetentionMs, storeRetentionMs, now }),
    archive: createDictationArchive(redis, logOutages(recordings, log), { retentionMs: storeRetentionMs }),
  };
}

/** The caller and Temporal receive only a code; the log contains the reason. */
function logOutages(recordings: Pick<Recordings, 'put'>, log: Log): Pick<Recordings, 'put'> {
  return {
    put: (stream, target) =>
      recordings.put(stream, target).catch((error: unknown) => {
        if (error instanceof RecordingsUnavailableError) log.warn({ code: error.code }, 'Recordings unavailable');
        throw error;
      }),
  };
}
